// Package sampled reads sampled PGN files block by block: the table of blocks says where whole games begin and end, and a
// Reader fetches the bytes between.
//
// It is for the stages whose shards are blocks. It is not for cutting files into blocks (stage sample does that, with
// pgn.Splitter), nor for what the bytes mean (pgn.Reader). A Reader belongs to one goroutine and owns the bytes that it
// returns. Blocks come in the order of the table: file by file, and within a file by offset.
package sampled

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"plyquet/engine/pgn"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// Blocks is the table of blocks of a job's input.
func Blocks(job *stage.Job) (list []rows.Block, err error) {
	for row, err := range table.Read[rows.Block](job.Inputs[rows.Blocks]) {
		if err != nil {
			return nil, fmt.Errorf("read blocks: %w", err)
		}
		list = append(list, *row)
	}
	return list, nil
}

// Folder is where the sampled files of a job lie.
func Folder(job *stage.Job) string { return filepath.Join(job.Dir, string(rows.Sampled)) }

// Reader reads blocks of the files in a folder into one buffer. It keeps the last file open.
type Reader struct {
	dir  string
	file *os.File
	name string
	size int64 // of the file
	data []byte
}

// NewReader returns a Reader for the files in a folder.
func NewReader(dir string) *Reader { return &Reader{dir: dir} }

// Read returns the block, valid until the next call.
func (r *Reader) Read(b *rows.Block) (pgn.Block, error) {
	if err := r.open(b.Source); err != nil {
		return pgn.Block{}, err
	}
	if b.Offset < 0 || b.Bytes < 0 || b.Offset > r.size || b.Bytes > r.size-b.Offset {
		return pgn.Block{}, fmt.Errorf("%s is shorter than its blocks say", b.Source)
	}
	if int64(cap(r.data)) < b.Bytes {
		r.data = make([]byte, b.Bytes)
	}
	r.data = r.data[:b.Bytes]
	if _, err := r.file.ReadAt(r.data, b.Offset); err == io.EOF {
		return pgn.Block{}, fmt.Errorf("%s is shorter than its blocks say", b.Source)
	} else if err != nil {
		return pgn.Block{}, err
	}
	return pgn.Block{Source: b.Source, Offset: b.Offset, First: b.FirstGame, Data: r.data}, nil
}

func (r *Reader) open(name string) error {
	if r.file != nil && r.name == name {
		return nil
	}
	if err := r.Close(); err != nil {
		return err
	}
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) {
		return fmt.Errorf("the table of blocks names a file %q outside of the sampled files", name)
	}
	f, err := os.Open(filepath.Join(r.dir, local))
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(err, f.Close())
	}
	r.file, r.name, r.size = f, name, info.Size()
	return nil
}

// Close closes the file that is open, if any.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	f := r.file
	r.file = nil
	return f.Close()
}
