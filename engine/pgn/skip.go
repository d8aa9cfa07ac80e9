package pgn

import (
	"bytes"
	"encoding/binary"

	"plyquet/engine/board"
)

// fastMovetext is movetext for ordinary games: it finds the end with searches of many bytes at a time and gives up
// (false) on everything that is not plain: line comments, escaped lines, letters outside ASCII, odd results. Where it
// answers, it answers as movetext does; a fuzz target holds it to that.
func (s *scan) fastMovetext(sp *span) bool {
	// A window bounds what is looked at before the first result is found, so that a file of short games without
	// tags costs no more than its length times a constant.
	const window = 4096
	for s.i < len(s.b) {
		stop, isTag, ok := s.fastStop(min(len(s.b), s.i+window))
		if !ok {
			return false
		}
		done, ok := s.fastText(sp, stop)
		if !ok || s.short && !s.final {
			return false
		}
		if done {
			return true
		}
		if isTag && s.i == stop {
			sp.result = stop
			return true
		}
	}
	sp.result = s.i
	s.short = true
	return s.final
}

// fastStop returns the next place up to which text can be read without thinking of lines: a tag at a line start, or
// the last blank before limit.
func (s *scan) fastStop(limit int) (stop int, isTag, ok bool) {
	for k := s.i; ; {
		n := bytes.IndexByte(s.b[k:limit], '\n')
		if n < 0 {
			break
		}
		k += n + 1
		if k == len(s.b) {
			break
		}
		switch s.b[k] {
		case '[':
			if s.isTag(k) {
				return k, true, true
			}
		case '%', utf8Mark[0]:
			return 0, false, false
		case ' ', '\t':
			if s.at(s.blanks(k)) == '[' {
				return 0, false, false
			}
		}
		if k >= limit {
			break
		}
	}
	if limit == len(s.b) {
		return limit, false, s.final
	}
	last := bytes.LastIndexByte(s.b[s.i:limit], ' ')
	if nl := bytes.LastIndexByte(s.b[s.i:limit], '\n'); nl > last {
		last = nl
	}
	return s.i + last, false, last > 0
}

// fastText reads up to stop or beyond it, when a comment or a variation lies across. done: the game has ended and s.i is
// behind it.
func (s *scan) fastText(sp *span, stop int) (done, ok bool) {
	for s.i < stop {
		if i := s.nextStop(min(stop, s.i+nearby)); i < stop && s.b[i] == '{' {
			next, closed := s.closeBrace(i)
			if !closed {
				return false, false
			}
			s.i = next
			continue
		}
		seg := s.b[s.i:stop]
		o := bytes.IndexByte(seg, '{')
		if o >= 0 {
			seg = seg[:o]
		}
		switch s.fastResult(sp, seg) {
		case gaveUp:
			return false, false
		case sawResult:
			return true, true
		case sawVariation:
			continue
		}
		s.i += len(seg)
		if o < 0 {
			return false, true
		}
		next, closed := s.closeBrace(s.i)
		if !closed {
			return false, false
		}
		s.i = next
	}
	return false, true
}

// nearby is how far a comment is looked for byte by byte: where clocks stand behind every move, the next one is a few
// bytes away, and a search of many bytes at a time would cost more in calls than it saves.
const nearby = 24

// nextStop returns the next position before limit of a byte of hit or an opening brace, else limit.
func (s *scan) nextStop(limit int) int {
	i := s.i
	for b := s.b[:limit]; i < len(b) && !hit[b[i]] && b[i] != '{'; {
		i++
	}
	return i
}

type sighting uint8

const (
	sawNothing   sighting = iota
	sawResult             // s.i is behind the game
	sawVariation          // s.i is behind it
	gaveUp
)

// fastResult looks for a result in seg, which starts at s.i, holds no comment and begins and ends between words.
func (s *scan) fastResult(sp *span, seg []byte) sighting {
	for k := 0; ; k++ {
		n := nextHit(seg[k:])
		if n < 0 {
			return sawNothing
		}
		k += n
		switch c := seg[k]; {
		case c == '-' && k > 0 && seg[k-1] == 'O': // castling
			continue
		case c == '*':
			sp.found, sp.token, sp.result = true, board.Unknown, s.i+k
			s.i += k + 1
		case c == '-' || c == '/':
			from, end := k, s.wordEnd(s.i+k)
			for from > 0 && class[seg[from-1]] == inWord {
				from--
			}
			w := s.b[s.i+from : end]
			if w[0] == '-' || len(w) == 1 || (c == '/' && len(w) == 3) { // "1 - 0", "1 -0", "1/2 - 1/2", "1/2"
				return gaveUp
			}
			res, isResult := resultWord(w)
			if !isResult {
				continue
			}
			sp.found, sp.token, sp.result = true, res, s.i+from
			s.i = end
		case c == '(':
			s.i += k
			return s.fastVariation()
		default:
			return gaveUp
		}
		s.afterResult(sp.token)
		return sawResult
	}
}

// fastVariation moves behind the variation at s.i. It gives up on what only the start of a line or of a rest of a line
// can mean.
func (s *scan) fastVariation() sighting {
	for i, depth := s.i, 0; i < len(s.b); {
		switch s.b[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				s.i = i + 1
				return sawVariation
			}
		case '{':
			next, closed := s.closeBrace(i)
			if !closed {
				return gaveUp
			}
			i = next
			continue
		case ';':
			return gaveUp
		case '\n':
			if c := s.at(s.blanks(i + 1)); c == '[' || c == '%' || c == utf8Mark[0] {
				return gaveUp
			}
		}
		i++
	}
	return gaveUp
}

// nextHit returns the first byte of text that may matter to fastResult: - / * ; ( or one outside ASCII; -1: none.
func nextHit(text []byte) int {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		if mayHit(binary.LittleEndian.Uint64(text[i:])) {
			for j := i; j < i+8; j++ {
				if hit[text[j]] {
					return j
				}
			}
		}
	}
	for ; i < len(text); i++ {
		if hit[text[i]] {
			return i
		}
	}
	return -1
}

var hit = makeHits()

func makeHits() (t [256]bool) {
	for _, c := range []byte("-/*;(") {
		t[c] = true
	}
	for c := 0x80; c < 256; c++ {
		t[c] = true
	}
	return t
}

const (
	ones  = 0x0101010101010101 // a one in every byte
	highs = 0x8080808080808080
)

// mayHit tests eight bytes at once for the bytes of hit. It may say yes once too often, never no: a borrow can mark
// the byte above a true one. "-" and "/" differ in one bit, as do "(" and "*".
func mayHit(x uint64) bool {
	const bit = 0x02 * ones
	dash := (x | bit) ^ ('/' * ones)
	star := (x | bit) ^ ('*' * ones)
	semi := x ^ (';' * ones)
	zero := (dash-ones)&^dash | (star-ones)&^star | (semi-ones)&^semi
	return (zero|x)&highs != 0
}
