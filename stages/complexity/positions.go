package complexity

import (
	"fmt"
	"iter"

	"plyquet/metrics"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// searchName is the search whose rows this stage reads.
const searchName = "complexity"

// A position is one searched position with its matrix: White's view as read, the mover's after games.look.
type position struct {
	gameID int64
	ply    int32
	key    int64
	legal  int
	engine string
	moves  []string // names of the moves: a metrics.Line refers to them by index
	tables []metrics.DepthTable
}

// cell is the part of an evaluation that this stage reads.
type cell struct {
	Search   string            `col:"search"`
	GameID   int64             `col:"game_id"`
	Ply      int32             `col:"ply"`
	Key      int64             `col:"key"`
	Depth    int16             `col:"depth"`
	Move     table.Opt[string] `col:"move"`
	Cp       table.Opt[int32]  `col:"cp"`
	Mate     table.Opt[int32]  `col:"mate"`
	Terminal table.Opt[string] `col:"terminal"`
	Legal    int16             `col:"legal"`
	Engine   string            `col:"engine"`
}

// positions yields the positions of the complexity search in a part of evaluations, in the part's order. The rows of
// a position follow one another, by depth and rank. Positions belong to the caller.
func positions(part stage.File) iter.Seq2[*position, error] {
	return func(yield func(*position, error) bool) {
		var open *position
		for c, err := range table.Read[cell]([]stage.File{part}) {
			if err != nil {
				yield(nil, err)
				return
			}
			if c.Search != searchName {
				continue
			}
			if open == nil || open.gameID != c.GameID || open.ply != c.Ply {
				if open != nil && !yield(open, nil) {
					return
				}
				open = &position{gameID: c.GameID, ply: c.Ply, key: c.Key, legal: int(c.Legal), engine: c.Engine}
			}
			if err := open.add(c); err != nil {
				yield(nil, err)
				return
			}
		}
		if open != nil {
			yield(open, nil)
		}
	}
}

// add enters one line. A position scored by the rules has a row without a move, and no tables.
func (p *position) add(c *cell) error {
	if _, over := c.Terminal.Get(); over {
		return nil
	}
	move, ok := c.Move.Get()
	if !ok {
		return fmt.Errorf("game %d ply %d depth %d: a searched line without a move", c.GameID, c.Ply, c.Depth)
	}
	score, err := score(c)
	if err != nil {
		return err
	}
	if n := len(p.tables); n == 0 || p.tables[n-1].Depth != int(c.Depth) {
		if n > 0 && p.tables[n-1].Depth > int(c.Depth) {
			return fmt.Errorf("game %d ply %d: depth %d after %d", c.GameID, c.Ply, c.Depth, p.tables[n-1].Depth)
		}
		p.tables = append(p.tables, metrics.DepthTable{Depth: int(c.Depth)})
	}
	last := &p.tables[len(p.tables)-1]
	last.Lines = append(last.Lines, metrics.Line{Move: p.index(move), Score: score})
	return nil
}

// score is White's view. Which side moves is known from the game only: one may begin with Black to move.
func score(c *cell) (metrics.Score, error) {
	if cp, ok := c.Cp.Get(); ok {
		return metrics.Cp(int(cp)), nil
	}
	if mate, ok := c.Mate.Get(); ok && mate != 0 {
		return metrics.MateIn(int(mate)), nil
	}
	return metrics.Score{}, fmt.Errorf("game %d ply %d depth %d: a searched line without a score", c.GameID, c.Ply, c.Depth)
}

// index names a move within the position.
func (p *position) index(move string) int {
	for i, name := range p.moves {
		if name == move {
			return i
		}
	}
	p.moves = append(p.moves, move)
	return len(p.moves) - 1
}

// cut reports that a depth lists fewer moves than there are.
func (p *position) cut() bool {
	return len(p.tables) > 0 && len(p.final()) < p.legal
}

// turn makes every score the other side's.
func (p *position) turn() {
	for _, t := range p.tables {
		for i := range t.Lines {
			t.Lines[i].Score = t.Lines[i].Score.Neg()
		}
	}
}
