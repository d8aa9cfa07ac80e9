package uci_test

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"plyquet/engine/board"
	"plyquet/engine/uci"
	"plyquet/engine/uci/ucitest"
)

func depth(d, multi int) uci.Query {
	return uci.Query{Start: board.Start(), MultiPV: multi, Limit: uci.Limit{Depth: d}}
}

func TestSearchFillsTheMatrix(t *testing.T) {
	a, err := search(fake(t), depth(5, 3))
	if err != nil {
		t.Fatal(err)
	}
	if a.Legal != 20 || len(a.Rows) != 5 || a.Nodes != 1600 {
		t.Fatalf("%d legal, %d rows, %d nodes", a.Legal, len(a.Rows), a.Nodes)
	}
	for i, r := range a.Rows {
		if r.Depth != i+1 || len(r.Lines) != 3 || r.Nodes != 100<<i {
			t.Errorf("row %d: depth %d, %d lines, %d nodes", i, r.Depth, len(r.Lines), r.Nodes)
		}
		for j, l := range r.Lines {
			if p := board.Start(); !p.IsLegal(l.Move) || !l.WDL.Known {
				t.Errorf("depth %d rank %d: %+v", r.Depth, j+1, l)
			}
		}
	}
	if a.Best != a.Final().Lines[0].Move {
		t.Error("best move is not the first of the last row")
	}
}

func TestFewerLegalMovesThanLines(t *testing.T) {
	q := depth(3, 50)
	q.Start = position(t, "7k/8/8/8/8/8/r7/K7 w - - 0 1") // Kxa2 or Kb1
	a, err := search(fake(t), q)
	if err != nil || a.Legal != len(a.Final().Lines) || len(a.Rows) != 3 {
		t.Errorf("%v, %+v", err, a)
	}
}

func TestMultiPVIsBoundedByTheEngine(t *testing.T) {
	a, err := search(fake(t, "maxpv=4"), depth(2, 50))
	if err != nil || len(a.Final().Lines) != 4 {
		t.Errorf("%v, %d lines", err, len(a.Final().Lines))
	}
}

func TestChattyEngineIsRead(t *testing.T) {
	want, err := search(fake(t), depth(4, 5))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := search(fake(t, "chatty"), depth(4, 5)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v", err)
	}
}

// A unit whose engine fails inside gives what it gives undisturbed, warm hash included.
func TestFailureLeavesNoTrace(t *testing.T) {
	t.Parallel()
	game := line(t, board.Start(), "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")
	walk := func(s *uci.Session) (all []uci.Analysis, err error) {
		err = s.Unit(context.Background(), func() error {
			all = all[:0]
			for n := len(game); n >= 0; n-- {
				q := depth(3, 2)
				q.Moves = game[:n]
				a, err := s.Search(context.Background(), q)
				if err != nil {
					return err
				}
				all = append(all, clone(a))
			}
			return nil
		})
		return all, err
	}
	want, err := walk(fake(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, trait := range []string{"die=4", "hang=4", "garbage=4", "endless=2", "die=1", "late"} {
		t.Run(trait, func(t *testing.T) {
			t.Parallel()
			once := "once=" + filepath.Join(t.TempDir(), "happened")
			s := fake(t, trait, once)
			got, err := walk(s)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%v; results differ: %v", err, !reflect.DeepEqual(got, want))
			}
			if trait != "late" && s.Stats().Restarts != 1 {
				t.Errorf("%d restarts", s.Stats().Restarts)
			}
		})
	}
}

func TestTheUnitDependsOnItsOwnSearchesAlone(t *testing.T) {
	s := fake(t)
	first, err := search(s, depth(3, 2))
	if err != nil {
		t.Fatal(err)
	}
	var again uci.Analysis
	err = s.Unit(context.Background(), func() error {
		if _, err := s.Search(context.Background(), depth(2, 1)); err != nil {
			return err
		}
		a, err := s.Search(context.Background(), depth(3, 2))
		again = clone(a)
		return err
	})
	if err != nil || reflect.DeepEqual(first, again) {
		t.Fatalf("%v; the test engine does not remember, so this test shows nothing", err)
	}
	if third, err := search(s, depth(3, 2)); err != nil || !reflect.DeepEqual(first, third) {
		t.Errorf("%v; a unit knows of the unit before it", err)
	}
}

func TestPoisonousPositionIsGivenUpAndTheNextUnitWorks(t *testing.T) {
	t.Parallel()
	s := fake(t, "poison=rnbqkbnr/pppppppp/8/8/4P3/")
	q := depth(2, 1)
	q.Moves = line(t, board.Start(), "e2e4")
	_, err := search(s, q)
	var poison *uci.PoisonError
	if !errors.As(err, &poison) || poison.Kind() != uci.Crashed || poison.Attempts != 3 {
		t.Fatalf("got %v", err)
	}
	if _, err := search(s, depth(2, 1)); err != nil {
		t.Errorf("the next unit: %v", err)
	}
}

func TestEveryFailureHasItsKind(t *testing.T) {
	t.Parallel()
	for trait, want := range map[string]uci.FailureKind{
		"die=1": uci.Crashed, "hang=1": uci.Hung, "garbage=1": uci.Garbage, "endless=1": uci.Garbage, "deaf=1": uci.Slow, "wrong": uci.Inconsistent,
	} {
		t.Run(trait, func(t *testing.T) {
			t.Parallel()
			limits := quick
			limits.Search = 3 * time.Second
			s := open(t, uci.Config{Command: ucitest.Command(t, trait), Timeouts: limits, Tries: 1})
			q := depth(3, 2)
			q.Moves = line(t, board.Start(), "e2e4")
			_, err := search(s, q)
			var poison *uci.PoisonError
			if !errors.As(err, &poison) || poison.Kind() != want || poison.Attempts != 1 {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
}

func TestSlowSearchIsStoppedNotKilled(t *testing.T) {
	t.Parallel()
	limits := quick
	limits.Search = 300 * time.Millisecond
	s := open(t, uci.Config{Command: ucitest.Command(t, "deaf=1"), Timeouts: limits})
	if _, err := search(s, depth(2, 1)); err == nil {
		t.Fatal("no error")
	}
	if _, err := search(s, depth(2, 1)); err != nil || s.Stats().Restarts != 0 {
		t.Errorf("%v, %d restarts", err, s.Stats().Restarts)
	}
}

func TestSilentSearchIsAskedNotKilled(t *testing.T) {
	t.Parallel()
	limits := quick
	limits.Ping = 20 * time.Millisecond
	for _, traits := range [][]string{{"think=300ms"}, {"think=300ms", "late"}} {
		s := open(t, uci.Config{Command: ucitest.Command(t, traits...), Timeouts: limits})
		for range 2 {
			if _, err := search(s, depth(2, 1)); err != nil || s.Stats().Restarts != 0 {
				t.Errorf("%v: %v, %d restarts", traits, err, s.Stats().Restarts)
			}
		}
	}
}

func TestEngineThatCannotStartIsFatal(t *testing.T) {
	t.Parallel()
	limits := quick
	limits.Start = 300 * time.Millisecond
	for name, command := range map[string][]string{
		"missing":  {filepath.Join(t.TempDir(), "no-such-engine")},
		"no uciok": ucitest.Command(t, "nouci"),
		"leaves":   ucitest.Command(t, "exit"),
		"folder":   {t.TempDir()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, uci.Config{Command: command, Timeouts: limits})
			_, err := search(s, depth(2, 1))
			var start *uci.StartError
			if !errors.As(err, &start) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestOptionsAreCheckedAgainstTheEngine(t *testing.T) {
	s := open(t, uci.Config{Command: ucitest.Command(t), Timeouts: quick, HashMB: 4096,
		Options: []uci.Option{{Name: "Contempt", Value: "0"}, {Name: "style", Value: "wild and free"}, {Name: "Clear Hash", Value: "now"}}})
	_, err := s.Identify(context.Background())
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{`"Hash": want a whole number from 1 to 1024, not "4096"`, `"Contempt": the engine has no such option`, `"Clear Hash": it is a button`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nlacks %s", err, want)
		}
	}
	if strings.Contains(err.Error(), "style") {
		t.Errorf("%v\ncomplains of a good value", err)
	}
}

func TestNothingBadIsSent(t *testing.T) {
	s := fake(t)
	mate := line(t, board.Start(), "f2f3", "e7e5", "g2g4", "d8h4")
	for name, q := range map[string]uci.Query{
		"no limit":     {Start: board.Start()},
		"depth 0":      {Start: board.Start(), Limit: uci.Limit{Depth: 0, Nodes: 0}},
		"illegal move": {Start: board.Start(), Limit: uci.Limit{Depth: 1}, Moves: line(t, position(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "e1d1")},
		"mate":         {Start: board.Start(), Limit: uci.Limit{Depth: 1}, Moves: mate},
		"stalemate":    {Start: position(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Limit: uci.Limit{Depth: 1}},
	} {
		_, err := search(s, q)
		var bad *uci.QueryError
		if !errors.As(err, &bad) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if s.Stats().Searches != 0 {
		t.Error("something was searched")
	}
}

func TestCancelEndsASearchAtOnce(t *testing.T) {
	s := fake(t, "deaf=1")
	ctx, cancel := context.WithCancel(context.Background())
	err := s.Unit(ctx, func() error {
		time.AfterFunc(50*time.Millisecond, cancel)
		_, err := s.Search(ctx, depth(2, 1))
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestChess960CastlingIsSentKingTakesRook(t *testing.T) {
	q := depth(2, 50)
	q.Start = position(t, "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1")
	a, err := search(fake(t), q)
	if err != nil {
		t.Fatal(err)
	}
	castles := 0
	for _, l := range a.Final().Lines {
		if l.Move.IsCastle() {
			castles++
		}
	}
	if castles != 2 {
		t.Errorf("%d castling moves came back", castles)
	}
}
