package ingest

import (
	"context"
	"io"

	"plyquet/engine/pgn"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/sampled"
)

// worker is what one goroutine needs. Everything in it is reused from game to game.
type worker struct {
	policy   policy
	blocks   *sampled.Reader
	reader   *pgn.Reader
	progress stage.Progress
	id       identifier
	plies    plyRows
}

// newWorker returns a worker; movesOnly leaves out comments and clocks, which decide nothing.
func newWorker(s *Stage, job *stage.Job, movesOnly bool) *worker {
	return &worker{
		policy:   newPolicy(s),
		blocks:   sampled.NewReader(sampled.Folder(job)),
		reader:   pgn.NewReader(pgn.Options{MovesOnly: movesOnly}),
		progress: job.Progress,
		id:       identifier{movesAlone: s.SameGame == ByMoves},
		plies:    plyRows{comments: s.Comments, words: map[string]string{}},
	}
}

// Close closes the file that is being read.
func (w *worker) Close() error { return w.blocks.Close() }

// each calls do for every game of a part.
func (w *worker) each(ctx context.Context, p part, do func(g *pgn.Game, id int64) error) error {
	for _, b := range p.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := w.blocks.Read(&b)
		if err != nil {
			return err
		}
		w.reader.Reset(data)
		for {
			g, err := w.reader.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			if err := do(g, gameID(b.SourceNo, g.Offset)); err != nil {
				return err
			}
		}
		w.progress.Add(b.Games)
	}
	return nil
}

// gameID is unique in a run and grows in file order: 2^43 bytes are 8 TiB of one source.
func gameID(sourceNo int32, offset int64) int64 { return int64(sourceNo)<<43 | offset }

// write makes the files of one part.
func (w *worker) write(ctx context.Context, p part, first originals, out *run.Out) error {
	games, err := table.Create[rows.Game](out.Staging, rows.Games)
	if err != nil {
		return err
	}
	plies, err := table.Create[rows.Ply](out.Staging, rows.Plies)
	if err != nil {
		return err
	}
	return w.each(ctx, p, func(g *pgn.Game, id int64) error {
		out.Seen(1)
		for note := range g.Notes.All {
			out.Add("note_"+note, 1)
		}
		row, verdict := w.judge(g, id, first)
		switch {
		case verdict.filtered != "":
			out.Filter(verdict.filtered, 1)
			return nil
		case verdict.rejected:
			out.Fault(rejectOf(g.Fault))
			return nil
		case g.Fault != nil:
			out.Warn(rejectOf(g.Fault))
		}
		if oddDate(g) {
			out.Add("note_bad_date", 1)
		}
		out.Keep(1)
		out.Add("plies", int64(len(g.Moves)))
		if _, again := row.DuplicateOf.Get(); again {
			out.Add("duplicates", 1)
		}
		list, backwards := w.plies.of(g, id, row)
		if backwards > 0 {
			out.Add("clock_went_up", int64(backwards))
		}
		if err := plies.Write(list...); err != nil {
			return err
		}
		return games.Write(*row)
	})
}

// judge applies the policies and, if they keep the game, makes its row.
func (w *worker) judge(g *pgn.Game, id int64, first originals) (*rows.Game, verdict) {
	v := w.policy.judge(g)
	if !v.kept() {
		return nil, v
	}
	hash := w.id.of(g)
	original, again := first.of(hash, id)
	if again && w.policy.dropDuplicates {
		return nil, verdict{filtered: "duplicate"}
	}
	row := gameRow(g, id)
	row.GameHash = int64(hash)
	if again {
		row.DuplicateOf = table.Some(original)
	}
	return row, v
}

func rejectOf(f *pgn.Fault) stage.Reject {
	return stage.Reject{Source: f.Source, Offset: f.Offset, Game: f.Game, Ply: f.Ply,
		Token: f.Token, Reason: f.Reason.String(), Context: f.Context}
}
