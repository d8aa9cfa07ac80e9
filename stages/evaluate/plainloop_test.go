package evaluate_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"plyquet/engine/board"
	"plyquet/engine/uci"
	"plyquet/stages/evaluate"
)

var deep = flag.Bool("deep", false, "measure against a plain loop: minutes")

// selfPlay makes games that an engine plays against itself at a small depth, choosing among its first three moves by lot: games as
// people play them, good enough to measure on, and nobody's.
func selfPlay(t testing.TB, s *uci.Session, n, plies int) (list []pgnGame) {
	rng := rand.New(rand.NewPCG(21, 1))
	for len(list) < n {
		pos := board.Start()
		var moves []board.Move
		var texts []string
		err := s.Unit(context.Background(), func() error {
			for len(moves) < plies {
				a, err := s.Search(context.Background(), uci.Query{Start: board.Start(), Moves: moves, MultiPV: 3, Limit: uci.Limit{Depth: 6}})
				if err != nil {
					return err
				}
				lines := a.Final().Lines
				m := lines[min(rng.IntN(6)/2, len(lines)-1)].Move
				texts = append(texts, string(pos.AppendUCI(nil, m, false)))
				pos.Play(m)
				moves = append(moves, m)
			}
			return nil
		})
		var over *uci.QueryError
		if err != nil && !errors.As(err, &over) {
			t.Fatal(err)
		}
		list = append(list, pgnGame{white: "Fish", black: "Fish", result: "*", moves: texts})
	}
	return list
}

// plainLoop analyses before and after each move, as a short script does: with a hash that is cleared each time, or never.
func plainLoop(t testing.TB, s *uci.Session, list []pgnGame, depth, multi int, cleared bool) (nodes int64) {
	ask := func(moves []board.Move) error {
		a, err := s.Search(context.Background(), uci.Query{Start: board.Start(), Moves: moves, MultiPV: multi, Limit: uci.Limit{Depth: depth}})
		if err == nil {
			nodes += a.Nodes
		}
		return err
	}
	unit := func(work func() error) {
		if err := s.Unit(context.Background(), work); err != nil {
			t.Fatal(err)
		}
	}
	for i := range list {
		moves := parsed(t, &list[i])
		if !cleared {
			unit(func() error {
				for n := range moves {
					if err := errors.Join(ask(moves[:n]), ask(moves[:n+1])); err != nil {
						return err
					}
				}
				return nil
			})
			continue
		}
		for n := range moves {
			unit(func() error { return ask(moves[:n]) })
			unit(func() error { return ask(moves[:n+1]) })
		}
	}
	return nodes
}

func parsed(t testing.TB, g *pgnGame) (moves []board.Move) {
	pos := board.Start()
	for _, text := range g.moves {
		m, err := pos.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		pos.Play(m)
	}
	return moves
}

// The stage needs at most 0.6 of the nodes of a plain loop on the same games, at the same depth, with one engine each.
func TestFewerNodesThanAPlainLoop(t *testing.T) {
	if !*deep {
		t.Skip("run with -deep")
	}
	stockfish(t)
	found, err := uci.System().Find(uci.Auto, nil, "")
	if err != nil {
		t.Skip(err)
	}
	const depth = 12
	s := uci.Open(uci.Config{Command: found.Command, HashMB: 16})
	defer s.Close()
	list := selfPlay(t, s, 3, 70)
	for _, multi := range []int{1, 2} {
		stage := evaluate.New()
		stage.Grade = evaluate.Grade{Games: 100, Depth: depth, MultiPV: multi, Hash: evaluate.WarmBackward}
		stage.Complexity.Positions = 0
		cpu := func() time.Duration { return s.Stats().CPU }
		ours := must(t, stage, list, 1, "")
		nodes := ours.result.Counts.Extra["grade_nodes"]
		for _, cleared := range []bool{true, false} {
			before := cpu()
			plain := plainLoop(t, s, list, depth, multi, cleared)
			ratio := float64(nodes) / float64(plain)
			t.Logf("depth %d, MultiPV %d: %d nodes; plain loop, cleared %v: %d nodes, %v CPU: %.2f of it", depth, multi, nodes, cleared, plain, cpu()-before, ratio)
			if ratio > 0.6 {
				t.Errorf("more than 0.6 of the nodes")
			}
		}
		t.Log(strings.TrimSpace(lastLine(ours.log.String())))
	}
}

// BenchmarkEvaluate measures how well the engines are kept busy.
func BenchmarkEvaluate(b *testing.B) {
	set := stockfish(b)
	found, err := uci.System().Find(uci.Auto, nil, "")
	if err != nil {
		b.Skip(err)
	}
	s := uci.Open(uci.Config{Command: found.Command, HashMB: 16})
	list := selfPlay(b, s, 12, 60)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	set.Complexity.Positions = 10
	for b.Loop() {
		run := must(b, set, list, 2, "")
		if run.result.Counts.Kept == 0 {
			b.Fatal("nothing was evaluated")
		}
		b.Log(lastLine(run.log.String()))
	}
}
