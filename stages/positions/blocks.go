package positions

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

// block is one shard: a stretch of a sampled file.
type block struct {
	rows.Block
	path string
}

func (b block) String() string { return fmt.Sprintf("%s at byte %d", b.Source, b.Offset) }

func loadBlocks(job *stage.Job) ([]block, error) {
	var list []block
	for row, err := range table.Read[rows.Block](job.Inputs[rows.Blocks]) {
		if err != nil {
			return nil, fmt.Errorf("read blocks: %w", err)
		}
		path := filepath.Join(job.Dir, string(rows.Sampled), filepath.FromSlash(row.Source))
		list = append(list, block{*row, path})
	}
	return list, nil
}

// worker is a counter with what it needs to read blocks: one open file and one buffer.
type worker struct {
	*counter
	file *os.File
	path string
	data []byte
}

// read returns the block's bytes, valid until the next call.
func (w *worker) read(b block) (pgn.Block, error) {
	if w.path != b.path {
		if err := w.close(); err != nil {
			return pgn.Block{}, err
		}
		f, err := os.Open(b.path)
		if err != nil {
			return pgn.Block{}, err
		}
		w.file, w.path = f, b.path
	}
	if int64(cap(w.data)) < b.Bytes {
		w.data = make([]byte, b.Bytes)
	}
	w.data = w.data[:b.Bytes]
	if _, err := w.file.ReadAt(w.data, b.Offset); err == io.EOF {
		return pgn.Block{}, fmt.Errorf("%s is shorter than its blocks say", b.path)
	} else if err != nil {
		return pgn.Block{}, err
	}
	return pgn.Block{Source: b.Source, Offset: b.Offset, First: b.FirstGame, Data: w.data}, nil
}

// Close implements io.Closer: what the worker still holds goes into the table.
func (w *worker) Close() error { return errors.Join(w.feed.flushAll(), w.close()) }

func (w *worker) close() error {
	if w.file == nil {
		return nil
	}
	f := w.file
	w.file, w.path = nil, ""
	return f.Close()
}
