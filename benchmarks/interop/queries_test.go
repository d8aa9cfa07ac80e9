package interop

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

var update = flag.Bool("update", false, "rewrite the golden answers of the queries")

// TestQueriesGiveTheirAnswers runs every query of reports/sql over a run of a few rows, whose answers can be worked out
// by hand, and compares them with testdata/queries.
func TestQueriesGiveTheirAnswers(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	dir := t.TempDir()
	smallRun(t, dir)
	for _, q := range views(t, db, dir) {
		got := answer(t, db, q.SQL)
		golden := filepath.Join("testdata", "queries", q.Name+".txt")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s gives\n%s\nwant\n%s", q.Name, got, want)
		}
		if strings.Count(got, "\n") < 2 {
			t.Errorf("%s has no row: it proves nothing", q.Name)
		}
	}
}

// TestQueriesRunOverTheRun runs every query over the run of -folder and prints its answer; -v shows them.
func TestQueriesRunOverTheRun(t *testing.T) {
	if *folder == "" {
		t.Skip("no -folder")
	}
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, q := range views(t, db, *folder) {
		t.Logf("%s\n%s", q.Name, answer(t, db, q.SQL))
	}
}

// A shippedQuery is a file of reports/sql. They are read as files: the package reports would bring all of plotting into
// this module.
type shippedQuery struct {
	Name, SQL string
	needs     []string
}

func shipped(t *testing.T) (list []shippedQuery) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "reports", "sql", "*.sql"))
	if err != nil || len(paths) < 5 {
		t.Fatalf("%d queries, %v", len(paths), err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		_, needs, _ := strings.Cut(string(text), "-- needs: ")
		needs, _, _ = strings.Cut(needs, "\n")
		list = append(list, shippedQuery{strings.TrimSuffix(filepath.Base(p), ".sql"), string(text), strings.Split(needs, ", ")})
	}
	return list
}

// views makes a view of each table that the run has and returns the queries that it can answer.
func views(t *testing.T, db *sql.DB, dir string) (list []shippedQuery) {
	t.Helper()
	made := map[string]bool{}
	for _, q := range shipped(t) {
		answerable := true
		for _, id := range q.needs {
			if len(parts(t, dir, stage.TableID(id))) == 0 {
				answerable = false
				t.Logf("%s is not run: no table %s", q.Name, id)
				continue
			}
			if !made[id] {
				if _, err := db.Exec(fmt.Sprintf("CREATE VIEW %s AS SELECT * FROM %s", id, source(dir, stage.TableID(id)))); err != nil {
					t.Fatal(err)
				}
				made[id] = true
			}
		}
		if answerable {
			list = append(list, q)
		}
	}
	return list
}

// answer is the result of a query as a text: a line for the columns, then a line a row.
func answer(t *testing.T, db *sql.DB, q string) string {
	t.Helper()
	r, err := db.Query(q)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	defer r.Close()
	names, err := r.Columns()
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{strings.Join(names, " | ")}
	for r.Next() {
		cells, into := make([]any, len(names)), make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := r.Scan(into...); err != nil {
			t.Fatal(err)
		}
		words := make([]string, len(cells))
		for i, c := range cells {
			words[i] = fmt.Sprint(c)
		}
		lines = append(lines, strings.Join(words, " | "))
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n") + "\n"
}

func write[T any](t *testing.T, s *table.Staging, id stage.TableID, list ...T) {
	t.Helper()
	w, err := table.Create[T](s, id)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(list...); err != nil {
		t.Fatal(err)
	}
}

// smallRun writes tables with a handful of rows.
func smallRun(t *testing.T, dir string) {
	t.Helper()
	s := table.NewStaging(dir, 0, table.Options{Metadata: map[string]string{"stage": "small"}})
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"
	write(t, s, rows.Games, rows.Game{GameID: 1, Result: "1-0", Variant: "standard", White: table.Some("Ahorn, Anna"), Black: table.Some("Birke, Bert")},
		rows.Game{GameID: 2, Result: "0-1", Variant: "standard", Black: table.Some("Ahorn, Anna")})
	ply := func(game int64, n int32, san, phase string) rows.Ply {
		return rows.Ply{GameID: game, Ply: n, Side: "white", SAN: san, UCI: "e2e4", Phase: phase}
	}
	write(t, s, rows.Plies, ply(1, 1, "e4", "opening"), ply(1, 2, "c5", "opening"), ply(2, 1, "d4", "opening"), ply(2, 2, "Qd8", "endgame"))
	write(t, s, rows.Rejects, rows.Reject{Stage: "ingest", Reason: "bad_fen", Source: table.Some("a.pgn"), Game: table.Some[int64](7)},
		rows.Reject{Stage: "ingest", Reason: "bad_fen", Source: table.Some("a.pgn"), Game: table.Some[int64](3)},
		rows.Reject{Stage: "ingest", Reason: "illegal_move", Source: table.Some("b.pgn"), Game: table.Some[int64](1), Kept: true})
	write(t, s, rows.Positions, rows.Position{Key: 1, FEN: start, White: 5, Draws: 2, Black: 3}, rows.Position{Key: 2, FEN: "x", White: 1, Black: 1})
	write(t, s, rows.PositionMoves, rows.PositionMove{Key: 1, FEN: start, UCI: "d2d4", SAN: "d4", White: 1, Draws: 1, Black: 2},
		rows.PositionMove{Key: 1, FEN: start, UCI: "e2e4", SAN: "e4", White: 4, Draws: 1, Black: 1})
	line := func(ply int32, depth int16, move string) rows.Evaluation {
		return rows.Evaluation{Search: "complexity", GameID: 1, Ply: ply, Depth: depth, Rank: 1, Move: table.Some(move), Cp: table.Some[int32](1)}
	}
	write(t, s, rows.Evaluations, line(0, 1, "e2e4"), line(0, 2, "d2d4"), line(0, 3, "d2d4"), line(1, 1, "c7c5"), line(1, 2, "c7c5"))
	write(t, s, rows.Grades, grade(1, 1, 0, "unmarked", 70_000), grade(1, 2, .5, "blunder", 5_000), grade(2, 1, .25, "mistake", 20_000), grade(2, 2, .75, "blunder", 9_000))
	write(t, s, rows.GameAccuracy, sheet(1, "white", 1910, 90, 20), sheet(1, "black", 1990, 80, 40), sheet(2, "white", 2010, 60, 100))
	hard := func(game int64, ply int32, value, loss float32) rows.ComplexityRow {
		return rows.ComplexityRow{GameID: game, Ply: ply, Definition: "elem", Value: table.Some(value), PlayedLoss: table.Some(loss)}
	}
	write(t, s, rows.Complexity, hard(1, 0, .1, 0), hard(1, 1, .2, .1), hard(2, 0, .3, .2), hard(2, 1, .4, .9))
	signal := func(player string, value float32, z table.Opt[float32]) rows.Signal {
		return rows.Signal{Player: player, Signal: "llr", Unit: "nats", Value: table.Some(value), Expected: table.Some[float32](-1), Z: z}
	}
	write(t, s, rows.Signals, signal("Ahorn, Anna", .5, table.Some[float32](1.25)), signal("Birke, Bert", -.5, table.Opt[float32]{}))
	found := func(share float32, decisions int32, auc float32) rows.ValidationRow {
		return rows.ValidationRow{Signal: "llr", Assistance: "any", Share: share, Decisions: decisions, Honest: 20, Assisted: 20, AUC: auc, TPR1: auc / 2, Calibrated: true}
	}
	write(t, s, rows.Validation, found(.1, 120, .6), found(.2, 120, .8))
	run := func(workers int32, us int64) rows.BenchRun {
		return rows.BenchRun{Task: "positions", Size: "small", Bytes: 10, Workers: workers, WallUS: us}
	}
	write(t, s, rows.BenchRuns, run(0, 4_000_000), run(0, 4_200_000), run(0, 9_000_000), run(2, 2_100_000))
	if _, err := s.Commit(); err != nil {
		t.Fatal(err)
	}
}

func grade(game int64, ply int32, lost float32, class string, clock int32) rows.Grade {
	return rows.Grade{GameID: game, Profile: "lichess", Ply: ply, Side: "white", UCI: "e2e4", MoverWinBefore: table.Some[float32](.75), MoverWinAfter: table.Some(.75 - lost),
		WinLost: table.Some(lost), BestMove: table.Some("d2d4"), Class: table.Some(class), ClockMs: table.Some(clock)}
}

func sheet(game int64, side string, elo int16, accuracy, acpl float32) rows.PlayerAccuracy {
	return rows.PlayerAccuracy{GameID: game, Profile: "lichess", Side: side, Elo: table.Some(elo), Accuracy: table.Some(accuracy), ACPL: table.Some(acpl)}
}
