package table

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"path/filepath"

	"plyquet/pipeline/stage"
)

// stagedFile is one file on its way. Its digests are taken while it is written, so nothing is read twice.
type stagedFile struct {
	id     stage.TableID
	name   string // relative to the run folder, forward slashes
	tmp    string
	final  string // set by the rename
	file   syncFile
	digest hash.Hash
	buffer *bufio.Writer
	bytes  int64
	failed error // the first error of a write
	closed bool
	table  parquetFile // nil for a plain file
	pages  string      // digest of a table without its footer, see stage.File.Content
}

// parquetFile is what a stagedFile needs to know of the Writer above it.
type parquetFile interface {
	Rows() int64
	flushAll() error    // encodes what is buffered
	writeFooter() error // indexes and footer
}

func newStagedFile(f syncFile, id stage.TableID, name, tmp string) *stagedFile {
	digest := sha256.New()
	return &stagedFile{
		id: id, name: name, tmp: tmp, file: f, digest: digest,
		buffer: bufio.NewWriterSize(io.MultiWriter(f, digest), 256<<10),
	}
}

// Write implements io.Writer. A failed write fails the commit even if the caller ignores the error.
func (f *stagedFile) Write(p []byte) (int, error) {
	if f.closed {
		return 0, fmt.Errorf("%s: %w", f.name, errDone)
	}
	n, err := f.buffer.Write(p)
	f.bytes += int64(n)
	if err != nil && f.failed == nil {
		f.failed = err
	}
	return n, err
}

// plainFile is a stagedFile that its caller may close. A table has no Close: arrow-go would call it before the footer is done.
type plainFile struct{ *stagedFile }

// Close completes the file. A failure is that of the commit as well.
func (f plainFile) Close() error {
	if err := f.finish(); err != nil && f.failed == nil {
		f.failed = err
	}
	return f.failed
}

// finish completes the file and makes its content durable, once.
func (f *stagedFile) finish() error {
	if f.file == nil {
		return f.failed
	}
	if f.table != nil && f.failed == nil {
		if err := f.finishTable(); err != nil {
			return err
		}
	}
	f.closed = true
	if f.failed != nil {
		return f.failed
	}
	if err := f.buffer.Flush(); err != nil {
		return err
	}
	if err := f.file.Sync(); err != nil {
		return err
	}
	file := f.file
	f.file, f.buffer = nil, nil
	return file.Close()
}

// finishTable writes the end of a table and takes the digest of all that stands before the footer. Where the footer
// begins is known only when it is written: its length stands in its last bytes.
func (f *stagedFile) finishTable() error {
	if err := f.table.flushAll(); err != nil {
		return err
	}
	if err := f.buffer.Flush(); err != nil {
		return err
	}
	pages, err := f.digest.(hash.Cloner).Clone()
	if err != nil {
		return err
	}
	var tail tailWriter
	f.buffer.Reset(io.MultiWriter(f.file, f.digest, &tail))
	if err := f.table.writeFooter(); err != nil {
		return err
	}
	if err := f.buffer.Flush(); err != nil {
		return err
	}
	pages.Write(tail.beforeFooter())
	f.pages = hex.EncodeToString(pages.Sum(nil))
	return nil
}

// tailWriter keeps the end of a table: Bloom filters, page indexes, footer, 4 bytes with its length, "PAR1".
type tailWriter struct{ b []byte }

func (t *tailWriter) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	return len(p), nil
}

func (t *tailWriter) beforeFooter() []byte {
	end := len(t.b) - 8
	return t.b[:end-int(binary.LittleEndian.Uint32(t.b[end:]))]
}

// discard closes the file; its content does not matter any more.
func (f *stagedFile) discard() {
	f.closed = true
	if f.file != nil {
		f.file.Close()
		f.file = nil
	}
}

func (f *stagedFile) describe(dir string) stage.File {
	file := stage.File{
		Path: filepath.Join(dir, filepath.FromSlash(f.name)), Name: f.name,
		Bytes: f.bytes, SHA256: hex.EncodeToString(f.digest.Sum(nil)), Content: f.pages,
	}
	if f.table != nil {
		file.Rows = f.table.Rows()
	}
	return file
}
