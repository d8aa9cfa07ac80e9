package pgn

import "bytes"

const (
	maxTagName = 255
	// maxTagLine is how many bytes of a value are kept, and how far its end is looked for; see scan.tag.
	maxTagLine = 8192
	// maxTags is how many tags of a game are kept; further ones are counted as a note.
	maxTags = 512
)

// Tag is a tag pair. It borrows the Reader's memory.
type Tag struct {
	name  []byte
	value []byte // as written between the quotes
}

// Name is the tag's name as written.
func (t Tag) Name() string { return string(t.name) }

// Raw is the value's bytes as written, escapes and encoding untouched.
func (t Tag) Raw() []byte { return t.value }

// Value is the value as valid UTF-8, with \" and \\ resolved; any other backslash stays. White space at the ends goes,
// line ends and control characters become spaces.
func (t Tag) Value() string { return string(t.AppendValue(nil)) }

// AppendValue appends Value to dst.
func (t Tag) AppendValue(dst []byte) []byte {
	raw := bytes.TrimSpace(t.value)
	if bytes.IndexFunc(raw, isOdd) >= 0 {
		raw = unescape(raw)
	}
	from := len(dst)
	dst = AppendText(dst, raw)
	text := bytes.TrimSpace(dst[from:]) // a no-break space of Latin-1 is one only now
	return append(dst[:from], text...)
}

// unescape resolves escapes and makes control characters spaces.
func unescape(raw []byte) []byte {
	plain := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) && (raw[i+1] == '"' || raw[i+1] == '\\') {
			i++
		}
		c := raw[i]
		if c < ' ' || c == 0x7F {
			if c == '\r' && i+1 < len(raw) && raw[i+1] == '\n' {
				continue
			}
			c = ' '
		}
		plain = append(plain, c)
	}
	return plain
}

// isOdd reports a character that does not stand for itself in a value.
func isOdd(c rune) bool { return c == '\\' || c < ' ' || c == 0x7F }

// AppendTag appends a tag pair and a line end; value is written so that Value reads it back. Line ends and other
// control characters cannot be written in a tag and become spaces.
func AppendTag(dst []byte, name, value string) []byte {
	dst = append(dst, '[')
	dst = append(dst, name...)
	dst = append(dst, ' ', '"')
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ' || c == 0x7F:
			dst = append(dst, ' ')
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"', ']', '\n')
}

// quickTag reads the tag pair at s.i if it is written like nearly all: [Name "value"] alone on its line, with no other
// quote. It moves behind the line end.
func (s *scan) quickTag(t *Tag) bool {
	const usual = 256
	b := s.b
	i := s.i + 1
	for i < len(b) && nameByte[b[i]] {
		i++
	}
	if i == s.i+1 || i-s.i > maxTagName || i+2 > len(b) || b[i] != ' ' || b[i+1] != '"' || s.loneCR {
		return false
	}
	line := b[i+2 : min(len(b), i+2+usual)]
	n := bytes.IndexByte(line, '\n')
	if n < 2 {
		return false
	}
	last := n - 1
	if line[last] == '\r' {
		last--
	}
	if last < 1 || line[last] != ']' || line[last-1] != '"' || bytes.IndexByte(line[:last-1], '"') >= 0 {
		return false
	}
	t.name, t.value = b[s.i+1:i], line[:last-1]
	s.i = i + 2 + n + 1
	return true
}

// tag reads the tag pair at s.i, for which isTag holds, and moves behind it. closed is false for a value without its
// closing quote; the damage stays on its line. The value ends at the first closing quote and bracket that the line's
// end or another tag follows; else at the first of all; else at the end of the line.
func (s *scan) tag() (t Tag, closed bool) {
	name := s.blanks(s.i + 1)
	i := name
	for isNameByte(s.at(i)) && i-name < maxTagName {
		i++
	}
	t.name = s.b[name:i]
	from := s.blanks(i) + 1
	first, end := -1, from
	for escaped := false; end-from < maxTagLine; end++ {
		c := s.at(end)
		if end >= len(s.b) || (class[c] == lineEnd && !(c == '\r' && s.quoteCloses(end+1)) && !s.goesOn(end)) {
			break
		}
		if c == '"' {
			if next, ok := s.bracket(end + 1); ok {
				if s.lineOver(next) || (!escaped && s.isTag(s.blanks(next))) {
					t.value, s.i = s.b[from:end], next
					return t, true
				}
				if first < 0 && !escaped {
					first = end
				}
			}
		}
		escaped = c == '\\' && !escaped
	}
	if first >= 0 {
		t.value = s.b[from:first]
		s.i, _ = s.bracket(first + 1)
		return t, true
	}
	t.value = bytes.TrimSuffix(bytes.TrimSpace(s.b[from:end]), []byte("]"))
	s.i = end
	s.skipLine() // of a value that is too long, the rest goes
	return t, false
}

// bracket reports a closing bracket at i, after optional spaces, and the position behind it.
func (s *scan) bracket(i int) (next int, ok bool) {
	i = s.blanks(i)
	return i + 1, s.at(i) == ']'
}

func (s *scan) quoteCloses(i int) bool {
	if s.at(i) != '"' {
		return false
	}
	_, ok := s.bracket(i + 1)
	return ok
}

// goesOn reports that the value whose line ends at i goes on: the next line is neither empty nor a tag, and it ends in
// a quote and a bracket. Some programs break lines wherever they are.
func (s *scan) goesOn(i int) bool {
	const longest = 512
	if s.b[i] == '\r' && s.at(i+1) == '\n' {
		return true // decided at the LF
	}
	i++
	if c := s.at(s.blanks(i)); c == '[' || class[c] == lineEnd {
		return false
	}
	for from := i; i-from < longest && i < len(s.b) && class[s.b[i]] != lineEnd; i++ {
		if s.quoteCloses(i) {
			if next, _ := s.bracket(i + 1); s.lineOver(next) {
				return true
			}
		}
	}
	s.short = s.short || i == len(s.b)
	return false
}

// lineOver reports that nothing but spaces follows on the line.
func (s *scan) lineOver(i int) bool {
	i = s.blanks(i)
	c := s.at(i)
	return i >= len(s.b) || c == '\n' || c == '\r'
}
