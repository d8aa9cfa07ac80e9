package pgn

import "bytes"

// header is what the section of tags needs to know besides its bytes.
type header struct {
	tags  []Tag // the names are always recorded, for the rule of repeated names
	notes Notes
}

// walk reads tags, comments and escaped lines from s.i on, up to the first byte of movetext or, where the text is a
// series of headers without moves, up to the next header. over reports the latter: the game has ended at s.i.
//
// Broadcast archives hold files of headers alone, and not every header starts with Event. A name that comes again
// after an empty line starts a new game, at the first tag after that empty line.
func (h *header) walk(s *scan) (over bool) {
	h.tags, h.notes = h.tags[:0], 0
	breaks := 0 // line ends since the last tag; two make an empty line
	group := -1 // start of the current group of tags when it is not the first
	for s.i < len(s.b) {
		switch c := s.b[s.i]; {
		case c == '[' && s.isTag(s.i):
			if breaks >= 2 && len(h.tags) > 0 {
				group = s.i
			}
			breaks = 0
			if h.tag(s, group >= 0) {
				s.i = group
				return true
			}
		case c == '\n':
			breaks++
			s.i++
		case c == '\r':
			s.i++
			if s.at(s.i) != '\n' {
				breaks++
			}
		case c == '%' && s.lineStarts(s.i), c == ';':
			s.skipLine()
			s.lineFeed()
		case c == '{':
			s.i, _ = s.closeBrace(s.i)
			breaks = 2
		case c == '[' && isNameByte(s.at(s.i+1)): // a tag without a quoted value
			h.notes |= NoteBadTag
			s.skipLine()
		case class[c] == white:
			s.i++
		case c >= 0x80 && s.blankRune() > 0:
			s.i += s.blankRune()
		default:
			return false
		}
	}
	s.short = true
	return false
}

// tag reads one tag; again reports that its name has been seen and the tag belongs to the next game.
func (h *header) tag(s *scan, later bool) (again bool) {
	t, closed := s.tag()
	if later && h.has(t.name) {
		return true
	}
	if !closed {
		h.notes |= NoteBadTag
	}
	if len(h.tags) < maxTags {
		h.tags = append(h.tags, t)
	} else {
		h.notes |= NoteManyTags
	}
	return false
}

func (h *header) has(name []byte) bool {
	for _, t := range h.tags {
		if bytes.Equal(t.name, name) {
			return true
		}
	}
	return false
}

// lineFeed moves behind one line end.
func (s *scan) lineFeed() {
	if s.at(s.i) == '\r' {
		s.i++
	}
	if s.at(s.i) == '\n' {
		s.i++
	}
}

// blankRune is the length of the white or invisible rune at s.i, 0 for another one.
func (s *scan) blankRune() int {
	kind, size := runeKind(s.b[s.i:])
	if kind == inWord {
		return 0
	}
	return size
}
