package positions

import (
	"errors"
	"fmt"

	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
	"plyquet/stages/sampled"
)

// block is one shard: a stretch of a sampled file.
type block struct{ rows.Block }

func (b block) String() string { return fmt.Sprintf("%s at byte %d", b.Source, b.Offset) }

func loadBlocks(job *stage.Job) (list []block, err error) {
	table, err := sampled.Blocks(job)
	for _, b := range table {
		list = append(list, block{b})
	}
	return list, err
}

// input is the blocks of the files in a folder.
type input struct {
	folder string
	blocks []block
}

// worker is a counter with what it needs to read blocks.
type worker struct {
	*counter
	blocks *sampled.Reader
}

// Close implements io.Closer: what the worker still holds goes into the table.
func (w *worker) Close() error { return errors.Join(w.feed.flushAll(), w.blocks.Close()) }
