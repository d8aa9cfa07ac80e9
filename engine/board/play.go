package board

// Play makes a legal move, in place and without allocation. A move that is not legal here (IsLegal) gives an undefined
// position.
func (p *Position) Play(m Move) {
	if m.IsCastle() {
		p.playCastle(m)
		return
	}
	from, to := m.From(), m.To()
	us, them := p.turn&1, p.turn.Other()&1
	piece := p.board[from]
	role := piece.Role() & 7
	touched := bit(from) | bit(to)
	key := p.key ^ zobrist.white ^ zobrist.pieces[piece&15][from] ^ zobrist.pieces[piece&15][to]

	p.half++
	// Tried: taking NoPiece off without a branch. It was no faster, captures or not.
	if captured := p.board[to]; captured != NoPiece {
		p.half = 0
		p.roles[captured.Role()&7] ^= bit(to)
		p.colors[them] ^= bit(to)
		key ^= zobrist.pieces[captured&15][to]
	}
	p.board[from] = NoPiece
	p.board[to] = piece
	p.roles[role] ^= touched
	p.colors[us] ^= touched

	ep := p.ep
	p.ep = NoSquare
	if role == Pawn {
		p.half = 0
		switch {
		case to == ep:
			behind := to ^ 8
			touched |= bit(behind)
			key ^= p.lift(behind)
		case m.Promotion() != NoRole:
			key ^= p.promote(to, m.Promotion())
		case from^to == 16:
			if tables.pawn[us][to^8]&p.roles[Pawn]&p.colors[them] != 0 {
				p.ep = to ^ 8
			}
		}
	} else if role == King {
		key ^= p.dropCastling(p.castling & p.colors[us]) // while the king still tells the sides of its rooks apart
		p.kings[us] = to
	}
	if p.castling&touched != 0 {
		key ^= p.dropCastling(p.castling & touched)
	}
	p.key = key
	p.full += uint32(us)
	p.turn = them
}

// lift takes a pawn off the board and returns what that changes in the key.
func (p *Position) lift(s Square) uint64 {
	piece := p.board[s&63]
	p.board[s&63] = NoPiece
	p.roles[Pawn] ^= bit(s)
	p.colors[piece.Color()] ^= bit(s)
	return zobrist.pieces[piece&15][s&63]
}

// promote turns the pawn on s into a piece and returns what that changes in the key.
func (p *Position) promote(s Square, to Role) uint64 {
	pawn := p.board[s&63]
	piece := MakePiece(pawn.Color(), to)
	p.board[s&63] = piece
	p.roles[Pawn] ^= bit(s)
	p.roles[to&7] ^= bit(s)
	return zobrist.pieces[pawn&15][s&63] ^ zobrist.pieces[piece&15][s&63]
}

// dropCastling takes rights away and returns what that changes in the key.
func (p *Position) dropCastling(rooks Bitboard) uint64 {
	before := p.castlingKey()
	p.castling &^= rooks
	return before ^ p.castlingKey()
}

func (p *Position) playCastle(m Move) {
	us := p.turn
	king, rook := m.From(), m.To()
	kingTo, rookTo := castleTargets(king, rook)
	k, r := MakePiece(us, King), MakePiece(us, Rook)

	key := p.key ^ zobrist.white ^ p.castlingKey()
	key ^= zobrist.pieces[k&15][king] ^ zobrist.pieces[k&15][kingTo&63]
	key ^= zobrist.pieces[r&15][rook] ^ zobrist.pieces[r&15][rookTo&63]
	// In Chess960 the squares overlap: both pieces leave before either lands.
	p.board[king], p.board[rook] = NoPiece, NoPiece
	p.board[kingTo&63], p.board[rookTo&63] = k, r
	p.colors[us&1] = p.colors[us&1]&^(bit(king)|bit(rook)) | bit(kingTo) | bit(rookTo)
	p.roles[King] = p.roles[King]&^bit(king) | bit(kingTo)
	p.roles[Rook] = p.roles[Rook]&^bit(rook) | bit(rookTo)
	p.kings[us&1] = kingTo
	p.castling &= p.colors[us.Other()]
	p.key = key ^ p.castlingKey()

	p.ep = NoSquare
	p.half++
	p.full += uint32(us)
	p.turn = us.Other()
}
