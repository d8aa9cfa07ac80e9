package board

// Moves appends all legal moves to dst. The order is fixed: pawns, knights, bishops, rooks, queens, king, castling; each
// by the square it leaves and then the square it reaches.
func (p *Position) Moves(dst []Move) []Move {
	us := p.turn & 1
	targets := ^p.colors[us]
	if checkers := p.Checkers(); checkers != 0 {
		targets &= p.checkAnswers(checkers)
	}
	pinned := p.pinned()
	dst = p.appendPawnMoves(dst, targets, pinned)
	for role := Knight; role <= Queen && targets != 0; role++ {
		for b := p.roles[role] & p.colors[us]; b != 0; {
			var from Square
			from, b = b.Pop()
			to := pieceAttacks(role, from, p.Occupied()) & targets
			if pinned.Has(from) {
				to &= lineThrough(p.kings[us], from)
			}
			dst = appendMoves(dst, from, to)
		}
	}
	return p.appendKingMoves(dst)
}

// HasMoves reports whether there is a legal move.
func (p *Position) HasMoves() bool {
	var buf [256]Move
	return len(p.Moves(buf[:0])) > 0
}

// checkAnswers is the squares where a piece other than the king ends a check; none against a double check.
func (p *Position) checkAnswers(checkers Bitboard) Bitboard {
	if !checkers.single() {
		return 0
	}
	return checkers | between(p.kings[p.turn&1], checkers.First())
}

// pinned is the pieces of the side to move that stand alone between their king and an enemy slider.
func (p *Position) pinned() (pinned Bitboard) {
	us := p.turn & 1
	king := p.kings[us] & 63
	snipers := tables.rookRays[king]&(p.roles[Rook]|p.roles[Queen]) |
		tables.bishopRays[king]&(p.roles[Bishop]|p.roles[Queen])
	for b := snipers & p.colors[us^1]; b != 0; {
		var s Square
		s, b = b.Pop()
		if shield := between(king, s) & p.Occupied(); shield.single() {
			pinned |= shield
		}
	}
	return pinned & p.colors[us]
}

func appendMoves(dst []Move, from Square, targets Bitboard) []Move {
	for targets != 0 {
		var to Square
		to, targets = targets.Pop()
		dst = append(dst, NewMove(from, to, NoRole))
	}
	return dst
}

func (p *Position) appendPawnMoves(dst []Move, targets, pinned Bitboard) []Move {
	for b := p.roles[Pawn] & p.colors[p.turn&1]; b != 0; {
		var from Square
		from, b = b.Pop()
		to := p.pawnTargets(from)
		if p.ep != NoSquare && to.Has(p.ep) {
			to &^= bit(p.ep)
			if p.epSafe(from) {
				dst = append(dst, NewMove(from, p.ep, NoRole))
			}
		}
		to &= targets
		if pinned.Has(from) {
			to &= lineThrough(p.kings[p.turn&1], from)
		}
		dst = appendPawnTargets(dst, from, to)
	}
	return dst
}

func appendPawnTargets(dst []Move, from Square, targets Bitboard) []Move {
	if targets&(rank1|rank8) == 0 {
		return appendMoves(dst, from, targets)
	}
	for targets != 0 {
		var to Square
		to, targets = targets.Pop()
		for promo := Queen; promo >= Knight; promo-- {
			dst = append(dst, NewMove(from, to, promo))
		}
	}
	return dst
}

func (p *Position) appendKingMoves(dst []Move) []Move {
	us := p.turn & 1
	king := p.kings[us] & 63
	for b := tables.king[king] &^ p.colors[us]; b != 0; {
		var to Square
		if to, b = b.Pop(); p.kingSafe(to) {
			dst = append(dst, NewMove(king, to, NoRole))
		}
	}
	for b := p.castling & p.colors[us]; b != 0; {
		var rook Square
		if rook, b = b.Pop(); p.castleSafe(rook) {
			dst = append(dst, NewCastle(king, rook))
		}
	}
	return dst
}
