package sample

import (
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// blockSize ends a block with the first game that makes it this long. It is a property of the data: changing it
// changes the shards of every stage that follows.
const blockSize = 1 << 20

// A cutter cuts one sampled text into blocks. A block is written when the next one begins, because white space at the
// end of the text still belongs to the last.
type cutter struct {
	into    *table.Writer[rows.Block]
	block   rows.Block // the one that is growing
	ready   rows.Block // complete, not yet written
	isReady bool
}

func newCutter(into *table.Writer[rows.Block], s source) *cutter {
	return &cutter{into: into, block: rows.Block{Source: s.name, SourceNo: s.no, FirstGame: 1}}
}

// add takes the next bytes of the text, which hold the given number of games.
func (c *cutter) add(bytes, games int64) error {
	c.block.Bytes += bytes
	c.block.Games += games
	if c.block.Bytes < blockSize || c.block.Games == 0 {
		return nil
	}
	if err := c.flush(); err != nil {
		return err
	}
	c.ready, c.isReady = c.block, true
	c.block.Offset += c.block.Bytes
	c.block.FirstGame += c.block.Games
	c.block.Bytes, c.block.Games = 0, 0
	return nil
}

func (c *cutter) flush() error {
	if !c.isReady {
		return nil
	}
	c.isReady = false
	return c.into.Write(c.ready)
}

// finish writes what is left. A text without a game has no block.
func (c *cutter) finish() error {
	if c.block.Games == 0 {
		c.ready.Bytes += c.block.Bytes
		return c.flush()
	}
	if err := c.flush(); err != nil {
		return err
	}
	return c.into.Write(c.block)
}
