package uci_test

import (
	"context"
	"os"
	"testing"
	"time"

	"plyquet/engine/board"
	"plyquet/engine/uci"
	"plyquet/engine/uci/ucitest"
)

func TestMain(m *testing.M) {
	ucitest.Main()
	playParent()
	os.Exit(m.Run())
}

// quick are time-outs for engines that misbehave within milliseconds. They are generous enough for a busy machine.
var quick = uci.Timeouts{
	Start: 20 * time.Second, Ready: 20 * time.Second, Search: 60 * time.Second,
	Ping: 200 * time.Millisecond, Pong: 2 * time.Second, Stop: 2 * time.Second, Quit: 2 * time.Second,
}

// fake opens a session on a test engine with the given traits.
func fake(t *testing.T, traits ...string) *uci.Session {
	t.Helper()
	return open(t, uci.Config{Command: ucitest.Command(t, traits...), Timeouts: quick})
}

func open(t *testing.T, cfg uci.Config) *uci.Session {
	t.Helper()
	s := uci.Open(cfg)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// position reads a FEN.
func position(t testing.TB, fen string) board.Position {
	t.Helper()
	setup, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// line plays UCI moves from the start position.
func line(t testing.TB, from board.Position, moves ...string) []board.Move {
	t.Helper()
	var out []board.Move
	for _, text := range moves {
		m, err := from.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
		from.Play(m)
	}
	return out
}

// search runs one search as a unit of its own and returns a copy of its result.
func search(s *uci.Session, q uci.Query) (out uci.Analysis, err error) {
	err = s.Unit(context.Background(), func() error {
		a, err := s.Search(context.Background(), q)
		if err == nil {
			out = clone(a)
		}
		return err
	})
	return out, err
}

func clone(a *uci.Analysis) uci.Analysis {
	c := *a
	c.Rows = nil
	for _, r := range a.Rows {
		r.Lines = append([]uci.Line(nil), r.Lines...)
		c.Rows = append(c.Rows, r)
	}
	return c
}

// engine finds a real engine by its command name, or skips.
func engine(t testing.TB, name string) []string {
	t.Helper()
	finder := uci.System()
	for _, path := range []string{name, "/usr/games/" + name} {
		if found, err := finder.Find(path, nil, ""); err == nil {
			return found.Command
		}
	}
	t.Skipf("%s is not installed", name)
	return nil
}
