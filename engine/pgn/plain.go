package pgn

import (
	"encoding/binary"
	"math/bits"
)

// plainMoves reads moves for as long as they are written as nearly all are: short, with blank in front and behind and
// perhaps a number. It stops in front of everything else, which is for token; what it reads, token would read alike.
//
// A word comes from one load of eight bytes and without a loop, for where a word ends is what the processor foretells
// worst.
func (r *Reader) plainMoves(s *scan) {
	g := &r.game
	for len(g.Moves) < r.opt.MaxPlies {
		if !s.moveStart() {
			return
		}
		x := binary.LittleEndian.Uint64(s.b[s.i:])
		blank := (x - (' '+1)*ones) &^ x & highs // marks bytes up to ' '; a borrow can only add marks above the first
		n := bits.TrailingZeros64(blank) / 8
		m, err, ok := g.Final.ParseWord(x, n)
		if !ok || err != nil {
			return
		}
		r.play(m, r.at+s.i, n)
		s.i += n
	}
}

// moveStart moves s behind blanks, line ends and numbers and reports whether a word of letters begins there. It needs
// eight bytes to look at.
func (s *scan) moveStart() bool {
	b, i := s.b, s.i
	for ; i+8 <= len(b); i++ {
		switch c := b[i]; {
		case c > '9':
			s.i = i
			return isLetter(c)
		case c == ' ':
		case c == '.' && (b[i+1] == ' ' || b[i+1] == '.' || isLetter(b[i+1])): // ". e4", "..e5"; others are odd words
		case isDigit(c):
			end := s.numberEnd(i)
			if end == len(b) || b[end] != '.' { // castling with zeros, a result, a number without a dot
				s.i = i
				return false
			}
			for i = end; i+1 < len(b) && b[i+1] == '.'; i++ {
			}
		case (c == '\n' || c == '\r') && (nameByte[b[i+1]] || class[b[i+1]] == lineEnd): // other signs may mean something at the start of a line
		default:
			s.i = i
			return false
		}
	}
	s.i = i
	return false
}
