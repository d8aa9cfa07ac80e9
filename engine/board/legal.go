package board

// Legality: would the own king be attacked after the move? Every test here takes a move that is right by the way its
// piece moves. One question about the board after the move covers pins and checks alike.
//
// Tried: checkers kept up to date by Play, and pins looked at only where the piece stands on a line with its king. That
// asks about the enemy's king after each move and about the own one before the next, and was slower.

// safe answers for a move of any piece but the king, en passant and castling excepted.
func (p *Position) safe(from, to Square) bool {
	us := p.turn & 1
	king := p.kings[us] & 63
	theirs := p.colors[us^1] &^ bit(to)
	straight, diagonal := (p.roles[Rook]|p.roles[Queen])&theirs, (p.roles[Bishop]|p.roles[Queen])&theirs
	if (tables.knight[king]&p.roles[Knight]|tables.pawn[us][king]&p.roles[Pawn])&theirs != 0 {
		return false
	}
	if tables.rookRays[king]&straight|tables.bishopRays[king]&diagonal == 0 {
		return true
	}
	occ := p.Occupied()&^bit(from) | bit(to)
	return rookAttacks(king, occ)&straight|bishopAttacks(king, occ)&diagonal == 0
}

// kingSafe answers for a king's step. The king's own square counts as empty: it cannot hide behind itself.
func (p *Position) kingSafe(to Square) bool {
	them := p.turn.Other()
	return p.attackers(them, to, p.Occupied()&^bit(p.kings[p.turn&1])) == 0
}

// epSafe answers for an en passant capture, which empties two squares at once: pins and checks are looked at on the
// board after it.
func (p *Position) epSafe(from Square) bool {
	us, them := p.turn, p.turn.Other()
	captured := bit(p.ep ^ 8)
	occ := p.Occupied()&^(bit(from)|captured) | bit(p.ep)
	return p.attackers(them, p.kings[us&1], occ)&^captured == 0
}

// castleSafe answers for castling with a rook that has the right: no check, the way of both pieces free but for the two
// themselves, no square of the king's way attacked.
func (p *Position) castleSafe(rook Square) bool {
	us, them := p.turn, p.turn.Other()
	king := p.kings[us&1]
	kingTo, rookTo := castleTargets(king, rook)
	kingWay := between(king, kingTo) | bit(kingTo)
	way := kingWay | between(rook, rookTo) | bit(rookTo)
	occ := p.Occupied() &^ bit(king)
	if way&(occ&^bit(rook)) != 0 || p.InCheck() {
		return false
	}
	for b := kingWay &^ bit(kingTo); b != 0; {
		var s Square
		if s, b = b.Pop(); p.attackers(them, s, occ) != 0 {
			return false
		}
	}
	// In Chess960 the rook can have been the king's shield on the back rank.
	return p.attackers(them, kingTo, occ&^bit(rook)|bit(rookTo)) == 0
}

// IsLegal reports whether any Move value at all is a legal move of the position.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	piece := p.board[from]
	if piece == NoPiece || piece.Color() != p.turn || m>>kindShift > kindCastle {
		return false
	}
	if m.IsCastle() {
		return from == p.kings[p.turn&1] && (p.castling & p.colors[p.turn&1]).Has(to) && p.castleSafe(to)
	}
	if piece.Role() == Pawn {
		return p.pawnMoveLegal(from, to, m.Promotion())
	}
	return m.Promotion() == NoRole && p.pieceMoveLegal(piece.Role(), from, to)
}

func (p *Position) pieceMoveLegal(role Role, from, to Square) bool {
	if p.colors[p.turn&1].Has(to) || !pieceAttacks(role, from, p.Occupied()).Has(to) {
		return false
	}
	if role == King {
		return p.kingSafe(to)
	}
	return p.safe(from, to)
}

func (p *Position) pawnMoveLegal(from, to Square, promo Role) bool {
	if !promotionFits(to, promo) || !p.pawnTargets(from).Has(to) {
		return false
	}
	if to == p.ep {
		return from.File() != to.File() && p.epSafe(from)
	}
	return p.safe(from, to)
}

// promotionFits reports whether a pawn that reaches the square becomes what a pawn may become there.
func promotionFits(to Square, promo Role) bool {
	if (rank1 | rank8).Has(to) {
		return promo >= Knight && promo <= Queen
	}
	return promo == NoRole
}

// pawnTargets is where a pawn of the side to move can go, checks and pins aside.
func (p *Position) pawnTargets(from Square) Bitboard {
	us := p.turn & 1
	free := ^p.Occupied()
	enemies := p.colors[us^1]
	if p.ep != NoSquare {
		enemies |= bit(p.ep)
	}
	return pawnPushes(us, from, free) | tables.pawn[us][from&63]&enemies
}

// pawnPushes is the one or two squares a pawn can advance to.
func pawnPushes(us Color, from Square, free Bitboard) Bitboard {
	if us == White {
		one := bit(from) << 8 & free
		return one | one<<8&free&rankOf(3)
	}
	one := bit(from) >> 8 & free
	return one | one>>8&free&rankOf(4)
}
