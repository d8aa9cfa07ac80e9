package uci

import (
	"bytes"
	"slices"

	"plyquet/metrics"
)

// A collector turns info lines into the complete rows of a search, one a depth.
//
// Engines print lines in blocks, rank 1 to rank N. Early in a search there is one block a depth; after some seconds
// Stockfish prints a block after every single line, in which the ranks that are not searched yet still show the
// depth before. The rules that get the right row out of that:
//
//   - a line of a smaller depth than the greatest seen is old;
//   - a bound is not a score;
//   - the row of a depth is its last complete block: ranks 1..N, all of that depth, all exact.
//
// One flag is false: Stockfish before 15 and its relatives compare the last line of a finished block with the window of
// the line searched last. When that one has overtaken it, an exact score is printed as a bound. Such a block becomes the row
// when it was the last word on its depth and the search was not cut there.
//
// Engines that print ranks one by one, in no block, are served by a fallback: when a depth is over (a greater one has
// begun, or the search has reached its depth limit) and every rank was seen, the last line of each rank makes the row.
// A search that is cut by nodes or time leaves its last depth half done; that depth never becomes a row.
type collector struct {
	want  int   // lines in a complete block: min(MultiPV, legal moves)
	limit int   // the depth at which the search ends by itself, 0 if something else ends it
	depth int   // greatest depth seen
	rows  []row // rows[d] is depth d+1; storage is kept from search to search

	pending []cell // last exact line of each rank at the depth, pending[0] is rank 1
	nodes   int64  // of the latest line of the depth
	block   int    // ranks 1..block have come one after the other at this depth
	flagged bool   // the latest complete block has a bound at its last rank, and no other

	over  metrics.Score // score of a position that the engine says is over
	ended bool          // "info depth 0" came first: see over
}

type row struct {
	cells   []cell // best first
	nodes   int64
	inBlock bool
}

// cell is a line whose move is still text.
type cell struct {
	move  [5]byte
	n     uint8 // bytes of move; 0: no line yet
	score metrics.Score
	wdl   WDL
}

func (c *cell) text() []byte { return c.move[:c.n] }

// reset prepares for a search whose complete blocks have want lines.
func (c *collector) reset(want, limit int) {
	for i := range c.rows {
		c.rows[i].cells = c.rows[i].cells[:0]
		c.rows[i].inBlock = false
	}
	c.pending = slices.Grow(c.pending[:0], want)[:want]
	c.want, c.limit, c.depth, c.ended = want, limit, 0, false
	c.forget()
}

func (c *collector) forget() {
	clear(c.pending)
	c.block, c.nodes, c.flagged = 0, 0, false
}

// add takes the next info line of the search.
func (c *collector) add(info Info) {
	if !info.HasDepth || !info.HasScore || c.ended || c.limit > 0 && info.Depth > c.limit {
		return // what claims to be deeper than was asked for is no row of this search
	}
	if info.Depth == 0 {
		// Only as the first word of a search does depth 0 mean a finished position. Old Stockfish versions repeat the
		// lines of the search before behind it.
		if c.depth == 0 && info.Move == nil {
			c.over, c.ended = info.Score, true
		}
		return
	}
	if info.Depth > c.depth {
		c.finish()
		c.depth = info.Depth
		c.forget()
	}
	lastOfBlock := c.want > 1 && info.Rank == c.want && c.block == c.want-1
	if info.Depth < c.depth || info.Move == nil || info.Rank > c.want || info.Bound != Exact && !lastOfBlock {
		c.block = 0
		return
	}
	c.put(info)
}

func (c *collector) put(info Info) {
	p := &c.pending[info.Rank-1]
	*p = cell{n: uint8(len(info.Move)), score: info.Score, wdl: info.WDL}
	copy(p.move[:], info.Move)
	c.nodes = info.Nodes
	switch info.Rank {
	case c.block + 1:
		c.block++
	case 1:
		c.block = 1
	default:
		c.block = 0
	}
	if c.block < c.want {
		return
	}
	c.block = 0
	if c.flagged = info.Bound != Exact; !c.flagged {
		c.commit().inBlock = true
	}
}

// finish ends the current depth: the fallback for engines that print no blocks, or false flags.
func (c *collector) finish() {
	if c.depth == 0 || !c.flagged && c.depth <= len(c.rows) && c.rows[c.depth-1].inBlock {
		return
	}
	for i := range c.pending {
		if c.pending[i].n == 0 {
			return
		}
	}
	c.commit()
}

// end is called when the search has printed its last line.
func (c *collector) end() {
	if c.limit > 0 && c.depth >= c.limit {
		c.finish()
	}
}

// commit makes the pending lines the row of the depth. Ranks follow the scores: Ethereal numbers lines in the order
// of its search, not of their scores. Lines of equal score keep the engine's order.
func (c *collector) commit() *row {
	for len(c.rows) < c.depth {
		c.rows = append(c.rows, row{})
	}
	r := &c.rows[c.depth-1]
	r.cells = append(r.cells[:0], c.pending...)
	r.nodes = c.nodes
	slices.SortStableFunc(r.cells, func(a, b cell) int { return b.score.Cmp(a.score) })
	return r
}

// deepest returns the greatest depth that has a row, 0 if none has.
func (c *collector) deepest() int {
	for d := min(c.depth, len(c.rows)); d > 0; d-- {
		if len(c.rows[d-1].cells) > 0 {
			return d
		}
	}
	return 0
}

// gap returns the smallest depth below the deepest that has no row, 0 if there is none.
func (c *collector) gap() int {
	for d := 1; d < c.deepest(); d++ {
		if len(c.rows[d-1].cells) == 0 {
			return d
		}
	}
	return 0
}

// latest returns the last exact line of a rank, of the current depth or else of the deepest row: what an interactive
// display would show.
func (c *collector) latest(rank int) (cell, int) {
	if rank <= len(c.pending) && c.pending[rank-1].n > 0 {
		return c.pending[rank-1], c.depth
	}
	if d := c.deepest(); d > 0 && rank <= len(c.rows[d-1].cells) {
		return c.rows[d-1].cells[rank-1], d
	}
	return cell{}, 0
}

// twice reports whether a row holds one move two times, which only a damaged stream can make.
func (r *row) twice() bool {
	for i := range r.cells {
		for j := range r.cells[:i] {
			if bytes.Equal(r.cells[i].text(), r.cells[j].text()) {
				return true
			}
		}
	}
	return false
}
