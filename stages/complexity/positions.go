package complexity

import (
	"fmt"

	"plyquet/metrics"
	"plyquet/stages/gamerecord"
)

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

// newPosition makes the matrix of the lines of a position. One that is scored by the rules has a line without a move,
// and no tables.
func newPosition(lines []gamerecord.Line) (*position, error) {
	l := &lines[0]
	p := &position{gameID: l.GameID, ply: l.Ply, key: l.Key, legal: int(l.Legal), engine: l.Engine}
	for i := range lines {
		if err := p.add(&lines[i]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// add enters one line. Which side moves is known from the game only, for one may begin with Black to move: the scores
// are White's until then.
func (p *position) add(l *gamerecord.Line) error {
	if l.Over() {
		return nil
	}
	move, ok := l.Move.Get()
	if !ok {
		return fmt.Errorf("%v: a searched line without a move", l)
	}
	score := l.Score()
	if !score.OK {
		return fmt.Errorf("%v: a searched line without a score", l)
	}
	if n := len(p.tables); n == 0 || p.tables[n-1].Depth != int(l.Depth) {
		p.tables = append(p.tables, metrics.DepthTable{Depth: int(l.Depth)})
	}
	last := &p.tables[len(p.tables)-1]
	last.Lines = append(last.Lines, metrics.Line{Move: p.index(move), Score: score.Score})
	return nil
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
