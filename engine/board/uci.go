package board

// ParseUCI reads a move in UCI's notation and returns it if it is legal. Castling may be written as the king's two steps
// (e1g1) or as king takes rook (e1h1). The errors are ErrSyntax, ErrNullMove ("0000") and ErrIllegal.
func (p *Position) ParseUCI(s string) (Move, error) {
	if s == "0000" {
		return NoMove, ErrNullMove
	}
	if len(s) != 4 && len(s) != 5 {
		return NoMove, ErrSyntax
	}
	from, ok := ParseSquare(s[:2])
	to, ok2 := ParseSquare(s[2:4])
	if !ok || !ok2 {
		return NoMove, ErrSyntax
	}
	promo := NoRole
	if len(s) == 5 {
		if s[4] < 'a' || roleOfLetter[s[4]&^0x20] == NoRole {
			return NoMove, ErrSyntax
		}
		promo = roleOfLetter[s[4]&^0x20]
	}
	return p.FindMove(from, to, promo)
}

// FindMove finds the legal move between two squares, whatever piece makes it; ErrIllegal if there is none. For castling
// the target is where the king lands or the square of the rook.
func (p *Position) FindMove(from, to Square, promo Role) (Move, error) {
	m := NewMove(from, to, promo)
	if from == p.kings[p.turn&1] && promo == NoRole {
		m = p.asCastle(m)
	}
	if !p.IsLegal(m) {
		return NoMove, ErrIllegal
	}
	return m, nil
}

// asCastle turns a king's move into the castling it stands for, if it does.
func (p *Position) asCastle(m Move) Move {
	king, to := m.From(), m.To()
	if (p.castling & p.colors[p.turn&1]).Has(to) {
		return NewCastle(king, to)
	}
	if king.File() == 4 && king.Rank() == to.Rank() && (to.File() == 6 || to.File() == 2) {
		if rook := p.castlingRook(p.turn&1, to > king); rook != NoSquare {
			return NewCastle(king, rook)
		}
	}
	return m
}

// AppendUCI appends a move in UCI's notation: castling as the king's steps, or with chess960 as king takes rook.
func (p *Position) AppendUCI(dst []byte, m Move, chess960 bool) []byte {
	if m == NoMove {
		return append(dst, "0000"...)
	}
	from, to := m.From(), m.To()
	if m.IsCastle() && !chess960 {
		to, _ = castleTargets(from, to)
	}
	return appendCoordinates(dst, from, to, m.Promotion())
}

// UCI is AppendUCI as a string.
func (p *Position) UCI(m Move, chess960 bool) string {
	return string(p.AppendUCI(make([]byte, 0, 5), m, chess960))
}
