package evaluate

import (
	"context"
	"errors"

	"plyquet/engine/uci"
	"plyquet/pipeline/run"
	"plyquet/stages/evaluate/evalcache"
	"plyquet/stages/rows"
)

// maxLost is how many positions of one game the engine may fail at before the rest is given up with them.
const maxLost = 5

// warmGame evaluates a game from its last position to its first with a warm hash. Backwards, the search of a position
// has seen the one behind the move that was played, which is why an engine's own move does not come out as a loss
// and why it costs less.
func (w *worker) warmGame(ctx context.Context, g *game, out *run.Out) error {
	stations := w.walk.walk(g)
	key := gameKey(w.name, g, &w.stage.Grade)
	found, cached, err := w.recall(ctx, key, 0)
	if err != nil {
		return err
	}
	var gone map[int]error
	if !cached || !allFit(found, stations) {
		cached = false
		if found, gone, err = w.searchGame(ctx, g, stations); err != nil {
			return err
		}
		if err := w.bear(lossOf(gone, stations)); err != nil {
			return err
		}
		if len(gone) == 0 {
			if err := w.remember(ctx, key, w.stage.Grade.Depth, found); err != nil {
				return err
			}
		}
	}
	for ply := range stations {
		out.Add("grade_nodes", found[ply].Nodes())
		w.settle(spot{g, ply}, stations, rows.SearchGrade, &found[ply], gone[ply], out)
	}
	w.tell(rows.SearchGrade, int64(len(stations)), truth(cached))
	return nil
}

// searchGame is one unit of the session. A position the engine does not survive is left out, and the game walked again without
// it: the others must not depend on how far the engine came.
func (w *worker) searchGame(ctx context.Context, g *game, stations []station) ([]evalcache.Matrix, map[int]error, error) {
	found := make([]evalcache.Matrix, len(stations))
	gone := map[int]error{}
	for {
		at := -1
		err := w.session.Unit(ctx, func() error {
			for ply := len(stations) - 1; ply >= 0; ply-- {
				if stations[ply].terminal != "" || gone[ply] != nil {
					continue
				}
				at = ply
				q := warmQuery(g, ply)
				w.stage.Grade.limit(&q)
				a, err := w.session.Search(ctx, q)
				if err != nil {
					return err
				}
				found[ply] = matrix(a, &stations[ply].pos, g.chess960, false)
			}
			return nil
		})
		if err == nil {
			return found, gone, nil
		}
		if _, ok := lost(err); !ok {
			return nil, nil, err
		}
		gone[at] = err
		if len(gone) > maxLost || hopeless(err) {
			giveUp(found, gone, stations, err)
			return found, gone, nil
		}
	}
}

// hopeless is an engine that failed all over the game, and not at one position.
func hopeless(err error) bool {
	var poison *uci.PoisonError
	return errors.As(err, &poison) && poison.Attempts >= uci.MaxAttempts
}

// giveUp loses every position of the game that a search was needed for.
func giveUp(found []evalcache.Matrix, gone map[int]error, stations []station, err error) {
	for ply := range stations {
		found[ply] = evalcache.Matrix{}
		if stations[ply].terminal == "" && gone[ply] == nil {
			gone[ply] = err
		}
	}
}

// lossOf is why the engine answered nothing at all about a game; nil if it did.
func lossOf(gone map[int]error, stations []station) (last error) {
	for ply := range stations {
		if stations[ply].terminal != "" {
			continue
		}
		if last = gone[ply]; last == nil {
			return nil
		}
	}
	return last
}

// limit sets what the grade search asks for.
func (g *Grade) limit(q *uci.Query) {
	q.MultiPV, q.Limit = g.MultiPV, uci.Limit{Depth: g.Depth, Nodes: g.Nodes}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
