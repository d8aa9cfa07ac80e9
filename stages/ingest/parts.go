package ingest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"plyquet/engine/pgn"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// part is a shard: consecutive blocks that become one file of each table.
type part struct{ blocks []rows.Block }

func (p part) String() string {
	if len(p.blocks) == 0 {
		return "no games"
	}
	return fmt.Sprintf("%s from byte %d", p.blocks[0].Source, p.blocks[0].Offset)
}

// loadParts groups the blocks. A part is as large as it must be for at most about 256 of them, within bounds: small
// enough to share a middling input among workers, large enough for files that are worth opening.
func loadParts(job *stage.Job) (parts []part, games int64, err error) {
	const least, most, wanted = 4 << 20, 256 << 20, 256
	var blocks []rows.Block
	var total int64
	for row, err := range table.Read[rows.Block](job.Inputs[rows.Blocks]) {
		if err != nil {
			return nil, 0, fmt.Errorf("read blocks: %w", err)
		}
		blocks = append(blocks, *row)
		total += row.Bytes
		games += row.Games
	}
	return group(blocks, min(max(total/wanted, least), most)), games, nil
}

// group cuts the list after each block that fills a part. Without blocks there is one empty part, so that the tables
// exist.
func group(blocks []rows.Block, size int64) (parts []part) {
	from, bytes := 0, int64(0)
	for i, b := range blocks {
		if bytes += b.Bytes; bytes >= size || i+1 == len(blocks) {
			parts = append(parts, part{blocks[from : i+1]})
			from, bytes = i+1, 0
		}
	}
	if len(parts) == 0 {
		parts = []part{{}}
	}
	return parts
}

// blockReader reads blocks of sampled files into one buffer. It keeps the last file open.
type blockReader struct {
	dir  string // sampled/
	file *os.File
	name string
	data []byte
}

func newBlockReader(job *stage.Job) *blockReader {
	return &blockReader{dir: filepath.Join(job.Dir, string(rows.Sampled))}
}

// read returns the block, valid until the next call.
func (r *blockReader) read(b rows.Block) (pgn.Block, error) {
	if r.file == nil || r.name != b.Source {
		if err := r.Close(); err != nil {
			return pgn.Block{}, err
		}
		f, err := os.Open(filepath.Join(r.dir, filepath.FromSlash(b.Source)))
		if err != nil {
			return pgn.Block{}, err
		}
		r.file, r.name = f, b.Source
	}
	if int64(cap(r.data)) < b.Bytes {
		r.data = make([]byte, b.Bytes)
	}
	r.data = r.data[:b.Bytes]
	switch _, err := r.file.ReadAt(r.data, b.Offset); err {
	case nil:
	case io.EOF:
		return pgn.Block{}, fmt.Errorf("%s is shorter than its blocks say", b.Source)
	default:
		return pgn.Block{}, err
	}
	return pgn.Block{Source: b.Source, Offset: b.Offset, First: b.FirstGame, Data: r.data}, nil
}

// Close closes the file that is open, if any.
func (r *blockReader) Close() error {
	if r.file == nil {
		return nil
	}
	f := r.file
	r.file = nil
	return f.Close()
}
