package pgn

import "bytes"

// scan is a position in a text that begins at the start of a game. Every look beyond the end of the bytes sets short:
// what has been concluded then holds only if the text really ends there (final).
type scan struct {
	b     []byte
	i     int
	final bool
	short bool
	// loneCR says that the text may have line ends of a single CR, which the fast paths do not know.
	loneCR bool
}

func (s *scan) at(i int) byte {
	if i < len(s.b) {
		return s.b[i]
	}
	s.short = true
	return 0
}

// wordEnd returns the end of the word that starts at i.
func (s *scan) wordEnd(i int) int {
	for b := s.b; i < len(b) && class[b[i]] == inWord; {
		i++
	}
	for i < len(s.b) {
		switch class[s.b[i]] {
		case inWord:
			i++
		case nonASCII:
			kind, size := runeKind(s.b[i:])
			if kind == white {
				return i
			}
			i += size
		default:
			return i
		}
	}
	s.short = true
	return i
}

// skipLine moves to the line end that ends the line.
func (s *scan) skipLine() {
	for s.i < len(s.b) && class[s.b[s.i]] != lineEnd {
		s.i++
	}
	if s.i == len(s.b) {
		s.short = true
	}
}

// lineStarts reports whether position i is the first of a line.
func (s *scan) lineStarts(i int) bool { return i == 0 || class[s.b[i-1]] == lineEnd }

// isTag reports whether a tag pair begins at i: [ Name "
func (s *scan) isTag(i int) bool {
	if s.at(i) != '[' {
		return false
	}
	i = s.blanks(i + 1)
	from := i
	for isNameByte(s.at(i)) && i-from < maxTagName {
		i++
	}
	return i > from && s.at(s.blanks(i)) == '"'
}

// blanks skips spaces and tabs, at most as many as a person would write.
func (s *scan) blanks(i int) int {
	for n := 0; n < 64 && (s.at(i) == ' ' || s.at(i) == '\t'); n++ {
		i++
	}
	return i
}

// closeBrace finds the end of the comment whose brace stands at open: the position behind the next closing brace, or
// closed = false and the position where the text goes on after a comment that is never closed.
//
// By the letter of the standard an unclosed comment swallows the games up to the next closing brace. It is cut where
// an empty line and a tag stand inside, provided another comment is opened between there and the closing brace: a
// header quoted in a comment is left alone. The search goes from opening brace to opening brace, so that a file full
// of unclosed comments is still read in linear time.
func (s *scan) closeBrace(open int) (next int, closed bool) {
	const usual = 512
	near := s.b[open+1 : min(len(s.b), open+1+usual)]
	if c := bytes.IndexByte(near, '}'); c >= 0 && bytes.IndexByte(near[:c], '{') < 0 {
		return open + 1 + c + 1, true
	}
	for from := open + 1; ; {
		o := bytes.IndexByte(s.b[from:], '{')
		stretch := s.b[from:]
		if o >= 0 {
			stretch = stretch[:o]
		}
		if c := bytes.IndexByte(stretch, '}'); c >= 0 {
			return from + c + 1, true
		}
		if o < 0 {
			s.short = true
			if p := s.emptyLineTag(open+1, len(s.b)); p >= 0 {
				return p, false
			}
			return len(s.b), false
		}
		// The tag may lie in an earlier stretch only if that one was already refused: looking at this one is enough,
		// with the line before it.
		if p := s.emptyLineTag(from, from+o); p >= 0 {
			return p, false
		}
		from += o + 1
	}
}

// emptyLineTag returns the first position in [lo, hi) where a tag begins a line after an empty line, or -1.
func (s *scan) emptyLineTag(lo, hi int) int {
	for i := lo; i < hi; {
		n := bytes.IndexByte(s.b[i:hi], '[')
		if n < 0 {
			return -1
		}
		i += n
		if s.afterEmptyLine(i, lo) && s.isTag(i) {
			return i
		}
		i++
	}
	return -1
}

// afterEmptyLine reports whether i starts a line and the line before it, not reaching below lo, is empty or white.
func (s *scan) afterEmptyLine(i, lo int) bool {
	if i >= lo+3 && bytes.Equal(s.b[i-3:i], utf8Mark) {
		i -= 3
	}
	if i <= lo || class[s.b[i-1]] != lineEnd {
		return false
	}
	i--
	if s.b[i] == '\n' && i > lo && s.b[i-1] == '\r' {
		i--
	}
	for i > lo && class[s.b[i-1]] == white {
		i--
	}
	return i > lo && class[s.b[i-1]] == lineEnd
}
