package evaluate

import (
	"context"

	"plyquet/engine/uci"
	"plyquet/pipeline/run"
	"plyquet/stages/evaluate/evalcache"
	"plyquet/stages/rows"
)

// cleared evaluates one position from a cleared hash, for every spot that has it.
func (w *worker) cleared(ctx context.Context, search string, u unit, out *run.Out) error {
	g := u.at.game
	stations := w.walk.walk(g)
	spots := append([]spot{u.at}, u.shared...)
	done := func(m *evalcache.Matrix, gone error, cached bool) {
		for i, sp := range spots {
			if i > 0 && sp.game != g {
				stations = w.walk.walk(sp.game)
			}
			g = sp.game
			w.settle(sp, stations, search, m, gone, out)
		}
		w.tell(search, int64(len(spots)), truth(cached))
	}
	if stations[u.at.ply].terminal != "" {
		done(nil, nil, false)
		return nil
	}
	if search == rows.SearchComplexity {
		keep, err := w.undecided(ctx, g, stations, u.at.ply)
		if _, ok := lost(err); err != nil && !ok {
			return err
		}
		if err == nil && !keep {
			out.Seen(int64(len(spots)))
			out.Filter("decided", int64(len(spots)))
			w.tell(search, int64(len(spots)), 0)
			return nil
		}
	}
	q := clearedQuery(g, stations, u.at.ply)
	w.ask(search, &q)
	m, cached, err := w.searchCleared(ctx, q, &stations[u.at.ply])
	if _, ok := lost(err); err != nil && !ok {
		return err
	}
	if !cached {
		if err := w.bear(err); err != nil {
			return err
		}
	}
	out.Add(search+"_nodes", m.Nodes())
	done(&m, err, cached)
	return nil
}

// ask sets what a search asks for.
func (w *worker) ask(search string, q *uci.Query) {
	if search == rows.SearchGrade {
		w.stage.Grade.limit(q)
		return
	}
	c := &w.stage.Complexity
	q.MultiPV, q.Limit = c.MultiPV, uci.Limit{Depth: c.depth()}
}

// searchCleared is one unit of the session, or its memory in the cache.
func (w *worker) searchCleared(ctx context.Context, q uci.Query, st *station) (m evalcache.Matrix, cached bool, err error) {
	key := clearedKey(w.name, &q, st.legal)
	found, ok, err := w.recall(ctx, key, q.Limit.Depth)
	if err != nil {
		return m, false, err
	}
	if ok && len(found) == 1 && fits(&found[0], st) {
		return found[0], true, nil
	}
	err = w.session.Unit(ctx, func() error {
		a, err := w.session.Search(ctx, q)
		if err == nil {
			m = matrix(a, &st.pos, q.Chess960, true)
		}
		return err
	})
	if err != nil {
		return m, false, err
	}
	return m, false, w.remember(ctx, key, q.Limit.Depth, []evalcache.Matrix{m})
}

// The search that finds out whether a position is decided: with one line it costs a hundredth of the real one.
const scoutDepth = 8

// undecided reports whether a position is open enough for a decision to count. An evaluation beyond the limit says
// that the game is won: what people play then says little about how well they see.
func (w *worker) undecided(ctx context.Context, g *game, stations []station, ply int) (bool, error) {
	limit := w.stage.Complexity.MaxEvalCp
	if limit == 0 {
		return true, nil
	}
	q := clearedQuery(g, stations, ply)
	q.MultiPV, q.Limit = 1, uci.Limit{Depth: scoutDepth}
	m, _, err := w.searchCleared(ctx, q, &stations[ply])
	if err != nil {
		return false, err
	}
	cp, isCp := m.Depths[len(m.Depths)-1].Lines[0].Score.Cp()
	return isCp && -limit <= cp && cp <= limit, nil
}
