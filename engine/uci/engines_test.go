package uci_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/engine/uci"
)

// engines are what Debian packages; each is skipped where it is not installed.
var engines = []string{"stockfish", "fairy-stockfish", "ethereal-chess"}

// positions are reached by random legal moves: balanced, sharp and hopeless ones, in no book.
func positions(n int, seed uint64) (out []uci.Query) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for len(out) < n {
		p := board.Start()
		var played []board.Move
		for range 6 + rng.IntN(50) {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			p.Play(m)
			played = append(played, m)
		}
		if len(p.Moves(nil)) > 0 {
			out = append(out, uci.Query{Start: board.Start(), Moves: played})
		}
	}
	return out
}

func real(t testing.TB, name string) *uci.Session {
	t.Helper()
	if testing.Short() {
		t.Skip("real engines take seconds")
	}
	s := uci.Open(uci.Config{Command: engine(t, name), HashMB: 16})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

var deep = flag.Bool("deep", false, "search deep enough to measure node ratios: minutes")

// played are positions of games that an engine plays against itself, choosing among its first three moves by lot:
// balanced ones, as real games have them.
func played(t *testing.T, s *uci.Session, n int) (out []uci.Query) {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 1))
	for len(out) < n {
		q := uci.Query{Start: board.Start(), MultiPV: 3, Limit: uci.Limit{Depth: 5}}
		err := s.Unit(context.Background(), func() error {
			q.Moves = q.Moves[:0]
			for range 12 + rng.IntN(40) {
				a, err := s.Search(context.Background(), q)
				if err != nil {
					return err
				}
				lines := a.Final().Lines
				q.Moves = append(q.Moves, lines[rng.IntN(len(lines))].Move)
			}
			return nil
		})
		var over *uci.QueryError
		if errors.As(err, &over) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, q)
	}
	return out
}

// One search to depth D gives, at every depth, what a separate cleared search of that depth gives, line by line and
// node by node. With -deep it must do so for less than half of the nodes; the ratio grows with the depth, and at the depth
// of the quick test it is still below two in positions as wild as these.
func TestOneSearchGivesEveryDepth(t *testing.T) {
	names, deepest, least := engines[:1], 6, 1.4
	if *deep {
		names, deepest, least = engines[:2], 12, 2
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			s := real(t, name)
			from := positions(20, 7)
			if *deep {
				from = played(t, s, 20)
			}
			one, separate := compareDepths(t, s, from, deepest)
			ratio := float64(separate) / float64(one)
			t.Logf("20 positions to depth %d, MultiPV 50: %d nodes in one search each, %d in separate ones: %.2f times",
				deepest, one, separate, ratio)
			if ratio < least {
				t.Errorf("want %.2f times", least)
			}
		})
	}
}

// compareDepths returns the nodes of single searches with every depth harvested and of separate searches for each depth.
func compareDepths(t *testing.T, s *uci.Session, from []uci.Query, deepest int) (one, separate int64) {
	for i, q := range from {
		q.MultiPV, q.Limit.Depth = 50, deepest
		whole, err := search(s, q)
		if err != nil {
			t.Fatal(err)
		}
		if len(whole.Rows) != deepest {
			t.Fatalf("position %d: %d depths", i, len(whole.Rows))
		}
		one += whole.Nodes
		for d := 1; d <= deepest; d++ {
			q.Limit.Depth = d
			single, err := search(s, q)
			if err != nil {
				t.Fatal(err)
			}
			separate += single.Nodes
			if !reflect.DeepEqual(whole.Rows[d-1], single.Final()) {
				t.Errorf("position %d depth %d:\n one  %v\n sep. %v", i, d, whole.Rows[d-1], single.Final())
			}
		}
	}
	return one, separate
}

func TestRealEnginesFillTheMatrix(t *testing.T) {
	for _, name := range engines {
		t.Run(name, func(t *testing.T) {
			s := real(t, name)
			for i, q := range positions(6, 3) {
				q.MultiPV, q.Limit.Depth = 4, 6
				a, err := search(s, q)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := len(a.Final().Lines), min(4, a.Legal); a.Final().Depth != 6 || got != want {
					t.Errorf("position %d: depth %d, %d lines of %d", i, a.Final().Depth, got, want)
				}
			}
			q := uci.Query{Start: position(t, "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1"), MultiPV: 60, Limit: uci.Limit{Depth: 4}}
			if a, err := search(s, q); err != nil || len(a.Final().Lines) != a.Legal {
				t.Errorf("Chess960: %v, %+v", err, a)
			}
			q = uci.Query{Start: board.Start(), MultiPV: 3, Limit: uci.Limit{Nodes: 20000}}
			if a, err := search(s, q); err != nil || len(a.Final().Lines) != 3 {
				t.Errorf("by nodes: %v, %+v", err, a)
			}
		})
	}
}

// A game walked backwards with a warm hash is repeatable as a whole, and cheaper than cleared searches.
func TestWarmGameIsRepeatable(t *testing.T) {
	s := real(t, "stockfish")
	game := line(t, board.Start(), strings.Fields("d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8 f1d3 d7d5 g1f3 c7c5 e1g1 b8c6")...)
	walk := func() (text string, nodes int64) {
		err := s.Unit(context.Background(), func() error {
			text, nodes = "", 0
			for n := len(game); n >= 0; n-- {
				a, err := s.Search(context.Background(), uci.Query{Start: board.Start(), Moves: game[:n], MultiPV: 2, Limit: uci.Limit{Depth: 9}})
				if err != nil {
					return err
				}
				text += fmt.Sprintln(a.Final())
				nodes += a.Nodes
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return text, nodes
	}
	first, warm := walk()
	if second, _ := walk(); first != second {
		t.Error("the same walk gave two results")
	}
	var cold int64
	for n := range len(game) + 1 {
		a, err := search(s, uci.Query{Start: board.Start(), Moves: game[:n], MultiPV: 2, Limit: uci.Limit{Depth: 9}})
		if err != nil {
			t.Fatal(err)
		}
		cold += a.Nodes
	}
	t.Logf("backwards with a warm hash: %d nodes, cleared: %d (%.2f)", warm, cold, float64(warm)/float64(cold))
}

func TestIdentityAndBuild(t *testing.T) {
	s := real(t, "stockfish")
	id, err := s.Identify(context.Background())
	if err != nil || !strings.HasPrefix(id.Name, "Stockfish") || id.Network == "" {
		t.Errorf("%v, %v", id, err)
	}
	build, err := s.Compiler(context.Background())
	if err != nil || !strings.Contains(build, "Compil") {
		t.Errorf("%q, %v", build, err)
	}
	t.Logf("%v: %q", id, uci.BuildAdvice(build, uci.ProcessorFlags()))
}

func BenchmarkSearch(b *testing.B) {
	s := real(b, "stockfish")
	q := uci.Query{Start: board.Start(), MultiPV: 50, Limit: uci.Limit{Depth: 8}}
	var nodes int64
	for b.Loop() {
		a, err := search(s, q)
		if err != nil || len(a.Final().Lines) != 20 {
			b.Fatal(err)
		}
		nodes += a.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
