package uci

import (
	"bytes"
	"io"
)

// lineReader cuts a stream into lines without their ends (LF or CR LF). A line longer than the buffer is skipped and
// its length counted: one absurd line must not end the conversation, and an endless one must not fill the memory.
type lineReader struct {
	r       io.Reader
	buf     [maxLine]byte
	lo, hi  int
	skip    bool // inside a line that is too long
	skipped int  // bytes of the too long line
}

// maxLine is far above the longest real line, a variation of 250 moves.
const maxLine = 1 << 16

// maxSkip is the length at which a line counts as endless.
const maxSkip = 1 << 24

// buffered reports whether next will return without reading.
func (l *lineReader) buffered() bool { return !l.skip && bytes.IndexByte(l.buf[l.lo:l.hi], '\n') >= 0 }

// next returns the next line, borrowed until the next call. What stands behind the last line end when the stream
// stops is dropped: it is half a line.
func (l *lineReader) next() ([]byte, error) {
	for {
		if i := bytes.IndexByte(l.buf[l.lo:l.hi], '\n'); i >= 0 {
			line := l.buf[l.lo : l.lo+i]
			l.lo += i + 1
			if l.skip {
				l.skip = false
				continue
			}
			return bytes.TrimRight(line, "\r"), nil
		}
		if err := l.fill(); err != nil {
			return nil, err
		}
	}
}

func (l *lineReader) fill() error {
	switch {
	case l.skip:
		l.lo, l.hi = 0, 0
	case l.lo > 0:
		l.hi = copy(l.buf[:], l.buf[l.lo:l.hi])
		l.lo = 0
	case l.hi == len(l.buf):
		l.skip, l.skipped = true, 0
		l.hi = 0
	}
	n, err := l.r.Read(l.buf[l.hi:])
	l.hi += n
	if l.skip {
		if l.skipped += n; l.skipped > maxSkip {
			return errFlood
		}
	}
	if n > 0 {
		return nil // an error will come back with the next read
	}
	if err == nil {
		return io.ErrNoProgress
	}
	return err
}
