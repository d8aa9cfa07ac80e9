package pgn

import (
	"bytes"
)

// maxDepth is how many variations may lie in each other. Depth costs nothing; more than this is damage.
const maxDepth = 1000

// movetext resolves the main line of b, the movetext without its result, behind the moves that have been read ahead.
func (r *Reader) movetext(b []byte) {
	s := scan{b: b, i: r.movesEnd(), final: true}
	for {
		if !r.tokenByToken {
			r.plainMoves(&s)
		}
		if len(r.game.Moves) >= r.opt.MaxPlies {
			r.lastMove(&s)
			return
		}
		if s.i >= len(b) || !r.token(&s) {
			return
		}
	}
}

// token reads the next word, sign or piece of white space. It reports whether reading goes on: not after a fault.
func (r *Reader) token(s *scan) bool {
	switch c := s.b[s.i]; class[c] {
	case inWord:
		return isDigit(c) && s.moveNumber() || r.nextWord(s)
	case white:
		s.i++
	case lineEnd:
		s.i++
		s.newLine()
	case nonASCII:
		if n := s.blankRune(); n > 0 {
			s.i += n
		} else {
			return r.nextWord(s)
		}
	default:
		return r.special(s)
	}
	return true
}

func (r *Reader) nextWord(s *scan) bool {
	from := s.i
	s.i = s.sanEnd(from)
	return r.word(s.b[from:s.i], from)
}

// lastMove looks at what follows the last move that is wanted.
func (r *Reader) lastMove(s *scan) {
	if r.opt.MaxPlies == MaxPlies {
		r.overlong(s)
	}
	if !r.opt.MovesOnly {
		r.annotations(s)
	}
}

// numberEnd is the end of the digits that start at i.
func (s *scan) numberEnd(i int) int {
	for i < len(s.b) && isDigit(s.b[i]) {
		i++
	}
	return i
}

// moveNumber moves behind a number and its dots, and reports whether there was one. "0-0" and "1-0" are none.
func (s *scan) moveNumber() bool {
	i := s.numberEnd(s.i)
	switch {
	case i == len(s.b):
	case s.b[i] == '.':
		for i < len(s.b) && s.b[i] == '.' {
			i++
		}
	case class[s.b[i]] == inWord || s.b[i] >= 0x80 && !s.blankAt(i):
		if s.b[i] == '-' || s.b[i] == '/' || s.b[i] >= 0x80 { // castling with zeros; a result that is glued
			return false
		}
	}
	s.i = i
	return true
}

func (s *scan) blankAt(i int) bool {
	kind, _ := runeKind(s.b[i:])
	return kind == white
}

// sanEnd is the end of the word at i; a promotion in parentheses belongs to its move.
func (s *scan) sanEnd(i int) int {
	end := s.wordEnd(i)
	if end-i >= 2 && end+2 < len(s.b) && s.b[end] == '(' && s.b[end+2] == ')' &&
		(s.b[end-1] == '8' || s.b[end-1] == '1') && bytes.IndexByte([]byte("QRBNqrbn"), s.b[end+1]) >= 0 {
		return s.wordEnd(end + 3)
	}
	return end
}

// special handles a sign that is no word. It reports whether reading goes on.
func (r *Reader) special(s *scan) bool {
	switch s.b[s.i] {
	case '{':
		from := s.i
		next, closed := s.closeBrace(s.i)
		s.i = next
		if !closed {
			r.fail(UnterminatedComment, r.at+from, s.b[from:min(len(s.b), from+20)])
			return false
		}
		if !r.opt.MovesOnly {
			r.comment(s.b[from+1 : next-1])
		}
	case ';':
		from := s.i
		s.skipLine()
		if !r.opt.MovesOnly {
			r.comment(s.b[from+1 : s.i])
		}
	case '(':
		return r.variation(s)
	case '$':
		s.i++
		n := 0
		for ; s.i < len(s.b) && isDigit(s.b[s.i]); s.i++ {
			n = min(n*10+int(s.b[s.i]-'0'), 1000)
		}
		r.glyph(n)
	default: // stray brackets, braces and quotes
		s.i++
	}
	return true
}

// variation moves behind the variation at s.i.
func (r *Reader) variation(s *scan) bool {
	from, depth := s.i, 0
	for s.i < len(s.b) {
		switch c := s.b[s.i]; {
		case c == '(':
			if depth++; depth > maxDepth {
				r.fail(TooDeep, r.at+s.i, s.b[s.i:s.i+1])
				return false
			}
		case c == ')':
			if depth--; depth == 0 {
				s.i++
				return true
			}
		case c == '{':
			next, closed := s.closeBrace(s.i)
			if !closed {
				r.fail(UnterminatedComment, r.at+s.i, s.b[s.i:min(len(s.b), s.i+20)])
				return false
			}
			s.i = next
			continue
		case c == ';':
			s.skipLine()
			continue
		case class[c] == lineEnd:
			s.i++
			s.newLine()
			continue
		}
		s.i++
	}
	r.fail(UnterminatedVariation, r.at+from, s.b[from:min(len(s.b), from+20)])
	return false
}

// annotations reads what stands behind the last move that is wanted, up to the next move.
func (r *Reader) annotations(s *scan) {
	for s.i < len(s.b) {
		switch c := s.b[s.i]; class[c] {
		case white, lineEnd:
			s.i++
		case special:
			if c == '(' || !r.special(s) {
				return
			}
		default:
			return
		}
	}
}

// overlong fails the game if another move follows the longest main line that is kept.
func (r *Reader) overlong(s *scan) {
	for i := s.i; i < len(s.b); i++ {
		if class[s.b[i]] == inWord {
			r.fail(TooLong, r.at+i, s.b[i:s.wordEnd(i)])
			return
		}
		if class[s.b[i]] == special {
			return
		}
	}
}
