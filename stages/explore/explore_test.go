package explore

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// after returns the position after moves in SAN.
func after(t testing.TB, moves ...string) board.Position {
	t.Helper()
	p := board.Start()
	for _, san := range moves {
		m, err := p.ParseSAN([]byte(san))
		if err != nil {
			t.Fatalf("%s: %v", san, err)
		}
		p.Play(m)
	}
	return p
}

// tables writes positions and moves, sorted by key, in parts of two rows, and returns a manifest of them.
func tables(t *testing.T, positions []rows.Position, moves []rows.PositionMove) *manifest.Manifest {
	t.Helper()
	dir := t.TempDir()
	slices.SortFunc(positions, func(a, b rows.Position) int { return cmp.Compare(a.Key, b.Key) })
	files := map[stage.TableID][]stage.File{}
	for i := 0; i*2 < len(positions); i++ {
		s := table.NewStaging(dir, i, table.Options{RowGroup: 1, Metadata: map[string]string{"stage": "positions"}})
		w, err := table.Create[rows.Position](s, rows.Positions)
		if err != nil {
			t.Fatal(err)
		}
		part := positions[i*2 : min(i*2+2, len(positions))]
		if err := w.Write(part...); err != nil {
			t.Fatal(err)
		}
		mw, err := table.Create[rows.PositionMove](s, rows.PositionMoves)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if slices.ContainsFunc(part, func(p rows.Position) bool { return p.Key == m.Key }) {
				if err := mw.Write(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		committed, err := s.Commit()
		if err != nil {
			t.Fatal(err)
		}
		for id, list := range committed {
			files[id] = append(files[id], list...)
		}
	}
	return &manifest.Manifest{Run: "club", Steps: map[string]*manifest.Step{"positions": {Result: manifest.Result{
		Files: files, Parts: []manifest.Part{{Name: "config.max_plies", Value: "20"}},
	}}}}
}

func row(p board.Position, white, draws, black int32) rows.Position {
	return rows.Position{Key: int64(p.TableKey()), FEN: p.FEN3(), White: white, Draws: draws, Black: black}
}

func move(p board.Position, san string, white, draws, black int32) rows.PositionMove {
	return rows.PositionMove{Key: int64(p.TableKey()), FEN: p.FEN3(), UCI: "x", SAN: san, White: white, Draws: draws, Black: black}
}

func TestEveryPositionIsFoundInWhateverPartItIs(t *testing.T) {
	var all []rows.Position
	lines := [][]string{{}, {"e4"}, {"d4"}, {"e4", "e5"}, {"e4", "c5"}, {"d4", "d5"}, {"Nf3"}}
	for i, line := range lines {
		all = append(all, row(after(t, line...), int32(i+1), 2, 3))
	}
	start := after(t)
	m := tables(t, all, []rows.PositionMove{move(start, "d4", 1, 1, 1), move(start, "e4", 4, 0, 1), move(start, "Nf3", 1, 1, 1)})
	for i, line := range lines {
		a, err := ask(m, after(t, line...))
		if err != nil || !a.found || a.total != (tally{int64(i + 1), 2, 3}) {
			t.Errorf("%v: %+v, %v", line, a.total, err)
		}
	}
	a, err := ask(m, start)
	if err != nil || len(a.moves) != 3 || a.moves[0].san != "e4" || a.moves[1].san != "Nf3" {
		t.Errorf("moves %+v, %v; want e4, then Nf3 and d4 by name", a.moves, err)
	}
	a, err = ask(m, after(t, "a3"))
	if err != nil || a.found || !strings.Contains(a.text(), "No game of this run reached this position within its first 20 positions.") {
		t.Errorf("%v\n%s", err, a.text())
	}
}

// TestSameKeyOtherPositionIsNotTheAnswer: the key finds the row, the position decides.
func TestSameKeyOtherPositionIsNotTheAnswer(t *testing.T) {
	p := after(t, "e4")
	r := row(p, 1, 0, 0)
	r.FEN = "8/8/8/8/8/8/8/8 w -"
	if a, err := ask(tables(t, []rows.Position{r}, nil), p); err != nil || a.found {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestRunWithoutPositionsSaysSo(t *testing.T) {
	_, err := ask(&manifest.Manifest{Run: "club"}, board.Start())
	if err == nil || !strings.Contains(err.Error(), "run club has no table of positions yet") {
		t.Errorf("%v", err)
	}
}

func TestScoreIsThatOfTheMover(t *testing.T) {
	n := tally{white: 6, draws: 2, black: 2}
	if w, b := n.score(board.White), n.score(board.Black); w != 0.7 || b+w != 1 {
		t.Errorf("white %g, black %g", w, b)
	}
}

const twoGames = `[Event "Club evening"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[Event "Club evening"]
[Result "0-1"]

1. d4 d5 2. Kxd8 0-1
`

func TestPositionOfAGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(path, []byte(twoGames), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		game, ply int
		want      []string
	}{{1, -1, []string{"e4", "e5", "Nf3"}}, {1, 0, nil}, {1, 2, []string{"e4", "e5"}}, {2, 2, []string{"d4", "d5"}}} {
		p, err := query{pgn: path, game: c.game, ply: c.ply}.position()
		if want := after(t, c.want...); err != nil || p.FEN() != want.FEN() {
			t.Errorf("game %d ply %d: %s, %v", c.game, c.ply, p.FEN(), err)
		}
	}
	for _, c := range []struct {
		q     query
		usage bool
		want  string
	}{
		{query{pgn: path, game: 1, ply: 9}, true, "the game has 3 half-moves"},
		{query{pgn: path, game: 0, ply: -1}, true, "want at least 1"},
		{query{pgn: path, game: 3, ply: -1}, false, "there is no game 3, the file has 2"},
		{query{pgn: path, game: 2, ply: -1}, false, "can be read up to half-move 2"},
		{query{pgn: path + ".gone", game: 1, ply: -1}, false, "no such file"},
		{query{fen: "rubbish"}, true, "--fen: "},
	} {
		_, err := c.q.position()
		var usage *run.UsageError
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &usage) != c.usage {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
}

func TestBoardIsDrawnFromWhitesSide(t *testing.T) {
	p := after(t, "e4")
	want := "\n A B C D E F G H\n8♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ \n7♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟ \n6- - - - - - - - \n5- - - - - - - - \n" +
		"4- - - - ♙ - - - \n3- - - - - - - - \n2♙ ♙ ♙ ♙ - ♙ ♙ ♙ \n1♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ \n"
	if got := draw(&p); got != want {
		t.Errorf("got\n%s", got)
	}
}

// The tables and the manifest may be of a run from elsewhere.
func TestTextOfTablesIsHarmlessOnATerminal(t *testing.T) {
	start := after(t)
	m := tables(t, []rows.Position{row(start, 1, 2, 3)}, []rows.PositionMove{move(start, "\x1b[2J"+strings.Repeat("x", 5000), 1, 1, 1)})
	m.Steps["positions"].Result.Parts[0].Value = "\x1b[2J"
	for _, p := range []board.Position{start, after(t, "a3")} {
		a, err := ask(m, p)
		if err != nil || strings.Contains(a.text(), "\x1b") || len(a.text()) > 3000 {
			t.Errorf("%v\n%q", err, a.text())
		}
	}
}
