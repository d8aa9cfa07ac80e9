package pgn

import "bytes"

// header is what the section of tags needs to know besides its bytes.
type header struct {
	tags  []Tag // always recorded, for the rule of repeated names
	notes Notes
	// The tags that decide how a game is read, as indices in tags plus one; 0: there is none. The first of a name counts.
	result, fen, variant int
}

// walk reads tags, comments and escaped lines from s.i on, up to the first byte of movetext or, where the text is a
// series of headers without moves, up to the next header. over reports the latter: the game has ended at s.i.
//
// Broadcast archives hold files of headers alone, and not every header starts with Event. A name that comes again
// after an empty line starts a new game, at the first tag after that empty line.
func (h *header) walk(s *scan) (over bool) {
	*h = header{tags: h.tags[:0]}
	breaks := 0 // line ends since the last tag; two make an empty line
	group := -1 // start of the current group of tags when it is not the first
	for s.i < len(s.b) {
		switch c := s.b[s.i]; {
		case c == '[' && group < 0 && breaks < 2 && h.quick(s):
			breaks = 1
		case c == '[' && s.isTag(s.i):
			if breaks >= 2 && len(h.tags) > 0 {
				group = s.i
			}
			breaks = 0
			t, closed := s.tag()
			if group >= 0 && h.has(t.name) {
				s.i = group
				return true
			}
			h.add(t)
			if !closed {
				h.notes |= NoteBadTag
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

// quick reads the ordinary tags of a line each that start at s.i. It reports whether there was one.
func (h *header) quick(s *scan) bool {
	n := 0
	for s.i < len(s.b) && s.b[s.i] == '[' {
		t := h.slot()
		if !s.quickTag(t) {
			break
		}
		h.enter(t)
		n++
	}
	return n > 0
}

func (h *header) add(t Tag) {
	p := h.slot()
	*p = t
	h.enter(p)
}

// slot is where the next tag goes; enter makes it one. The last of too many tags is overwritten and never entered.
// Tags are filled in where they stay: a copy would cost as much as reading them.
func (h *header) slot() *Tag {
	n := len(h.tags)
	if n == cap(h.tags) {
		h.tags = append(h.tags, Tag{})[:n]
	}
	return &h.tags[:n+1][n]
}

func (h *header) enter(t *Tag) {
	n := len(h.tags)
	if n == maxTags {
		h.notes |= NoteManyTags
		return
	}
	n++
	h.tags = h.tags[:n]
	switch len(t.name) {
	case 3:
		if h.fen == 0 && sameName(t.name, "FEN") {
			h.fen = n
		}
	case 6:
		if h.result == 0 && sameName(t.name, "Result") {
			h.result = n
		}
	case 7:
		if h.variant == 0 && sameName(t.name, "Variant") {
			h.variant = n
		}
	}
}

// sameName compares the name of a tag without case: "Setup", "RESULT".
func sameName(name []byte, want string) bool {
	if len(name) != len(want) {
		return false
	}
	for i, c := range name {
		if c|0x20 != want[i]|0x20 {
			return false
		}
	}
	return true
}

// value is the bytes of the tag with that index, and whether there is one.
func (h *header) value(index int) (raw []byte, ok bool) {
	if index == 0 {
		return nil, false
	}
	return h.tags[index-1].value, true
}

func (h *header) has(name []byte) bool {
	for _, t := range h.tags {
		if bytes.Equal(t.name, name) {
			return true
		}
	}
	return false
}

// repeats reports a name that stands twice.
func (h *header) repeats() bool {
	for i := range h.tags {
		for j := range i {
			if bytes.Equal(h.tags[i].name, h.tags[j].name) {
				return true
			}
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
