package pgn

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/engine/board"
)

// shared returns a path below the folder of shared test material, or skips the test.
func shared(t testing.TB, elem ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(append([]string{dir, "..", "shared"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("../shared is absent: %v", err)
	}
	return path
}

type wantGame struct {
	Status   string
	Result   string
	Plies    int
	UCI      []string
	SAN      []string
	FinalFEN string
	StartFEN string
	Reason   string
	Tags     map[string]string
}

type wantFile struct {
	Games []wantGame
	OneOf [][]wantGame
}

type wantCase struct {
	wantFile
	Kind  string
	Files map[string]wantFile
}

// readGames returns copies of what the tests compare.
type gotGame struct {
	wantGame
	fault *Fault
	notes Notes
}

func readAll(t testing.TB, path string, sizes Sizes) (games []gotGame) {
	t.Helper()
	a, err := Open(path, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	text, err := a.Next()
	if err != nil {
		t.Fatal(err)
	}
	split := NewSplitter(text, text.Name, sizes)
	r := NewReader(Options{})
	for {
		b, err := split.Next()
		if err != nil {
			return games
		}
		r.Reset(b)
		n := 0
		for g, err := r.Next(); err == nil; g, err = r.Next() {
			if end := int(g.Offset-b.Offset) + len(g.Raw); end != b.Ends[n] {
				t.Errorf("game %d ends at %d for the Reader, at %d for the Splitter", g.Number, end, b.Ends[n])
			}
			n++
			games = append(games, snapshot(g))
		}
		if n != len(b.Ends) {
			t.Errorf("%d games in a block of %d", n, len(b.Ends))
		}
	}
}

func snapshot(g *Game) gotGame {
	got := gotGame{notes: g.Notes}
	got.Result, got.Plies = g.Result.String(), len(g.Moves)
	pos := g.Start
	if g.CustomStart {
		got.StartFEN = pos.FEN()
	}
	for i := range g.Moves {
		m := g.Moves[i].Move
		got.UCI = append(got.UCI, string(pos.AppendUCI(nil, m, false)))
		got.SAN = append(got.SAN, string(pos.AppendSAN(nil, m)))
		pos.Play(m)
	}
	if g.Variant != OtherVariant && (g.Fault == nil || g.Fault.Reason != BadFEN) {
		got.FinalFEN = pos.FEN()
	}
	got.Tags = map[string]string{}
	for _, tag := range g.Tags {
		if _, ok := got.Tags[tag.Name()]; !ok {
			got.Tags[tag.Name()] = tag.Value()
		}
	}
	if g.Fault != nil {
		f := *g.Fault
		got.fault = &f
		got.Reason = f.Reason.String()
	}
	switch {
	case got.fault != nil:
		got.Status = "damaged"
	case got.Plies == 0:
		got.Status = "skip"
	case g.Result == board.Unknown:
		got.Status = "unfinished"
	default:
		got.Status = "ok"
	}
	return got
}

// TestSharedCases holds the reader to every case of PGN text in ../shared/cases.
func TestSharedCases(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(shared(t, "cases"), "*", "expect.json"))
	for _, expect := range dirs {
		dir := filepath.Dir(expect)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			data, err := os.ReadFile(expect)
			if err != nil {
				t.Fatal(err)
			}
			var want wantCase
			if err := json.Unmarshal(data, &want); err != nil && want.Kind != "fetch" {
				t.Fatal(err)
			}
			if want.Files == nil && want.Games != nil {
				names, _ := filepath.Glob(filepath.Join(dir, "*.pgn"))
				if len(names) != 1 {
					t.Fatalf("%d PGN files", len(names))
				}
				want.Files = map[string]wantFile{filepath.Base(names[0]): want.wantFile}
			}
			for name, file := range want.Files {
				if strings.HasSuffix(name, ".pgn") && (file.Games != nil || file.OneOf != nil) {
					t.Run(name, func(t *testing.T) { compareFile(t, filepath.Join(dir, name), file) })
				}
			}
		})
	}
}

func compareFile(t *testing.T, path string, want wantFile) {
	got := readAll(t, path, Sizes{})
	accepted := want.OneOf
	if want.Games != nil {
		accepted = [][]wantGame{want.Games}
	}
	var reports []string
	for _, games := range accepted {
		report := differences(got, games)
		if len(report) == 0 {
			return
		}
		reports = append(reports, strings.Join(report, "\n"))
	}
	t.Error(strings.Join(reports, "\nor\n"))
}

func differences(got []gotGame, want []wantGame) (report []string) {
	if len(got) != len(want) {
		return []string{fmt.Sprintf("%d games, want %d", len(got), len(want))}
	}
	for i, w := range want {
		g := got[i]
		check := func(what string, have, need any) {
			if have != need {
				report = append(report, fmt.Sprintf("game %d: %s %v, want %v (fault %v)", i+1, what, have, need, g.fault))
			}
		}
		start := w.StartFEN
		check("start", g.StartFEN, start)
		if g.Status == "unfinished" && w.Result == "*" { // the cases call a game that says "*" either
			g.Status = w.Status
		}
		check("status", g.Status, w.Status)
		check("result", g.Result, w.Result)
		check("plies", g.Plies, w.Plies)
		if w.UCI != nil {
			check("uci", strings.Join(g.UCI, " "), strings.Join(w.UCI, " "))
			check("san", strings.Join(g.SAN, " "), strings.Join(w.SAN, " "))
			check("final", g.FinalFEN, w.FinalFEN)
		}
		for name, value := range w.Tags {
			check("tag "+name, g.Tags[name], value)
		}
	}
	return report
}
