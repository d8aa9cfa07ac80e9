package pgn

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

var utf8Mark = []byte("\uFEFF")

// decodeUTF16 returns r itself, or its UTF-8 form when r starts with a UTF-16 byte-order mark or with the zero bytes
// that an ASCII character has in UTF-16. The mark is dropped.
func decodeUTF16(r io.Reader) io.Reader {
	return &sniffer{r: r}
}

// sniffer looks at the first bytes on the first Read, so that opening an archive reads nothing.
type sniffer struct {
	r       io.Reader
	decided bool
}

func (s *sniffer) Read(p []byte) (int, error) {
	if !s.decided {
		s.decided = true
		b := bufio.NewReaderSize(s.r, 64<<10)
		head, _ := b.Peek(4) // an error comes again with the first read
		switch order, mark := utf16Order(head); {
		case order == nil:
			s.r = b
		case mark:
			b.Discard(2)
			fallthrough
		default:
			s.r = &utf16Reader{r: b, order: order}
		}
	}
	return s.r.Read(p)
}

func utf16Order(head []byte) (order binary.ByteOrder, mark bool) {
	switch {
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}):
		return binary.LittleEndian, true
	case bytes.HasPrefix(head, []byte{0xFE, 0xFF}):
		return binary.BigEndian, true
	case len(head) == 4 && head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0:
		return binary.LittleEndian, false
	case len(head) == 4 && head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0:
		return binary.BigEndian, false
	}
	return nil, false
}

// utf16Reader decodes UTF-16. Lone surrogates and an odd last byte become U+FFFD.
type utf16Reader struct {
	r     *bufio.Reader
	order binary.ByteOrder
	out   []byte // decoded, not yet handed out
	high  rune   // a high surrogate that waits for its low one, or 0
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if err := u.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) fill() error {
	chunk, err := u.r.Peek(2)
	if len(chunk) == 0 {
		return u.end(err)
	}
	chunk, _ = u.r.Peek(max(len(chunk), u.r.Buffered()&^1))
	u.out = u.out[:0]
	for i := 0; i+1 < len(chunk); i += 2 {
		u.unit(rune(u.order.Uint16(chunk[i:])))
	}
	if len(chunk) == 1 {
		u.out = utf8.AppendRune(u.out, utf8.RuneError)
	}
	u.r.Discard(len(chunk))
	return nil
}

func (u *utf16Reader) end(err error) error {
	if u.high == 0 {
		return err
	}
	u.high = 0
	u.out = utf8.AppendRune(u.out[:0], utf8.RuneError)
	return nil
}

func (u *utf16Reader) unit(c rune) {
	if u.high != 0 {
		high := u.high
		u.high = 0
		if r := utf16.DecodeRune(high, c); r != utf8.RuneError {
			u.out = utf8.AppendRune(u.out, r)
			return
		}
		u.out = utf8.AppendRune(u.out, utf8.RuneError)
	}
	if c >= 0xD800 && c < 0xDC00 {
		u.high = c
		return
	}
	u.out = utf8.AppendRune(u.out, c) // a lone low surrogate is appended as U+FFFD
}
