package book

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/board"
)

func mustFEN(t testing.TB, fen string) board.Position {
	t.Helper()
	s, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustMoves(t testing.TB, line string) []board.Move {
	t.Helper()
	moves, err := readMoves(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return moves
}

func readNames(t testing.TB, paths ...string) *Names {
	t.Helper()
	names, err := LoadTSV(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func sharedDir(t testing.TB, path string) string {
	t.Helper()
	dir, err := filepath.Abs(".")
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
	dir = filepath.Join(dir, "..", "shared", path)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("../shared is absent: %v", err)
	}
	return dir
}

func lichessNames(t testing.TB) *Names {
	dir := sharedDir(t, "data/openings")
	var paths []string
	for _, volume := range "abcde" {
		paths = append(paths, filepath.Join(dir, string(volume)+".tsv"))
	}
	return readNames(t, paths...)
}

func TestSmallTable(t *testing.T) {
	names := readNames(t, "testdata/small.tsv")
	if names.Len() != 5 {
		t.Errorf("%d named positions", names.Len())
	}
	for _, c := range []struct {
		line string
		want Opening
		ply  int
		hits int
	}{
		{"e4", Opening{"X00", "King Pawn", 1}, 1, 1},
		{"e4 e5 Nf3 Nc6 Bb5", Opening{"X02", "Two Knights Out", 4}, 4, 3}, // by transposition; 3. Nf3 is on no line
		{"e4 c5", Opening{"X00", "King Pawn", 1}, 1, 1},
		{"a4 h5", Opening{}, 0, 2}, // on a line, without a name
		{"a4 h5 Ra3", Opening{"X03", "Rook Lift: Early, Very Early", 3}, 3, 3},
		{"d4", Opening{}, 0, 0},
		{"e4 a6 e5 d5", Opening{"X04", "Passed By", 4}, 4, 4},
	} {
		b := Book{Names: names}
		got := b.Trace(board.Start(), mustMoves(t, c.line))
		if got.Opening != c.want || got.OpeningPly != c.ply || got.Hits != c.hits {
			t.Errorf("%s: %+v", c.line, got)
		}
	}
}

func TestNameNeedsTheEnPassantOfItsLine(t *testing.T) {
	names := readNames(t, "testdata/small.tsv")
	for fen, want := range map[string]bool{
		"rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3": true,
		"rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3":  false,
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1":   true, // an idle square
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1":    true,
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQq - 0 1":     false,
	} {
		p := mustFEN(t, fen)
		if _, ok := names.Opening(&p); ok != want {
			t.Errorf("%s: %v", fen, ok)
		}
	}
}

func TestOrderOfLinesIsOfNoMatter(t *testing.T) {
	lines := []Line{
		{"B00", "Second", mustMoves(t, "e4")}, {"A00", "First", mustMoves(t, "e4")}, {"A00", "Other", mustMoves(t, "d4")},
	}
	p := board.Start()
	p.Play(lines[0].Moves[0])
	for range 2 {
		names, err := NewNames(lines)
		if err != nil {
			t.Fatal(err)
		}
		if o, _ := names.Opening(&p); o.Name != "First" {
			t.Errorf("%+v", o)
		}
		slices.Reverse(lines)
	}
}

func TestNewNamesRefusesImpossibleLines(t *testing.T) {
	if _, err := NewNames([]Line{{"A00", "Empty", nil}}); err == nil {
		t.Error("a line without moves")
	}
	bad := Line{"A00", "Backwards", []board.Move{board.NewMove(board.E1, board.E8, board.NoRole)}}
	if _, err := NewNames([]Line{bad}); !errors.Is(err, board.ErrIllegal) {
		t.Errorf("an illegal move: %v", err)
	}
}

func TestReadTSVSaysWhereItFails(t *testing.T) {
	const header = "eco\tname\tpgn\n"
	for text, want := range map[string]string{
		"":                                      "x.tsv is empty",
		"eco\tname\n":                           "x.tsv:1:",
		header + "A00\tName\n":                  "x.tsv:2:",
		header + "A00\tName\t1. e4\n\nB\tC\t\n": "x.tsv:4:",
		header + "A00\tName\t1. e5\n":           "illegal move",
		header + "A00\tName\t1. e4 frog\n":      "not a move",
	} {
		_, err := ReadTSV(strings.NewReader(text), "x.tsv")
		if !errors.Is(err, ErrTSV) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestReadTSVTakesWiderTables(t *testing.T) {
	const text = "\ufeffname\tuci\teco\tpgn\tepd\r\nSome Name\te2e4\tA01\t1.e4 c5 2.Nf3\tx\r\n"
	lines, err := ReadTSV(strings.NewReader(text), "wide")
	if err != nil || len(lines) != 1 || lines[0].ECO != "A01" || lines[0].Name != "Some Name" || len(lines[0].Moves) != 3 {
		t.Errorf("%+v, %v", lines, err)
	}
}

// Counts and names as published for chess-openings at 51b88624.
func TestLichessTable(t *testing.T) {
	names := lichessNames(t)
	if names.Len() != 3807 || names.Positions() != 7852 {
		t.Errorf("%d named of %d positions, want 3807 of 7852", names.Len(), names.Positions())
	}
	b := Book{Names: names}
	for _, c := range []struct {
		line, eco, name string
		ply             int
	}{
		{"d4", "A40", "Queen's Pawn Game", 1},
		{"d4 c5 d5 e5", "A44", "Benoni Defense: Old Benoni", 4},
		{"e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5 Nb5 d6 c4 a6 N5c3 Nf6 Be2 Be7", "B32", "Sicilian Defense: Kalashnikov Variation", 0},
		{"e4 e5 f4 exf4 Nf3 g5 Bc4 g4 O-O gxf3 Qxf3", "C37", "King's Gambit Accepted: Muzio Gambit, Wild Muzio Gambit", 0},
		{"e4 e5 f4 exf4 Nf3 g5 Bc4 g4 O-O gxf3 Qxf3 Nc6 Qxf4", "C37", "King's Gambit Accepted: Muzio Gambit, Holloway Defense", 12},
		{"e4", "B00", "King's Pawn Game", 1},
		{"e4 e5", "C20", "King's Pawn Game", 2},
		{"e4 e5 Nf3 Nc6", "C44", "King's Knight Opening: Normal Variation", 4},
		{"e4 e5 Nf3 Nc6 Bb5 a6", "C70", "Ruy Lopez: Morphy Defense", 6},
		{"Nf3 d5 d4 Nf6 c4 e6 Nc3", "D37", "Queen's Gambit Declined: Three Knights Variation", 7},
		{"e4 e5 Nf3 d6 d4 Bg4 dxe5", "C41", "Philidor Defense", 5},
	} {
		got := b.Trace(board.Start(), mustMoves(t, c.line))
		if got.Opening.ECO != c.eco || got.Opening.Name != c.name || c.ply != 0 && got.OpeningPly != c.ply {
			t.Errorf("%s: %+v, want %s %s at %d", c.line, got, c.eco, c.name, c.ply)
		}
	}
	for fen, want := range map[string]bool{
		"rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3":  false,
		"rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3": true,
	} {
		p := mustFEN(t, fen)
		if _, ok := names.Opening(&p); ok != want {
			t.Errorf("%s: %v", fen, ok)
		}
	}
}

func TestBuiltinTable(t *testing.T) {
	names, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if names.Len() < 2000 {
		t.Errorf("only %d named positions", names.Len())
	}
	for _, c := range []struct{ line, eco, name string }{
		{"Nh3", "A00", "Amar Opening"},
		{"e4 e5 Nf3 Nc6 Bb5 a6", "C70", "Ruy Lopez: Morphy Defense"},
		{"g3 e5 Nf3 e4 Nh4", "A00", "Hungarian Opening: Reversed Norwegian Defense"},
	} {
		b := Book{Names: names}
		if got := b.Trace(board.Start(), mustMoves(t, c.line)); got.Opening.ECO != c.eco || got.Opening.Name != c.name {
			t.Errorf("%s: %+v", c.line, got)
		}
	}
}

func TestRulesOfBookMoves(t *testing.T) {
	names := readNames(t, "testdata/small.tsv")
	line := mustMoves(t, "a4 h5 Ra3 e5")
	for _, c := range []struct {
		rule                      NameRule
		hits, last, miss, exitPly int
	}{
		{LinePositions, 3, 3, 4, 4},
		{NamedPositions, 1, 3, 1, 4},
		{NoPositions, 0, 0, 1, 1},
	} {
		b := Book{Names: names, ByName: c.rule}
		got := b.Trace(board.Start(), line)
		if got.Hits != c.hits || got.LastHit != c.last || got.FirstMiss != c.miss || got.Exit(len(line)) != c.exitPly {
			t.Errorf("%v: %+v, exit %d", c.rule, got, got.Exit(len(line)))
		}
		if got.Opening.ECO != "X03" {
			t.Errorf("%v: the name depends on the rule: %+v", c.rule, got)
		}
	}
	whole := Book{Names: names}
	if got := whole.Trace(board.Start(), line[:3]); got.Exit(3) != 0 || got.FirstMiss != 0 {
		t.Errorf("a game that never left the book: %+v", got)
	}
}

func TestZeroBookIsEmpty(t *testing.T) {
	var b Book
	got := b.Trace(board.Start(), mustMoves(t, "e4 e5"))
	if got != (Trace{FirstMiss: 1}) || got.Exit(2) != 1 {
		t.Errorf("%+v", got)
	}
	p := board.Start()
	if _, _, ok := b.Opening(&p); ok {
		t.Error("a name")
	}
}

func TestRulesAreReadAsWritten(t *testing.T) {
	for _, r := range []NameRule{LinePositions, NamedPositions, NoPositions} {
		var back NameRule
		text, _ := r.MarshalText()
		if err := back.UnmarshalText(text); err != nil || back != r {
			t.Errorf("%v: %v, %v", r, back, err)
		}
	}
	for _, r := range []PolyglotRule{ListedMoves, KnownPositions} {
		var back PolyglotRule
		text, _ := r.MarshalText()
		if err := back.UnmarshalText(text); err != nil || back != r {
			t.Errorf("%v: %v, %v", r, back, err)
		}
	}
	var r NameRule
	if err := r.UnmarshalText([]byte("lines")); err == nil || !strings.Contains(err.Error(), "named") {
		t.Errorf("%v", err)
	}
}
