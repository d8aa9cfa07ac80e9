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
func (w Planes) TableKey() uint64 {
	var p Position
	p.place(w)
	return p.freshKey()
}

// AppendFEN3 appends placement, side to move and castling as in a FEN.
func (w Planes) AppendFEN3(dst []byte) []byte {
	var p Position
	p.place(w)
	return p.appendFEN3(dst)
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

// place puts the pieces, the turn and the castling rights on an empty position. Key, checkers and counters stay 0.
func (p *Position) place(w Planes) {
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
}
