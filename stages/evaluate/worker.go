package evaluate

import (
	"context"
	"errors"
	"fmt"

	"plyquet/engine/uci"
	"plyquet/pipeline/run"
	"plyquet/pipeline/table"
	"plyquet/stages/evaluate/evalcache"
	"plyquet/stages/rows"
)

// worker owns one engine. It belongs to one goroutine.
type worker struct {
	*crew
	session *uci.Session
	seen    uci.Stats        // what the meter knows of the session
	cache   *evalcache.Store // nil: without, from the start or since it failed
	walk    walker
	rows    []rows.Evaluation
}

// Close ends the engine.
func (w *worker) Close() error {
	err := w.session.Close()
	w.tell("", 0, 0)
	return err
}

// tell enters positions of a search that are done, and what the session did for them, into the meter and shows the sum.
func (w *worker) tell(search string, positions, cached int64) {
	now := w.session.Stats()
	w.meter.With(func(m *meter) {
		m.add(now, w.seen)
		m.positions += positions
		m.cached += cached
		if wall := sinceBegin(w.crew); positions > 0 && wall.Seconds() > 0 {
			w.job.Progress.Note(fmt.Sprintf("%.1f positions/s, %.2f Mnodes/s, engines busy %.0f %%", float64(m.positions)/wall.Seconds(),
				float64(m.nodes)/1e6/wall.Seconds(), 100*m.utilisation(wall, max(w.job.Workers, 1))))
		}
	})
	w.seen = now
	w.job.Progress.Add(positions * w.stage.expectedPer(search) / 1000)
}

// do evaluates one shard and writes its part of the table.
func (w *worker) do(ctx context.Context, s shard, out *run.Out) error {
	w.rows = w.rows[:0]
	for _, g := range s.warm {
		if err := w.warmGame(ctx, g, out); err != nil {
			return fmt.Errorf("game %d: %w", g.id, err)
		}
	}
	for _, u := range s.units {
		if err := w.cleared(ctx, s.search, u, out); err != nil {
			return fmt.Errorf("game %d ply %d: %w", u.at.game.id, u.at.ply, err)
		}
	}
	sortRows(w.rows)
	t, err := table.Create[rows.Evaluation](out.Staging, rows.Evaluations)
	if err != nil {
		return err
	}
	return t.Write(w.rows...)
}

// recall looks a search up. A fault of the cache ends its use by this worker and nothing else.
func (w *worker) recall(ctx context.Context, k evalcache.Key, depth int) ([]evalcache.Matrix, bool, error) {
	if w.cache == nil {
		return nil, false, nil
	}
	found, ok, err := w.cache.Get(ctx, k, depth)
	return found, ok, w.withoutCache(ctx, err)
}

func (w *worker) remember(ctx context.Context, k evalcache.Key, depth int, m []evalcache.Matrix) error {
	if w.cache == nil {
		return nil
	}
	return w.withoutCache(ctx, w.cache.Put(ctx, k, depth, m))
}

func (w *worker) withoutCache(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	w.cache = nil
	w.job.Log.Warn("going on without the evaluation cache", "error", err)
	return nil
}

// maxBroken is how many searches an engine may fail at before it has answered a first one.
const maxBroken = 4

// bear notes what became of a unit: gone is why the engine could not do it, nil if it could. An engine that has never
// answered is broken, and each further search would cost its retries and time-outs for nothing: that ends the run.
func (w *worker) bear(gone error) error {
	broken := false
	w.meter.With(func(m *meter) {
		if gone == nil {
			m.answers = true
		} else {
			m.failed++
		}
		broken = !m.answers && m.failed >= maxBroken
	})
	if broken {
		return fmt.Errorf("the engine has failed at all of its first %d searches; to try it: plyquet doctor: %w", maxBroken, gone)
	}
	return nil
}

// lost turns an error of a unit into the reason of a reject; anything else is for the run to fail on.
func lost(err error) (reason string, ok bool) {
	var poison *uci.PoisonError
	var query *uci.QueryError
	switch {
	case errors.As(err, &poison):
		return "engine_" + string(poison.Kind()), true
	case errors.As(err, &query):
		return "not_searchable", true
	}
	return "", false
}
