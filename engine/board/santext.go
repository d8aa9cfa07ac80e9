package board

// sanText is a move's text taken apart, before any position is asked.
type sanText struct {
	castle  castleSide
	role    Role     // NoRole: no letter, so a pawn or a coordinate move
	origin  Bitboard // where the piece may come from
	to      Square
	promo   Role // King stands for an impossible piece
	capture bool // a pawn that changes its file
}

type castleSide uint8

const (
	noCastle castleSide = iota
	castleKingSide
	castleQueenSide
)

// readSAN takes a text without trailing marks apart. It is the general twin of ParseWord.
func readSAN(s []byte) (sanText, error) {
	if side := readCastle(s); side != noCastle {
		return sanText{castle: side}, nil
	}
	switch string(s) { // no allocation: only compared
	case "--", "Z0", "0000", "null", "pass", "@@@@", "<>":
		return sanText{}, ErrNullMove
	}
	t := sanText{}
	if len(s) > 0 && roleOfLetter[s[0]] != NoRole {
		t.role, s = roleOfLetter[s[0]], s[1:]
	}
	if len(s) > 0 && s[0] == '@' {
		return sanText{}, ErrDrop
	}
	squares, n, rest := readSquares(s, t.role != NoRole)
	if !t.place(squares, n) || !t.readSuffix(rest) {
		return sanText{}, ErrSyntax
	}
	return t, nil
}

// readSquares collects up to four file letters and rank digits, each perhaps behind one mark of capture or dash. It
// stops at the first byte that belongs to a promotion or an "e.p.", and returns n = 0 for what cannot be a move.
func readSquares(s []byte, afterLetter bool) (squares [4]byte, n int, rest []byte) {
	for len(s) > 0 && (n == 0 || !isSuffix(s, squares[n-1])) {
		if n > 0 || afterLetter {
			s = s[separatorSize(s):]
		}
		if len(s) == 0 || originOf[s[0]] == 0 {
			return squares, n, s
		}
		if n == len(squares) {
			return squares, 0, s
		}
		squares[n], n, s = s[0], n+1, s[1:]
	}
	return squares, n, s
}

// separatorSize is the length of a capture mark or dash in front of a file letter or rank digit, else 0.
func separatorSize(s []byte) int {
	size := dashSize(s)
	if s[0] == 'x' || s[0] == ':' {
		size = 1
	}
	if size < len(s) && originOf[s[size]] != 0 {
		return size
	}
	return 0
}

// isSuffix reports whether a letter that could be a file starts "ep", or is a promotion to a bishop in small letters.
func isSuffix(s []byte, last byte) bool {
	if last > '9' {
		return false
	}
	return s[0] == 'b' && len(s) == 1 || s[0] == 'e' && len(s) > 1 && (s[1] == 'p' || s[1] == '.')
}

// dashSize is the length of a dash at the start of s: hyphen, en dash and em dash in UTF-8 or Windows-1252; else 0.
func dashSize(s []byte) int {
	switch {
	case s[0] == '-' || s[0] == 0x96 || s[0] == 0x97:
		return 1
	case len(s) > 2 && s[0] == 0xe2 && s[1] == 0x80 && 0x90 <= s[2] && s[2] <= 0x95:
		return 3
	}
	return 0
}

// place sorts the letters and digits into origin and target: the target is the last two.
func (t *sanText) place(squares [4]byte, n int) bool {
	if n < 2 || squares[n-2] < 'a' || squares[n-1] > '8' {
		return false
	}
	t.to = squareOf(squares[n-2], squares[n-1])
	t.origin = ^Bitboard(0)
	for _, c := range squares[:n-2] {
		t.origin &= originOf[c]
	}
	t.capture = t.origin&(fileA<<(t.to&7)) == 0
	return t.origin != 0 && (n < 4 || squares[0] >= 'a')
}

// readSuffix reads a promotion or "e.p." up to the end of the text.
func (t *sanText) readSuffix(s []byte) bool {
	switch string(s) {
	case "":
		return true
	case "ep", "e.p.", "e.p", "/ep", "/e.p.":
		return t.role <= Pawn
	}
	if s[0] == '=' || s[0] == '/' || s[0] == '(' {
		s = s[1:]
	}
	if len(s) == 2 && s[1] == ')' {
		s = s[:1]
	}
	if len(s) != 1 {
		return false
	}
	t.promo = roleOfLetter[s[0]&^0x20]
	return t.promo != NoRole
}

// readCastle recognises two or three letters O, o or zeros, with dashes between them or (letters only) without.
func readCastle(s []byte) castleSide {
	if len(s) == 0 || s[0] != 'O' && s[0] != 'o' && s[0] != '0' {
		return noCastle
	}
	letter, n := s[0], 0
	for len(s) > 0 && s[0] == letter {
		n++
		if s = s[1:]; len(s) == 0 {
			break
		}
		size := dashSize(s)
		if size == 0 && letter == '0' {
			return noCastle
		}
		s = s[size:]
		if len(s) == 0 {
			return noCastle
		}
	}
	switch {
	case len(s) == 0 && n == 2:
		return castleKingSide
	case len(s) == 0 && n == 3:
		return castleQueenSide
	}
	return noCastle
}
