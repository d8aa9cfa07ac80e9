package pgn

import (
	"encoding/binary"
	"math/bits"

	"plyquet/engine/board"
)

// fastMovetext is movetext for ordinary games: it looks at 64 bytes at a time and gives up (false) on everything that is
// not plain: line comments, escaped lines, letters outside ASCII, braces within comments, odd results. Where it answers, it
// answers as movetext does; a fuzz target holds it to that.
func (s *scan) fastMovetext(sp *span) bool {
	p := place{words: s.i, brace: -1}
	for s.i < len(s.b) {
		switch s.fastBlock(sp, &p) {
		case gaveUp:
			return false
		case sawEnd:
			return s.final || !s.short
		}
	}
	sp.result = s.i
	s.short = true
	return s.final && p.brace < 0
}

// place says what lies before the bytes at hand.
type place struct {
	words int // words begin here or later: behind the last comment or variation
	brace int // where the comment began that is not yet closed; -1: there is none
}

type sighting uint8

const (
	sawNothing sighting = iota
	sawEnd              // of the game: s.i is behind it
	gaveUp
)

const blockLen = 64 // a bit for each byte

// fastBlock reads 64 bytes, or more where a comment, a variation or a word lies across.
func (s *scan) fastBlock(sp *span, p *place) sighting {
	from, m := s.i, s.marks()
	todo, plain := p.outside(&m, from)
	if !plain {
		return gaveUp
	}
	for todo != 0 {
		lowest := todo & -todo
		at := from + bits.TrailingZeros64(lowest)
		s.i = at + 1
		var saw sighting
		switch {
		case m.open&lowest != 0:
			saw = s.fastComment(p, &m, lowest, from)
		case m.lines&lowest != 0:
			saw = s.fastLine(sp)
		default:
			saw = s.fastHit(sp, p, at)
		}
		if saw != sawNothing || s.i >= from+blockLen {
			return saw
		}
		todo &= ^uint64(0) << (s.i - from)
	}
	s.i = min(from+blockLen, len(s.b))
	return sawNothing
}

// marks marks the bytes at s.i.
func (s *scan) marks() (m marks) {
	if len(s.b)-s.i >= blockLen {
		findMarks((*[blockLen]byte)(s.b[s.i:]), &m)
		return m
	}
	var rest [blockLen]byte // zeros have no mark
	copy(rest[:], s.b[s.i:])
	findMarks(&rest, &m)
	return m
}

// outside is the marks of the bytes at from that lie behind a comment which goes on from before.
func (p *place) outside(m *marks, from int) (todo uint64, plain bool) {
	todo = m.open | m.lines | m.hits
	if p.brace < 0 {
		return todo, true
	}
	last, plain := m.commentEnd(^uint64(0))
	if last == 0 {
		return 0, plain
	}
	p.words, p.brace = from+bits.TrailingZeros64(last)+1, -1
	return todo & -last, plain
}

// commentEnd is the mark of the brace that closes a comment whose bytes are inside; 0: it goes on behind them. It is not
// plain if another brace is opened in it: then the comment may be one that is never closed.
func (m *marks) commentEnd(inside uint64) (last uint64, plain bool) {
	closes := m.close & inside
	last = closes & -closes
	return last, m.open&inside&(last-1) == 0
}

// fastComment moves behind the comment that begins at the mark open of the bytes at from, or behind these.
func (s *scan) fastComment(p *place, m *marks, open uint64, from int) sighting {
	last, plain := m.commentEnd(-open << 1)
	switch {
	case !plain:
		return gaveUp
	case last == 0:
		p.brace = s.i - 1
		s.i = from + blockLen
	default:
		s.i = from + bits.TrailingZeros64(last) + 1
		p.words = s.i
	}
	return sawNothing
}

// fastLine looks at what is only meant at the start of a line.
func (s *scan) fastLine(sp *span) sighting {
	if s.i == len(s.b) {
		return sawNothing
	}
	switch s.b[s.i] {
	case '[':
		if s.isTag(s.i) {
			sp.result = s.i
			return sawEnd
		}
	case '%', utf8Mark[0]:
		return gaveUp
	case ' ', '\t':
		if s.at(s.blanks(s.i)) == '[' {
			return gaveUp
		}
	}
	return sawNothing
}

// fastHit looks at the hit at i and moves s.i behind what it is.
func (s *scan) fastHit(sp *span, p *place, i int) sighting {
	switch s.b[i] {
	case '*':
		sp.found, sp.token, sp.result = true, board.Unknown, i
		s.afterResult(sp.token)
		return sawEnd
	case '-', '/':
		return s.fastWord(sp, p.words, i)
	case '(':
		s.i = i
		saw := s.fastVariation()
		p.words = s.i
		return saw
	}
	return gaveUp
}

// fastWord looks for a result in the word around the dash or slash at i. The word begins at words or later.
func (s *scan) fastWord(sp *span, words, i int) sighting {
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
	return sawEnd
}

// fastVariation moves behind the variation at s.i. It gives up on what only the start of a line or of a rest of a line
// can mean.
func (s *scan) fastVariation() sighting {
	for depth := 0; s.i < len(s.b); {
		from, m := s.i, s.marks()
		s.i = min(from+blockLen, len(s.b))
		for todo := m.open | m.lines | m.hits | s.closingParens(from); todo != 0; {
			lowest := todo & -todo
			at := from + bits.TrailingZeros64(lowest)
			end := at + 1
			switch s.b[at] {
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					s.i = end
					return sawNothing
				}
			case '{':
				var closed bool
				if end, closed = s.closeBrace(at); !closed {
					return gaveUp
				}
			case ';':
				return gaveUp
			case '\n':
				if c := s.at(s.blanks(end)); c == '[' || c == '%' || c == utf8Mark[0] {
					return gaveUp
				}
			}
			if end >= from+blockLen {
				s.i = end
				break
			}
			todo &= ^uint64(0) << (end - from)
		}
	}
	return gaveUp
}

// closingParens marks the closing parentheses of the 64 bytes at from. They matter in variations alone: marks is faster
// without them.
func (s *scan) closingParens(from int) (m uint64) {
	text := s.b[from:min(len(s.b), from+blockLen)]
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
