package evaluate

import (
	"context"
	"fmt"
	"iter"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// readGame is a game with what only the choice needs of it.
type readGame struct {
	*game
	hash   int64
	phases []string // of the position before each move
	evals  []eval   // in the comment behind each move, White's view
}

type eval struct{ cp, mate table.Opt[int32] }

// games yields the wanted games with their moves, in file order. Both tables are in the order of the game's id, so one
// pass over each is enough; the half-moves of unwanted games are skipped.
func (s *Stage) games(ctx context.Context, job *stage.Job, want func(*gameRow) bool) iter.Seq2[readGame, error] {
	return func(yield func(readGame, error) bool) {
		next, stop := iter.Pull2(table.Read[plyRow](job.Inputs[rows.Plies]))
		defer stop()
		plies := plyStream{next: next}
		for r, err := range table.Read[gameRow](job.Inputs[rows.Games]) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(readGame{}, fmt.Errorf("read games: %w", err))
				return
			}
			if !want(r) {
				continue
			}
			g, err := plies.read(r)
			if err != nil {
				yield(readGame{}, err)
				return
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// plyStream is the table of half-moves with one row of look-ahead.
type plyStream struct {
	next func() (*plyRow, error, bool)
	row  *plyRow // nil: not read yet
	over bool
}

// advance reads up to the first row of game id or a later one.
func (p *plyStream) advance(id int64) error {
	for !p.over && (p.row == nil || p.row.GameID < id) {
		row, err, ok := p.next()
		if err != nil {
			return fmt.Errorf("read plies: %w", err)
		}
		p.row, p.over = row, !ok
	}
	return nil
}

func (p *plyStream) read(r *gameRow) (readGame, error) {
	g, err := newGame(r)
	if err != nil {
		return readGame{}, err
	}
	out := readGame{game: g, hash: r.GameHash}
	if err := p.advance(g.id); err != nil {
		return out, err
	}
	pos := g.start
	for !p.over && p.row.GameID == g.id {
		m, err := pos.ParseUCI(p.row.UCI)
		if err != nil {
			return out, fmt.Errorf("game %d ply %d: move %s: %w", g.id, p.row.Ply, p.row.UCI, err)
		}
		g.moves = append(g.moves, m)
		out.phases = append(out.phases, p.row.Phase)
		out.evals = append(out.evals, eval{p.row.EvalCp, p.row.EvalMate})
		pos.Play(m)
		p.row = nil
		if err := p.advance(g.id); err != nil {
			return out, err
		}
	}
	if len(g.moves) != int(r.PlyCount) {
		return out, fmt.Errorf("game %d: %d plies in the table, the game says %d: the tables do not belong together", g.id, len(g.moves), r.PlyCount)
	}
	return out, nil
}
