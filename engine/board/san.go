package board

import "errors"

// Why a move's text is not a move. They are returned as they are, so that a fault costs no allocation; the caller knows
// the text and the place.
var (
	ErrSyntax    = errors.New("not a move")
	ErrIllegal   = errors.New("illegal move")
	ErrAmbiguous = errors.New("ambiguous move")
	ErrNullMove  = errors.New("null move")
	ErrDrop      = errors.New("piece drop of another variant")
)

// ParseSAN reads one move as people and programs write it and returns it if it is legal. Beyond the standard it takes
// what import formats must take: castling with zeros, small letters or dashes of any kind; promotions as e8Q, e8(Q),
// e8/Q, e8=q; "e.p." behind a capture; more origin than needed; long algebraic and coordinate moves; missing or wrong
// marks of capture, check and quality. Nothing is guessed: a promotion without its piece is illegal.
func (p *Position) ParseSAN(san []byte) (Move, error) {
	n := len(san)
	for n > 0 && isMark(san[n-1]) {
		n--
	}
	if n < 8 {
		var text uint64
		for i, c := range san[:n] {
			text |= uint64(c) << (8 * i)
		}
		if m, err, ok := p.ParseWord(text, n); ok {
			return m, err
		}
	}
	t, err := readSAN(san[:n])
	if err != nil {
		return NoMove, err
	}
	return p.resolve(t)
}

func isMark(c byte) bool { return c == '+' || c == '#' || c == '!' || c == '?' }

// ParseWord is ParseSAN for a word of n bytes in a register, the first byte lowest; what follows the word does not
// matter. It handles the forms that make up nearly all moves, perhaps with a mark of check or mate: e4, Nf3, Nxf3, Nbd2,
// Nbxd2, exd5, O-O and O-O-O. ok is false for all other text, which is left to ParseSAN; on these forms both give the same
// answer (tested).
func (p *Position) ParseWord(text uint64, n int) (m Move, err error, ok bool) {
	if last := byte(text >> ((n - 1) * 8 & 63)); last == '+' || last == '#' {
		n--
	}
	if n < 2 || n > 5 {
		return NoMove, nil, false
	}
	end := text >> ((n - 2) * 8 & 63)
	file, rank := byte(end)-'a', byte(end>>8)-'1'
	if file|rank > 7 {
		return p.shortCastle(text, n)
	}
	to := Square(rank<<3 | file)
	if n == 2 {
		m, err = p.resolvePush(to, ^Bitboard(0), NoRole)
		return m, err, true
	}
	first, second := byte(text), byte(text>>8)
	if role := roleOfLetter[first]; role > Pawn {
		if n == 3 {
			second = 'x' // no hint; without a branch
		}
		origin := shortOrigin[second]
		if origin == 0 || n == 5 && (byte(text>>16) != 'x' || second == 'x') {
			return NoMove, nil, false
		}
		m, err = p.resolvePiece(role, to, origin)
		return m, err, true
	}
	if n == 4 && first-'a' <= 7 && second == 'x' && first-'a' != file {
		m, err = p.resolveCapture(to, originOf[first], NoRole)
		return m, err, true
	}
	return NoMove, nil, false
}

// shortCastle is ParseWord for castling.
func (p *Position) shortCastle(text uint64, n int) (m Move, err error, ok bool) {
	const short = 'O' | '-'<<8 | 'O'<<16
	const long = short | '-'<<24 | 'O'<<32
	switch {
	case n == 3 && text&(1<<24-1) == short:
		m, err = p.resolveCastle(true)
	case n == 5 && text&(1<<40-1) == long:
		m, err = p.resolveCastle(false)
	default:
		return NoMove, nil, false
	}
	return m, err, true
}

// roleOfLetter maps the capital letters of SAN to roles.
var roleOfLetter = [256]Role{'P': Pawn, 'N': Knight, 'B': Bishop, 'R': Rook, 'Q': Queen, 'K': King}

// originOf maps a file letter or rank digit to its squares, and everything else to none.
var originOf = makeOriginOf()

func makeOriginOf() (t [256]Bitboard) {
	for i := range 8 {
		t['a'+i] = fileA << i
		t['1'+i] = rankOf(i)
	}
	return t
}

// shortOrigin is originOf with all squares for the capture mark.
var shortOrigin = func() [256]Bitboard {
	t := makeOriginOf()
	t['x'] = ^Bitboard(0)
	return t
}()

// resolve finds the one legal move that a text means.
func (p *Position) resolve(t sanText) (Move, error) {
	switch {
	case t.castle != noCastle:
		return p.resolveCastle(t.castle == castleKingSide)
	case t.origin.single():
		from := t.origin.First()
		if t.role != NoRole && t.role != p.board[from].Role() {
			return NoMove, ErrIllegal
		}
		return p.FindMove(from, t.to, t.promo)
	case t.role > Pawn:
		if t.promo != NoRole {
			return NoMove, ErrIllegal
		}
		return p.resolvePiece(t.role, t.to, t.origin)
	case t.capture:
		return p.resolveCapture(t.to, t.origin, t.promo)
	}
	return p.resolvePush(t.to, t.origin, t.promo)
}

// resolvePiece looks from the target square: the pieces it would attack as one of theirs are the ones that can come.
func (p *Position) resolvePiece(role Role, to Square, origin Bitboard) (Move, error) {
	own := p.colors[p.turn&1]
	candidates := p.roles[role&7] & own & origin & tables.reach[role&7][to&63]
	if candidates == 0 || own.Has(to) {
		return NoMove, ErrIllegal
	}
	if from := candidates.First(); candidates.single() && role != King {
		// Nothing is between the squares of a knight's jump: asking costs less than a branch.
		if between(from, to)&p.Occupied() != 0 || !p.safe(from, to) {
			return NoMove, ErrIllegal
		}
		return NewMove(from, to, NoRole), nil
	}
	return p.resolveAmong(role, to, candidates)
}

// resolveAmong handles what is left: the king, and several pieces that could come.
func (p *Position) resolveAmong(role Role, to Square, candidates Bitboard) (Move, error) {
	if role == King {
		if !p.kingSafe(to) {
			return NoMove, ErrIllegal
		}
		return NewMove(candidates.First(), to, NoRole), nil
	}
	return p.onlySafe(candidates&pieceAttacks(role, to, p.Occupied()), to)
}

// onlySafe picks the candidate that can legally move. A pinned twin does not make a move ambiguous.
func (p *Position) onlySafe(candidates Bitboard, to Square) (Move, error) {
	found := NoMove
	for candidates != 0 {
		var from Square
		if from, candidates = candidates.Pop(); !p.safe(from, to) {
			continue
		}
		if found != NoMove {
			return NoMove, ErrAmbiguous
		}
		found = NewMove(from, to, NoRole)
	}
	if found == NoMove {
		return NoMove, ErrIllegal
	}
	return found, nil
}

// resolvePush finds the pawn that advances to a square.
func (p *Position) resolvePush(to Square, origin Bitboard, promo Role) (Move, error) {
	us := p.turn & 1
	back, start := to-8, Square(3)
	if us == Black {
		back, start = to+8, 4
	}
	if p.Occupied().Has(to) || back > H8 {
		return NoMove, ErrIllegal
	}
	from := back
	if to>>3 == start && !p.Occupied().Has(back) {
		from = 2*back - to
	}
	if p.board[from&63] != MakePiece(us, Pawn) || !origin.Has(from) {
		return NoMove, ErrIllegal
	}
	if !promotionFits(to, promo) || !p.safe(from, to) {
		return NoMove, ErrIllegal
	}
	return NewMove(from, to, promo), nil
}

// resolveCapture finds the pawn that captures on a square.
func (p *Position) resolveCapture(to Square, origin Bitboard, promo Role) (Move, error) {
	us := p.turn & 1
	candidates := tables.pawn[us^1][to&63] & p.roles[Pawn] & p.colors[us] & origin
	if candidates == 0 || !promotionFits(to, promo) {
		return NoMove, ErrIllegal
	}
	if to == p.ep {
		if from := candidates.First(); candidates.single() && p.epSafe(from) {
			return NewMove(from, to, NoRole), nil
		}
		return NoMove, ErrIllegal
	}
	if !p.colors[us^1].Has(to) {
		return NoMove, ErrIllegal
	}
	m, err := p.onlySafe(candidates, to)
	if err != nil {
		return NoMove, err
	}
	return m | NewMove(0, 0, promo), nil
}

func (p *Position) resolveCastle(kingSide bool) (Move, error) {
	rook := p.castlingRook(p.turn&1, kingSide)
	if rook == NoSquare || !p.castleSafe(rook) {
		return NoMove, ErrIllegal
	}
	return NewCastle(p.kings[p.turn&1], rook), nil
}
