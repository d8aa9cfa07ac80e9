package evaluate

import (
	"context"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// copyComments makes evaluations of the [%eval] comments: no engine is needed, and nothing is searched. Every game takes part,
// for it costs nothing; the complexity search has no counterpart.
func (s *Stage) copyComments(ctx context.Context, job *stage.Job) error {
	return run.Once(ctx, job, func(ctx context.Context, out *run.Out) error {
		t, err := table.Create[rows.Evaluation](out.Staging, rows.Evaluations)
		if err != nil {
			return err
		}
		var w walker
		for r, err := range gamerecord.Games(ctx, job.Inputs[rows.Games], job.Inputs[rows.Plies], s.eligible) {
			if err != nil {
				return err
			}
			g, err := newGame(r)
			if err != nil {
				return err
			}
			stations := w.walk(g)
			for ply := range stations {
				out.Seen(1)
				row, ok := comment(r, &stations[ply], ply)
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
func comment(g *gamerecord.Game, st *station, ply int) (row rows.Evaluation, ok bool) {
	row = rows.Evaluation{
		Search: rows.SearchGrade, GameID: g.GameID, Ply: int32(ply), Key: int64(st.pos.Key()), Depth: 0, Rank: 1,
		Legal: int16(st.legal), Engine: rows.EngineComments,
	}
	if st.terminal != "" {
		return terminalRow(row, st.terminal), true
	}
	if ply == 0 {
		return row, false
	}
	eval := g.Plies[ply-1].Eval()
	if eval.OK {
		row.Cp, row.Mate = columns(eval.Score)
	}
	return row, eval.OK
}
