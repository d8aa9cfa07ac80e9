package complexity

import (
	"context"
	"io"
	"log/slog"
	"math"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// execute runs the stage on inputs in a folder of its own.
func execute(t *testing.T, s *Stage, workers int, inputs map[stage.TableID][]stage.File) (run.Result, []rows.ComplexityRow) {
	t.Helper()
	job := &stage.Job{Stage: s.Name(), Dir: t.TempDir(), Workers: workers, MaxRejectRate: 1, Fingerprint: "f",
		Inputs: inputs, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: stagetest.Quiet{}}
	res, err := run.Step(context.Background(), s, job)
	if err != nil {
		t.Fatal(err)
	}
	return res, stagetest.Rows[rows.ComplexityRow](t, res.Files[rows.Complexity])
}

// The game: 1. e4 e5 2. Nf3 by two players of whom Black is unrated.
var (
	moves = []string{"e2e4", "e7e5", "g1f3"}
	game1 = rows.Game{GameID: 7, Source: "a.pgn", Offset: 11, GameNumber: 3, Result: "*", PlyCount: 3, WhiteElo: table.Some[int16](2200)}
)

func keyAfter(t testing.TB, n int) int64 {
	t.Helper()
	p := board.Start()
	for _, m := range moves[:n] {
		move, err := p.ParseUCI(m)
		if err != nil {
			t.Fatal(err)
		}
		p.Play(move)
	}
	return int64(p.Key())
}

// matrix makes rows of the complexity search: cps[depth-1][move] in the mover's view.
func matrix(t testing.TB, ply int32, names []string, cps ...[]int32) []rows.Evaluation {
	var out []rows.Evaluation
	for d, row := range cps {
		for rank, move := range orderOf(row) {
			cp := row[move]
			if ply%2 == 1 {
				cp = -cp
			}
			out = append(out, rows.Evaluation{Search: rows.SearchComplexity, GameID: 7, Ply: ply, Key: keyAfter(t, int(ply)), Depth: int16(d + 1),
				Rank: int16(rank + 1), Move: table.Some(names[move]), Cp: table.Some(cp), Legal: 20, Engine: "E"})
		}
	}
	return out
}

func orderOf(cps []int32) []int {
	order := make([]int, 0, len(cps))
	for range cps {
		best := -1
		for i := range cps {
			if !contains(order, i) && (best < 0 || cps[i] > cps[best]) {
				best = i
			}
		}
		order = append(order, best)
	}
	return order
}

func contains(s []int, x int) bool {
	for _, v := range s {
		if v == x {
			return true
		}
	}
	return false
}

// inputs are the game with two searched positions in two parts, one scored by the rules and one of the search grade.
func inputs(t *testing.T) map[stage.TableID][]stage.File { return inputsIn(t, t.TempDir()) }

func inputsIn(t testing.TB, dir string) map[stage.TableID][]stage.File {
	var plies []rows.Ply
	for i, m := range moves {
		plies = append(plies, rows.Ply{GameID: 7, Ply: int32(i + 1), UCI: m, Key: keyAfter(t, i), Side: "white", Phase: "opening"})
	}
	white := matrix(t, 0, []string{"e2e4", "d2d4", "a2a3", "h2h4"}, []int32{30, 25, -10, -200}, []int32{20, 35, 0, -180}, []int32{15, -40, 28, -190})
	black := matrix(t, 1, []string{"e7e5", "d7d5", "g7g5"}, []int32{30, 20, 10}, []int32{0, 10, 20})
	over := rows.Evaluation{Search: rows.SearchComplexity, GameID: 7, Ply: 3, Key: keyAfter(t, 3), Terminal: table.Some("stalemate"), Cp: table.Some[int32](0), Engine: "E"}
	grade := rows.Evaluation{Search: "grade", GameID: 7, Ply: 2, Key: keyAfter(t, 2), Depth: 1, Rank: 1, Move: table.Some("g1f3"), Cp: table.Some[int32](9), Engine: "E"}
	evals := stagetest.Write(t, dir, 0, rows.Evaluations, append([]rows.Evaluation{grade}, white...)...)
	evals = append(evals, stagetest.Write(t, dir, 1, rows.Evaluations, append(black, over)...)...)
	return map[stage.TableID][]stage.File{
		rows.Games:       stagetest.Write(t, dir, 0, rows.Games, game1, rows.Game{GameID: 99, Result: "*"}),
		rows.Plies:       stagetest.Write(t, dir, 0, rows.Plies, plies...),
		rows.Evaluations: evals,
	}
}

func TestRowsOfAGameAreMeasuredFromTheMoversView(t *testing.T) {
	s := New()
	res, got := execute(t, s, 0, inputs(t))
	if len(got) != 3*4 {
		t.Fatalf("%d rows, want 3 positions x 4 weights", len(got))
	}
	if res.Counts.Seen != 3 || res.Counts.Kept != 3 || res.Counts.Unit != "positions" {
		t.Errorf("counts %+v", res.Counts)
	}
	want := map[string]float64{"elem": .669792, "plain": .333333, "gap": .640765, "gap_elem": .788275}
	for _, row := range got[:4] {
		value, ok := row.Value.Get()
		if !ok || math.Abs(float64(value)-want[row.Weight]) > 1e-6 || row.Definition != row.Weight+"/drop_move/d3" {
			t.Errorf("%s: %v, want %g", row.Definition, row.Value, want[row.Weight])
		}
	}
	first := got[0]
	if first.FEN != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" {
		t.Errorf("fen %s", first.FEN)
	}
	if first.BestMove.Or("") != "a2a3" || first.Played.Or("") != "e2e4" || first.SettleDepth.Or(0) != 3 {
		t.Errorf("best %v played %v settled %v", first.BestMove, first.Played, first.SettleDepth)
	}
	if loss := float64(first.PlayedLoss.Or(-1)); math.Abs(loss-metrics.ScaledLoss(28, 15)) > 1e-6 {
		t.Errorf("loss %g", loss)
	}
	if _, ok := first.Difficulty.Get(); !ok || first.MoverElo.Or(0) != 2200 || first.Moves != 4 || first.Terms != 2 {
		t.Errorf("row %+v", first)
	}
	black := got[4]
	if v := black.Value.Or(-1); v != 1 || black.BestMove.Or("") != "g7g5" {
		t.Errorf("Black's reversed ranking has complexity %g, best %v", v, black.BestMove)
	}
	if _, ok := black.Difficulty.Get(); ok {
		t.Error("difficulty for an unrated player")
	}
	last := got[8]
	if _, ok := last.Value.Get(); ok || last.NullReason.Or("") != "terminal" || !strings.HasPrefix(last.Definition, "elem/") {
		t.Errorf("finished game: %+v", last)
	}
	if _, ok := last.Played.Get(); ok {
		t.Error("a move after the end")
	}
}

func TestAnyNumberOfWorkersGivesTheSameBytes(t *testing.T) {
	in := inputs(t)
	want, _ := execute(t, New(), 0, in)
	for _, workers := range []int{1, 2, 8} {
		got, _ := execute(t, New(), workers, in)
		for i, f := range got.Files[rows.Complexity] {
			if f.SHA256 != want.Files[rows.Complexity][i].SHA256 {
				t.Errorf("%d workers: part %d differs", workers, i)
			}
		}
	}
}

func TestPositionOfAnotherGameIsARejectNotAnAbort(t *testing.T) {
	in := inputs(t)
	stray := matrix(t, 2, []string{"g1f3", "b1c3"}, []int32{30, 20}, []int32{20, 30})
	for i := range stray {
		stray[i].Key++
	}
	in[rows.Evaluations] = append(in[rows.Evaluations], stagetest.Write(t, t.TempDir(), 2, rows.Evaluations, stray...)...)
	res, got := execute(t, New(), 2, in)
	if res.Counts.Rejected["position_not_in_game"] != 1 || len(got) != 12 {
		t.Errorf("counts %+v, %d rows", res.Counts, len(got))
	}
}

func TestNoEvaluationsGiveAnEmptyTable(t *testing.T) {
	in := inputs(t)
	in[rows.Evaluations] = stagetest.Write[rows.Evaluation](t, t.TempDir(), 0, rows.Evaluations)
	_, got := execute(t, New(), 2, in)
	if len(got) != 0 {
		t.Errorf("%d rows", len(got))
	}
}

func TestValidateNamesEveryBadField(t *testing.T) {
	if err := New().Validate(); err != nil {
		t.Fatal(err)
	}
	bad := &Stage{Weight: "heavy", Compare: []string{"gap", "none"}, Mates: "keep", MinDepth: -1, MaxDepth: -2}
	err := bad.Validate()
	for _, field := range []string{"weight", "compare[1]", "mates", "lambda", "mu", "min_depth", "max_depth"} {
		if err == nil || !strings.Contains(err.Error(), field+": ") {
			t.Errorf("%s is not named in %v", field, err)
		}
	}
}

func TestConformance(t *testing.T) {
	stagetest.Conform(t, stagetest.Case{
		New:    func() stage.Stage { return New() },
		Inputs: func(t testing.TB, dir string) map[stage.TableID][]stage.File { return inputsIn(t, dir) },
	})
}
