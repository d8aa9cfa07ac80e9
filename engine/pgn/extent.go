package pgn

import (
	"bytes"

	"plyquet/engine/board"
)

// span says where the parts of a game lie in a text that begins with it. Games tile their text: white space and
// comments after a result belong to the game before, what comes before the first tag to the first game.
type span struct {
	moves  int          // first byte of the movetext
	result int          // first byte of the result token, or end of the movetext
	end    int          // first byte of the next game
	token  board.Result // what the token says
	found  bool         // there is a result token
}

// extent finds the end of the game at the start of s. It is the only place that decides what a game is; Splitter,
// Reader and skipping all use it. sure is false when more bytes could change the answer.
func extent(s *scan, h *header) (sp span, sure bool) {
	over := h.walk(s)
	sp = s.extentFrom(s.i, over)
	return sp, s.final || !s.short
}

// extentFrom is extent behind the tags, where the movetext begins at moves, or the game is over. What lies between moves
// and s.i has been read: plain moves up to the end of a word.
func (s *scan) extentFrom(moves int, over bool) (sp span) {
	sp.moves, sp.result = moves, s.i
	if !over && (s.loneCR || !s.fastMovetext(&sp)) {
		s.i = moves
		s.movetext(&sp)
	}
	sp.end = s.i
	return sp
}

// movetext walks the moves up to the end of the game: behind a result outside variations, at a line that starts with
// a tag, or at the end of the text.
func (s *scan) movetext(sp *span) {
	sp.found = false
	depth := 0
	for s.i < len(s.b) {
		switch c := s.b[s.i]; class[c] {
		case inWord, nonASCII:
			if s.word(sp, depth) {
				s.afterResult(sp.token)
				return
			}
		case lineEnd:
			s.i++
			if s.newLine() {
				sp.result = s.i
				return
			}
		case white:
			s.i++
		default:
			switch c {
			case '*':
				if depth == 0 {
					sp.found, sp.token, sp.result = true, board.Unknown, s.i
					s.i++
					s.afterResult(sp.token)
					return
				}
				s.i++
			case '{':
				next, closed := s.closeBrace(s.i)
				s.i = next
				if !closed {
					sp.result = s.i
					if s.i == len(s.b) {
						s.short = true
					}
					return
				}
			case ';':
				s.skipLine()
			case '(':
				depth++
				s.i++
			case ')':
				depth = max(0, depth-1)
				s.i++
			default:
				s.i++
			}
		}
	}
	s.short = true
	sp.result = s.i
}

// word moves behind the word or blank rune at s.i and reports whether it was a result outside variations.
func (s *scan) word(sp *span, depth int) bool {
	if s.b[s.i] >= 0x80 {
		if n := s.blankRune(); n > 0 {
			s.i += n
			return false
		}
	}
	from := s.i
	s.i = s.wordEnd(from)
	if depth > 0 {
		return false
	}
	res, ok := s.spacedResult(from)
	if !ok {
		if res, ok = resultWord(s.b[from:s.i]); !ok {
			return false
		}
	}
	sp.found, sp.token, sp.result = true, res, from
	return true
}

// newLine handles what is only meant at the start of a line: a byte-order mark, an escaped line, a tag. It reports
// that the next game begins at s.i.
func (s *scan) newLine() bool {
	switch s.at(s.i) {
	case '%':
		s.skipLine()
	case '[':
		return s.isTag(s.i)
	case ' ', '\t':
		if i := s.blanks(s.i); s.at(i) == '[' && s.isTag(i) {
			s.i = i
			return true
		}
	case utf8Mark[0]:
		if s.at(s.i+1) == utf8Mark[1] && s.at(s.i+2) == utf8Mark[2] {
			if s.isTag(s.i + len(utf8Mark)) {
				return true
			}
			s.i += len(utf8Mark)
		}
	}
	return false
}

// spacedResult reads "1 - 0" at from, whose first word ends at s.i, and moves behind it.
func (s *scan) spacedResult(from int) (board.Result, bool) {
	first := s.b[from:s.i]
	if len(first) > 3 || s.at(s.i) > ' ' || !(first[0]-'0' < 2 || first[0] >= 0x80) {
		return board.Unknown, false
	}
	dash := s.blanks(s.i)
	if c := s.at(dash); dash == s.i || (c != '-' && c < 0x80) {
		return board.Unknown, false
	}
	dashEnd := s.wordEnd(dash)
	last := s.blanks(dashEnd)
	lastEnd := s.wordEnd(last)
	if last == dashEnd || dashEnd-dash > 3 || lastEnd-last > 3 {
		return board.Unknown, false
	}
	var joined [9]byte
	w := append(append(append(joined[:0], first...), s.b[dash:dashEnd]...), s.b[last:lastEnd]...)
	res, ok := resultWord(w)
	if ok {
		s.i = lastEnd
	}
	return res, ok
}

// afterResult moves over what still belongs to a game that has ended: white space, comments, annotations, words that
// cannot begin a game, the same result once more. It stops at a tag or at what looks like the first move of a game
// without tags.
func (s *scan) afterResult(token board.Result) {
	for s.i < len(s.b) {
		switch c := s.b[s.i]; class[c] {
		case lineEnd:
			s.i++
			if s.newLine() {
				return
			}
		case white:
			s.i++
		case special:
			if c == '*' || (c == '[' && isNameByte(s.at(s.blanks(s.i+1)))) {
				return
			}
			s.special(c)
		default:
			if n := 0; c >= 0x80 {
				if n = s.blankRune(); n > 0 {
					s.i += n
					continue
				}
			}
			end := s.wordEnd(s.i)
			w := s.b[s.i:end]
			if again, ok := resultWord(w); beginsGame(w) && !(ok && again == token) {
				return
			}
			s.i = end
		}
	}
	s.short = true
}

// special moves over a comment, a numeric annotation or a stray sign.
func (s *scan) special(c byte) {
	switch c {
	case '{':
		s.i, _ = s.closeBrace(s.i)
	case ';':
		s.skipLine()
	case '$':
		s.i++
		for isDigit(s.at(s.i)) {
			s.i++
		}
	default:
		s.i++
	}
}

// beginsGame reports whether a word may be the first of a game without tags: a number, a move, a result. A "%" never
// begins one: at the start of a text it would begin an escaped line.
func beginsGame(w []byte) bool {
	if w[0] == '%' {
		return false
	}
	if bytes.ContainsAny(w, "0123456789½") {
		return true
	}
	return len(w) >= 3 && (w[0]|0x20) == 'o' && w[1] == '-'
}
