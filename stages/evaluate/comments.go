package evaluate

import (
	"context"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// engineComments is evaluations.engine for scores that were in the games. Which engine it was, and how deep it looked,
// nobody wrote down.
const engineComments = "comments"

// copyComments makes evaluations of the [%eval] comments: no engine is needed, and nothing is searched. Every game takes part,
// for it costs nothing; the complexity search has no counterpart.
func (s *Stage) copyComments(ctx context.Context, job *stage.Job) error {
	return run.Once(ctx, job, func(ctx context.Context, out *run.Out) error {
		t, err := table.Create[rows.Evaluation](out.Staging, rows.Evaluations)
		if err != nil {
			return err
		}
		var w walker
		for g, err := range s.games(ctx, job, s.eligible) {
			if err != nil {
				return err
			}
			stations := w.walk(g.game)
			for ply := range stations {
				out.Seen(1)
				row, ok := g.comment(&stations[ply], ply)
				if !ok {
					out.Filter("no_comment", 1)
					continue
				}
				out.Keep(1)
				if err := t.Write(row); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// comment is the row of a station: what the rules say, else what the comment behind the move to it says. The start has none.
func (g *readGame) comment(st *station, ply int) (rows.Evaluation, bool) {
	row := rows.Evaluation{
		Search: searchGrade, GameID: g.id, Ply: int32(ply), Key: int64(st.pos.Key()), Depth: 0, Rank: 1,
		Legal: int16(st.legal), Engine: engineComments,
	}
	if st.terminal != "" {
		return terminalRow(row, st.terminal), true
	}
	if ply == 0 {
		return row, false
	}
	e := g.evals[ply-1]
	if n, ok := e.mate.Get(); ok && n != 0 {
		row.Mate = table.Some(n)
		return row, true
	}
	_, ok := e.cp.Get()
	row.Cp = e.cp
	return row, ok
}
