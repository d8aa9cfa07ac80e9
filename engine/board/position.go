package board

// Position is a legal position: a plain value of 176 bytes that can be copied and compared with ==. Positions come from
// Start, Chess960Start and Setup.Position; the zero value is not one.
//
// The board is kept twice, as sets by role and color for questions about squares and as a piece a square for questions
// about pieces; the key is kept up to date by Play, because almost every caller asks for it.
type Position struct {
	roles    [8]Bitboard // by Role; the first and the last are unused
	colors   [2]Bitboard
	board    [64]Piece
	key      uint64   // placement, side to move, castling
	castling Bitboard // rooks that may still castle
	half     uint32
	full     uint32
	turn     Color
	ep       Square // set only if an enemy pawn stands beside the pawn that just advanced, pinned or not
	kings    [2]Square
}

// Turn is the side to move.
func (p *Position) Turn() Color { return p.turn }

// At is the piece on a square.
func (p *Position) At(s Square) Piece { return p.board[s&63] }

// Pieces is the squares of one kind of piece.
func (p *Position) Pieces(c Color, r Role) Bitboard { return p.colors[c&1] & p.roles[r&7] }

// Side is the squares of all pieces of a color.
func (p *Position) Side(c Color) Bitboard { return p.colors[c&1] }

// Occupied is the squares of all pieces.
func (p *Position) Occupied() Bitboard { return p.colors[White] | p.colors[Black] }

// King is the square of a color's king.
func (p *Position) King(c Color) Square { return p.kings[c&1] }

// Checkers is the pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard {
	return p.attackers(p.turn.Other(), p.kings[p.turn&1], p.Occupied())
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Checkers() != 0 }

// HalfMoves counts half-moves since the last capture or pawn move.
func (p *Position) HalfMoves() int { return int(p.half) }

// FullMoves is the number of the move: 1 at the start, one more after each move of Black.
func (p *Position) FullMoves() int { return int(p.full) }

// CastlingRooks is the rooks of a color that may still castle. A right says nothing about the way being free.
func (p *Position) CastlingRooks(c Color) Bitboard { return p.castling & p.colors[c&1] }

// Castling names the standard right of a side: the rook on the king's side (true) or the queen's side (false).
func (p *Position) Castling(c Color, kingSide bool) bool {
	return p.castlingRook(c, kingSide) != NoSquare
}

// castlingRook is the rook that may castle on a side of its king, or NoSquare.
func (p *Position) castlingRook(c Color, kingSide bool) Square {
	for b := p.castling & p.colors[c]; b != 0; {
		var s Square
		if s, b = b.Pop(); (s > p.kings[c]) == kingSide {
			return s
		}
	}
	return NoSquare
}

// EP is the square of a legal en passant capture, or NoSquare: the rule of EPD and of Key.
func (p *Position) EP() Square {
	if p.ep == NoSquare {
		return NoSquare
	}
	for b := p.epCapturers(); b != 0; {
		var from Square
		if from, b = b.Pop(); p.epSafe(from) {
			return p.ep
		}
	}
	return NoSquare
}

// epCapturers is the pawns that stand ready to capture on p.ep, which must be set.
func (p *Position) epCapturers() Bitboard {
	return tables.pawn[p.turn.Other()][p.ep&63] & p.roles[Pawn] & p.colors[p.turn]
}

// attackers is the pieces of a color that attack a square, seen through the given occupancy.
func (p *Position) attackers(by Color, s Square, occ Bitboard) Bitboard {
	a := tables.knight[s&63]&p.roles[Knight] |
		tables.king[s&63]&p.roles[King] |
		tables.pawn[by.Other()][s&63]&p.roles[Pawn] |
		rookAttacks(s, occ)&(p.roles[Rook]|p.roles[Queen]) |
		bishopAttacks(s, occ)&(p.roles[Bishop]|p.roles[Queen])
	return a & p.colors[by&1]
}

// put adds a piece to an empty square; only for building a position.
func (p *Position) put(pc Piece, s Square) {
	p.roles[pc.Role()] |= bit(s)
	p.colors[pc.Color()] |= bit(s)
	p.board[s&63] = pc
	if pc.Role() == King {
		p.kings[pc.Color()] = s
	}
}
