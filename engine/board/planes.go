package board

// What can be said of a position in Planes form without validating it: its key and its text. Tables keep positions in
// this form by the million; Packed.Position is the way back to a Position.

// WritePlanes is Planes without the copy.
func (p *Position) WritePlanes(dst *Planes) {
	black, pawns, knights := p.colors[Black], p.roles[Pawn], p.roles[Knight]
	bishops, rooks, queens, kings := p.roles[Bishop], p.roles[Rook], p.roles[Queen], p.roles[King]
	var moving Bitboard // White's king, if White is to move: code 1 in place of its own
	if p.turn == White {
		moving = bit(p.kings[White])
	}
	dst[0] = uint64(black | moving)
	dst[1] = uint64(pawns | bishops | queens | p.castling)
	dst[2] = uint64((knights | bishops | kings | p.castling) &^ moving)
	dst[3] = uint64((rooks | queens | kings) &^ moving)
}

// TableKey is the key of the position that the planes were taken from.
func (w Planes) TableKey() (key uint64) {
	var rights [2][2]Square // rooks with a right, by color; a side has at most two
	var n [2]int
	var kings [2]Square
	for b := w.occupied(); b != 0; {
		var s Square
		s, b = b.Pop()
		code := w.code(s)
		switch {
		case code >= codeRightRook:
			c := code.Color() & 1
			rights[c][n[c]&1] = s
			n[c]++
			code = MakePiece(c, Rook)
		case code == codeMovingKing:
			key ^= zobrist.white
			code = MakePiece(White, King)
			kings[White] = s
		case code.Role() == King:
			kings[code.Color()&1] = s
		}
		key ^= zobrist.pieces[code&15][s&63]
	}
	for c := range rights {
		for _, rook := range rights[c][:min(n[c], 2)] {
			side := 0
			if rook < kings[c] {
				side = 1
			}
			key ^= zobrist.castling[c][side]
		}
	}
	return key
}

// AppendFEN3 appends placement, side to move and castling as in a FEN.
func (w Planes) AppendFEN3(dst []byte) []byte {
	p := w.place()
	return p.appendFEN3(dst)
}

// Restore is the position that the planes were taken from, without its counters. Planes do not know of en passant: ep is
// NoSquare, or the square that a pawn has just passed where an enemy pawn can capture it. Planes that no position gave
// make an undefined one; those of doubtful origin go through Packed.Position, which validates.
func (w Planes) Restore(ep Square) Position {
	p := w.place()
	p.key = p.freshKey()
	p.full = 1
	p.ep = ep
	return p
}

// Compare orders planes in a fixed way that means nothing: -1, 0 or +1.
func (w Planes) Compare(o Planes) int {
	for i := range w {
		switch {
		case w[i] < o[i]:
			return -1
		case w[i] > o[i]:
			return 1
		}
	}
	return 0
}

// place is a position with pieces, turn and castling rights alone.
func (w Planes) place() (p Position) {
	p.turn = Black
	for b := w.occupied(); b != 0; {
		var s Square
		s, b = b.Pop()
		code := w.code(s)
		switch {
		case code >= codeRightRook:
			p.castling |= bit(s)
			code = MakePiece(code.Color(), Rook)
		case code == codeMovingKing:
			p.turn = White
			code = MakePiece(White, King)
		}
		p.put(code, s)
	}
	return p
}
