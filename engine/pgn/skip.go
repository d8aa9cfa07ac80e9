package pgn

import (
	"encoding/binary"
	"math/bits"

	"plyquet/engine/board"
)

// fastMovetext is movetext for ordinary games: it looks at 64 bytes at a time and gives up (false) on everything that is
// not plain: line comments, escaped lines, letters outside ASCII, odd results. Where it answers, it answers as movetext
// does; a fuzz target holds it to that.
func (s *scan) fastMovetext(sp *span) bool {
	words := s.i // words begin here or later: behind the last comment or variation
	brace := -1  // of a comment that goes on from the bytes before
	for s.i < len(s.b) {
		from, m := s.i, s.marks()
		s.i = min(from+len64, len(s.b))
		todo := m.open | m.lines | m.hits
		if brace >= 0 {
			last, plain := m.commentEnd(^uint64(0))
			if !plain {
				return false
			}
			if last == 0 {
				continue
			}
			words, brace = from+bits.TrailingZeros64(last)+1, -1
			todo &= -last
		}
		for todo != 0 {
			lowest := todo & -todo
			at := from + bits.TrailingZeros64(lowest)
			end := at + 1 // where to go on
			switch {
			case m.open&lowest != 0:
				last, plain := m.commentEnd(-lowest << 1)
				if !plain {
					return false
				}
				if last == 0 {
					brace, end = at, s.i
				} else {
					end = from + bits.TrailingZeros64(last) + 1
				}
				words = end
			case m.lines&lowest != 0:
				switch s.lineStart(end) {
				case gaveUp:
					return false
				case sawTag:
					s.i, sp.result = end, end
					return s.final || !s.short
				}
			default:
				switch s.fastHit(sp, words, at) {
				case gaveUp:
					return false
				case sawResult:
					return s.final || !s.short
				case sawVariation:
					words = s.i
				}
				end = s.i
			}
			if end >= from+len64 {
				s.i = end
				break
			}
			s.i = min(from+len64, len(s.b))
			todo &= ^uint64(0) << (end - from)
		}
	}
	sp.result = s.i
	s.short = true
	return s.final && brace < 0
}

// commentEnd is the mark of the brace that closes a comment whose bytes are inside; 0: it goes on behind them. It is not
// plain if another brace is opened in it: then the comment may be one that is never closed.
func (m *marks) commentEnd(inside uint64) (last uint64, plain bool) {
	closes := m.close & inside
	last = closes & -closes
	return last, m.open&inside&(last-1) == 0
}

const len64 = 64

// marks marks the bytes at s.i.
func (s *scan) marks() (m marks) {
	if len(s.b)-s.i >= len64 {
		findMarks((*[len64]byte)(s.b[s.i:]), &m)
		return m
	}
	var rest [len64]byte // zeros have no mark
	copy(rest[:], s.b[s.i:])
	findMarks(&rest, &m)
	return m
}

type sighting uint8

const (
	sawNothing   sighting = iota
	sawTag                // there is a tag
	sawResult             // s.i is behind the game
	sawVariation          // s.i is behind it
	gaveUp
)

// lineStart looks at what is only meant at the start of a line.
func (s *scan) lineStart(i int) sighting {
	if i == len(s.b) {
		return sawNothing
	}
	switch s.b[i] {
	case '[':
		if s.isTag(i) {
			return sawTag
		}
	case '%', utf8Mark[0]:
		return gaveUp
	case ' ', '\t':
		if s.at(s.blanks(i)) == '[' {
			return gaveUp
		}
	}
	return sawNothing
}

// fastHit looks at the hit at i and moves s.i behind what it is. No word that it is a part of begins before words.
func (s *scan) fastHit(sp *span, words, i int) sighting {
	switch c := s.b[i]; c {
	case '*':
		sp.found, sp.token, sp.result = true, board.Unknown, i
		s.i = i + 1
		s.afterResult(sp.token)
		return sawResult
	case '-', '/':
		return s.fastWord(sp, words, i)
	case '(':
		s.i = i
		return s.fastVariation()
	}
	return gaveUp
}

// fastWord looks for a result in the word around the dash or slash at i.
func (s *scan) fastWord(sp *span, words, i int) sighting {
	s.i = i + 1
	if s.b[i] == '-' && i > words && s.b[i-1] == 'O' { // castling
		return sawNothing
	}
	from := i
	for from > words && class[s.b[from-1]] == inWord {
		from--
	}
	s.i = s.wordEnd(i)
	w := s.b[from:s.i]
	if w[0] == '-' || len(w) == 1 || (s.b[i] == '/' && len(w) == 3) { // "1 - 0", "1 -0", "1/2 - 1/2", "1/2"
		return gaveUp
	}
	result, ok := resultWord(w)
	if !ok {
		return sawNothing
	}
	sp.found, sp.token, sp.result = true, result, from
	s.afterResult(result)
	return sawResult
}

// fastVariation moves behind the variation at s.i. It gives up on what only the start of a line or of a rest of a line
// can mean.
func (s *scan) fastVariation() sighting {
	for depth := 0; s.i < len(s.b); {
		from, m, parens := s.i, s.marks(), s.closingParens()
		s.i = min(from+len64, len(s.b))
		for todo := m.open | m.lines | m.hits | parens; todo != 0; {
			lowest := todo & -todo
			at := from + bits.TrailingZeros64(lowest)
			end := at + 1
			switch s.b[at] {
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					s.i = end
					return sawVariation
				}
			case '{':
				last, plain := m.commentEnd(-lowest << 1)
				if last == 0 || !plain {
					var closed bool
					if end, closed = s.closeBrace(at); !closed {
						return gaveUp
					}
				} else {
					end = from + bits.TrailingZeros64(last) + 1
				}
			case ';':
				return gaveUp
			case '\n':
				if c := s.at(s.blanks(end)); c == '[' || c == '%' || c == utf8Mark[0] {
					return gaveUp
				}
			}
			if end >= from+len64 {
				s.i = end
				break
			}
			todo &= ^uint64(0) << (end - from)
		}
	}
	return gaveUp
}

// closingParens marks the closing parentheses of the 64 bytes at s.i. They matter in variations alone: marks is faster
// without them.
func (s *scan) closingParens() (m uint64) {
	text := s.b[s.i:min(len(s.b), s.i+len64)]
	i := 0
	for ; i+8 <= len(text); i += 8 {
		m |= gather(equal(binary.LittleEndian.Uint64(text[i:]), ')')) << i
	}
	for ; i < len(text); i++ {
		if text[i] == ')' {
			m |= 1 << i
		}
	}
	return m
}
