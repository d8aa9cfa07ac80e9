package signals

import (
	"context"

	"plyquet/engine/board"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// A measured game holds every situation of it, and the decisions among them.
type measured struct {
	id         int64
	names      [2]string // empty: unknown
	situations []Situation
	decisions  []*Decision // of both sides, in order of play; they point into situations
}

var sides = [...]board.Color{board.White, board.Black}

// of returns the name and the decisions of one side.
func (g measured) of(side board.Color) (name string, decisions []*Decision) {
	for _, d := range g.decisions {
		if d.Situation.Side == side {
			decisions = append(decisions, d)
		}
	}
	return g.names[side], decisions
}

// gamesPerShard and playersPerShard are fixed, so that part files do not depend on the number of workers.
const (
	gamesPerShard   = 2048
	playersPerShard = 16
)

// chunks cuts a list into shards.
func chunks[T any](all []T, size int) [][]T {
	var out [][]T
	for len(all) > 0 {
		n := min(size, len(all))
		out, all = append(out, all[:n]), all[n:]
	}
	return out
}

// shard is a chunk with its number, for folds whose results are put back in order.
type shard[T any] struct {
	index int
	items []T
}

func numbered[T any](all []T, size int) []shard[T] {
	var out []shard[T]
	for i, c := range chunks(all, size) {
		out = append(out, shard[T]{i, c})
	}
	return out
}

// measureGames makes the decisions of all games and fills the funnel: seen are the evaluated moves.
func (s *Stage) measureGames(ctx context.Context, job *stage.Job, m meter, games map[int64]*game, spreads collected) ([][]measured, error) {
	type worker struct {
		meter meter
		done  map[int][]measured
	}
	shards := numbered(spreads.gameIDs(), gamesPerShard)
	accs, err := run.Fold(ctx, job, shards,
		func() (*worker, error) { return &worker{m, map[int][]measured{}}, nil },
		func(ctx context.Context, w *worker, ids shard[int64], out *run.Out) error {
			for _, id := range ids.items {
				g := s.measureGame(&w.meter, games[id], spreads[id])
				count(out, g)
				w.done[ids.index] = append(w.done[ids.index], g)
			}
			return ctx.Err()
		})
	if err != nil {
		return nil, err
	}
	ordered := make([][]measured, len(shards))
	for _, w := range accs {
		for i, done := range w.done {
			ordered[i] = done
		}
	}
	return ordered, nil
}

func (s *Stage) measureGame(m *meter, g *game, spreads map[int32]*spread) measured {
	out := measured{id: g.id, names: [2]string{g.names[0].Or(""), g.names[1].Or("")}, situations: s.situations(g, spreads)}
	for i := range out.situations {
		if sit := &out.situations[i]; sit.Excluded == "" {
			out.decisions = append(out.decisions, m.measure(sit))
		}
	}
	return out
}

// unnamed is the filter reason for decisions of players without a name.
const unnamed = "unnamed_player"

func count(out *run.Out, g measured) {
	out.Seen(int64(len(g.situations)))
	for i := range g.situations {
		sit := &g.situations[i]
		switch {
		case sit.Excluded != "":
			out.Filter(string(sit.Excluded), 1)
		case g.names[sit.Side] == "":
			out.Filter(unnamed, 1)
		default:
			out.Keep(1)
		}
	}
}

// taking lists the situations that take part.
func taking(games []measured) (all []*Situation) {
	for _, g := range games {
		for _, d := range g.decisions {
			all = append(all, d.Situation)
		}
	}
	return all
}

func flatten(shards [][]measured) (all []measured) {
	for _, games := range shards {
		all = append(all, games...)
	}
	return all
}

// examineAll computes the findings of every player, in the order given.
func (j *judge) examineAll(ctx context.Context, job *stage.Job, players []*Evidence) ([]*person, error) {
	shards := numbered(players, playersPerShard)
	accs, err := run.Fold(ctx, job, shards,
		func() (map[int][]*person, error) { return map[int][]*person{}, nil },
		func(ctx context.Context, acc map[int][]*person, players shard[*Evidence], _ *run.Out) error {
			for _, e := range players.items {
				p, err := j.examine(ctx, e)
				if err != nil {
					return err
				}
				acc[players.index] = append(acc[players.index], p)
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	ordered := make([][]*person, len(shards))
	for _, acc := range accs {
		for i, people := range acc {
			ordered[i] = people
		}
	}
	var all []*person
	for _, people := range ordered {
		all = append(all, people...)
	}
	return all, nil
}

// writeMoves writes a part a shard of games, and an empty part when there are none: a table always has a file.
func writeMoves(ctx context.Context, job *stage.Job, shards [][]measured) error {
	if len(shards) == 0 {
		shards = [][]measured{nil}
	}
	return run.Each(ctx, job, shards, func() (struct{}, error) { return struct{}{}, nil },
		func(_ context.Context, _ struct{}, games []measured, out *run.Out) error {
			w, err := table.Create[rows.MoveSignal](out.Staging, rows.MoveSignals)
			if err != nil {
				return err
			}
			for _, g := range games {
				if err := w.Write(moveRows(g)...); err != nil {
					return err
				}
			}
			return nil
		})
}

func writeSignals(ctx context.Context, job *stage.Job, players int, all []rows.Signal) error {
	return run.Once(ctx, job, func(_ context.Context, out *run.Out) error {
		out.Add("players", int64(players))
		w, err := table.Create[rows.Signal](out.Staging, rows.Signals)
		if err != nil {
			return err
		}
		return w.Write(all...)
	})
}
