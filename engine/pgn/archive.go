package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Faults of archives. They come wrapped with the name of the file and the entry.
var (
	ErrNotPGN    = errors.New("not PGN")
	ErrTooLarge  = errors.New("larger than the limit when unpacked")
	ErrEncrypted = errors.New("encrypted")
)

// Limits bound what an archive may unpack to. The zero value means the defaults.
type Limits struct {
	// EntryBytes is the largest size of one text; default 1 TiB.
	EntryBytes int64
	// Ratio is how many times larger than its packed bytes a text may be once it has passed 8 MiB; default 200. PGN
	// packs 4 to 10 times; a bomb 500 times and more. All texts of a zip together may be so many times larger than the
	// file: its entries can lie on top of each other, and its directory can claim any number of packed bytes.
	Ratio int64
}

const ratioFrom = 8 << 20

func (l Limits) withDefaults() Limits {
	if l.EntryBytes == 0 {
		l.EntryBytes = 1 << 40
	}
	if l.Ratio == 0 {
		l.Ratio = 200
	}
	return l
}

// Text is one PGN text of an archive. It is read before the next call of Archive.Next.
type Text struct {
	// Name is a relative path with forward slashes and without "." and "..": the entry's name in a zip, else the
	// file's base name without the suffix of its compression.
	Name string
	io.Reader
}

// Skipped is an entry that was passed over, and why.
type Skipped struct{ Name, Reason string }

// Archive is an opened file: a sequence of texts, streamed, in the order of the file. It belongs to one goroutine.
type Archive struct {
	file    *os.File
	size    int64 // of the file
	total   int64 // bytes that all texts so far have unpacked to
	limits  Limits
	zip     *zipEntries
	single  *Text
	skipped []Skipped
}

// Open opens the file at name, which is recognised by its first bytes, never by its name. An empty file is an archive
// of one empty text, unless its name says that it should be a zip.
func Open(name string, limits Limits) (*Archive, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	a := &Archive{file: f, limits: limits.withDefaults()}
	if info, err := f.Stat(); err == nil { // else the next read will fail as well
		a.size = info.Size()
	}
	if err := a.recognise(filepath.Base(name)); err != nil {
		f.Close()
		return nil, fmt.Errorf("open archive %s: %w", name, err)
	}
	return a, nil
}

// Next returns the next text, and io.EOF after the last. An error that is not io.EOF concerns one entry; the next
// call goes on with the following one.
func (a *Archive) Next() (*Text, error) {
	if a.zip != nil {
		return a.zip.next(a)
	}
	if a.single == nil {
		return nil, io.EOF
	}
	t := a.single
	a.single = nil
	return t, nil
}

// Skipped returns the entries that were passed over so far: folders, links, other kinds of files, unsafe names.
func (a *Archive) Skipped() []Skipped { return a.skipped }

// Close closes the file.
func (a *Archive) Close() error { return a.file.Close() }

func (a *Archive) recognise(base string) error {
	head := make([]byte, 512)
	n, err := io.ReadFull(a.file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	head = head[:n]
	isZip := strings.EqualFold(path.Ext(base), ".zip")
	switch {
	case n == 0 && isZip:
		return fmt.Errorf("%w: a zip of 0 bytes", ErrNotPGN)
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return a.openZip()
	case looksLikeMarkup(head):
		return fmt.Errorf("%w: an HTML or XML page (starts with %q)", ErrNotPGN, firstWord(head))
	case isZip: // junk before the first entry is allowed
		return a.openZip()
	}
	if _, err := a.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	counted := &countingReader{r: a.file}
	r, suffix, err := unpack(bufio.NewReaderSize(counted, 256<<10))
	if err != nil {
		return err
	}
	if strings.EqualFold(path.Ext(base), suffix) {
		base = base[:len(base)-len(suffix)]
	}
	a.single = &Text{Name: base, Reader: a.text(r, counted)}
	return nil
}

// text puts the limits and the decoding of UTF-16 behind an unpacked stream.
func (a *Archive) text(r io.Reader, packed *countingReader) io.Reader {
	return decodeUTF16(&limitedReader{r: r, packed: packed, archive: a})
}

func looksLikeMarkup(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, utf8Mark), " \t\r\n")
	return bytes.HasPrefix(head, []byte("<"))
}

func firstWord(head []byte) []byte {
	head = bytes.TrimLeft(head, " \t\r\n")
	if i := bytes.IndexAny(head, " \t\r\n>"); i >= 0 {
		head = head[:i]
	}
	return head[:min(len(head), 20)]
}

type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

type limitedReader struct {
	r       io.Reader
	packed  *countingReader
	n       int64
	archive *Archive
}

func (l *limitedReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	l.n += int64(n)
	a := l.archive
	a.total += int64(n)
	if l.n > a.limits.EntryBytes || (l.n > ratioFrom && l.n/a.limits.Ratio > l.packed.n) {
		return 0, fmt.Errorf("%w: %d bytes from %d packed", ErrTooLarge, l.n, l.packed.n)
	}
	if a.zip != nil && a.total > ratioFrom && a.total/a.limits.Ratio > a.size {
		return 0, fmt.Errorf("%w: its entries have %d bytes so far, the file %d", ErrTooLarge, a.total, a.size)
	}
	return n, err
}
