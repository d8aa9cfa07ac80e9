package board

// AppendSAN appends a legal move in standard algebraic notation: no more origin than needed, "=" before a promotion, "+"
// for check and "#" for mate.
func (p *Position) AppendSAN(dst []byte, m Move) []byte {
	dst = p.appendPlainSAN(dst, m)
	next := *p
	next.Play(m)
	if !next.InCheck() {
		return dst
	}
	if next.HasMoves() {
		return append(dst, '+')
	}
	return append(dst, '#')
}

// SAN is AppendSAN as a string.
func (p *Position) SAN(m Move) string { return string(p.AppendSAN(nil, m)) }

func (p *Position) appendPlainSAN(dst []byte, m Move) []byte {
	from, to := m.From(), m.To()
	if m.IsCastle() {
		if to > from {
			return append(dst, "O-O"...)
		}
		return append(dst, "O-O-O"...)
	}
	role := p.board[from].Role()
	capture := p.board[to] != NoPiece
	if role == Pawn {
		if capture = from.File() != to.File(); capture {
			dst = append(dst, fileByte(from))
		}
	} else {
		dst = append(dst, role.Byte())
		dst = p.appendOrigin(dst, role, from, to)
	}
	if capture {
		dst = append(dst, 'x')
	}
	dst = append(dst, fileByte(to), rankByte(to))
	if promo := m.Promotion(); promo != NoRole {
		dst = append(dst, '=', promo.Byte())
	}
	return dst
}

// appendOrigin appends the file if it tells the piece apart from its twins, else the rank, else both. A twin that
// cannot legally move is none.
func (p *Position) appendOrigin(dst []byte, role Role, from, to Square) []byte {
	if role == King {
		return dst
	}
	var twins Bitboard
	for b := pieceAttacks(role, to, p.Occupied()) & p.Pieces(p.turn, role) &^ bit(from); b != 0; {
		var s Square
		if s, b = b.Pop(); p.safe(s, to) {
			twins |= bit(s)
		}
	}
	switch {
	case twins == 0:
		return dst
	case twins&(fileA<<(from&7)) == 0:
		return append(dst, fileByte(from))
	case twins&rankOf(from.Rank()) == 0:
		return append(dst, rankByte(from))
	}
	return append(dst, fileByte(from), rankByte(from))
}
