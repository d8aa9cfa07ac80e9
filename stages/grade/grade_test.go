package grade

import (
	"math"
	"slices"
	"testing"

	"plyquet/engine/board"
	"plyquet/metrics"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// shortGame has a blunder of each side and no end.
var shortGame = record{id: 7, moves: "e4 e5 Nf3 Nc6 Bb5 a6", result: "*", cps: []int{20, 30, -300, -280, -290, 100}}

func TestRowsOfAGameFromComments(t *testing.T) {
	res := execute(t, comments("lichess", "webchess"), 0, inputs(t, [][]record{{shortGame}}))
	if len(res.grades) != 12 || len(res.players) != 4 {
		t.Fatalf("%d grades, %d players", len(res.grades), len(res.players))
	}
	for i, want := range []string{"unmarked", "unmarked", "blunder", "unmarked", "unmarked", "blunder"} {
		g := res.grades[i]
		if g.Profile != "lichess" || g.Ply != int32(i+1) || g.Class.Or("") != want || g.Evals != "comments" {
			t.Errorf("row %d: %s ply %d %s %s, want %s", i, g.Profile, g.Ply, g.Class.Or("null"), g.Evals, want)
		}
	}
	third := res.grades[2]
	c := metrics.LichessCurve()
	check(t, "before", third.MoverWinBefore, c.Win(metrics.Cp(30)))
	check(t, "after", third.MoverWinAfter, c.Win(metrics.Cp(-300)))
	check(t, "lost", third.WinLost, c.Win(metrics.Cp(30))-c.Win(metrics.Cp(-300)))
	if n, _ := third.CpLost.Get(); n != 330 {
		t.Errorf("%d centipawns lost, want 330", n)
	}
	if third.Player.Or("") != "Ada Example" || third.Side != "white" || third.UCI != "g1f3" || third.EPClass.Or("") != "blunder" {
		t.Errorf("third move: %+v", third)
	}
	if third.ClockMs.Or(0) != 58_000 || third.SpentMs.Or(0) != 1000 {
		t.Errorf("clock %v, spent %v", third.ClockMs, third.SpentMs)
	}
	if _, known := third.BestMove.Get(); known {
		t.Error("comments do not say what was best")
	}
	sixth := res.grades[5] // Black's: from -2.90 to +1.00 for White
	check(t, "Black before", sixth.MoverWinBefore, c.Win(metrics.Cp(290)))
	check(t, "Black after", sixth.MoverWinAfter, c.Win(metrics.Cp(-100)))
}

func check(t *testing.T, what string, got table.Opt[float32], want float64) {
	t.Helper()
	v, ok := got.Get()
	if !ok || math.Abs(float64(v)-want) > 1e-6*max(1, want) {
		t.Errorf("%s: %v (present: %v), want %v", what, v, ok, want)
	}
}

func TestPlayerRows(t *testing.T) {
	res := execute(t, comments("lichess", "cap", "webchess"), 0, inputs(t, [][]record{{shortGame}}))
	var got []string
	for _, p := range res.players {
		got = append(got, p.Profile+" "+p.Side)
	}
	want := []string{"cap white", "cap black", "lichess white", "lichess black", "webchess white", "webchess black"}
	if !slices.Equal(got, want) {
		t.Fatalf("rows %v, want %v", got, want)
	}
	white := res.players[2]
	if white.Moves != 3 || white.Graded != 3 || white.Blunder.Or(-1) != 1 || white.Unmarked.Or(-1) != 2 || white.Brilliant.Or(-1) != 0 {
		t.Errorf("counts: %+v", white)
	}
	if white.Elo.Or(0) != 1500 || white.OpponentElo.Or(0) != 2000 || white.Player.Or("") != "Ada Example" {
		t.Errorf("player: %+v", white)
	}
	acpl := (0 + 330 + 10) / 3.0
	check(t, "ACPL", white.ACPL, acpl)
	check(t, "opening ACPL", white.OpeningACPL, acpl)
	check(t, "mean of the parts", white.Accuracy, float64(white.AccuracyWeighted.Or(0)+white.AccuracyHarmonic.Or(0))/2)
	check(t, "opening is the whole game", white.OpeningAccuracy, float64(white.Accuracy.Or(0)))
	check(t, "guess", white.ChesskitElo, metrics.ChesskitElo(acpl))
	check(t, "guess from the rating", white.ChesskitEloRated, metrics.ChesskitEloRated(acpl, 1500))
	if white.MiddlegameMoves != 0 || white.EndgameAccuracy.Or(-1) != -1 {
		t.Errorf("phases that were not played: %+v", white)
	}
}

// The guess of an unrated player starts from the opponent's rating; nobody's rating gives none.
func TestGuessNeedsARating(t *testing.T) {
	r := shortGame
	r.noElo = true
	p := execute(t, comments("lichess"), 0, inputs(t, [][]record{{r}})).players[0]
	if _, ok := p.ChesskitElo.Get(); !ok {
		t.Error("no plain guess")
	}
	if _, ok := p.ChesskitEloRated.Get(); ok {
		t.Error("a rated guess without a rating")
	}
}

func TestGamesWithoutHonestNumbersSayWhy(t *testing.T) {
	for _, tc := range []struct {
		name         string
		r            record
		grades       int
		white, black string
	}{
		{"no moves", record{moves: "", result: "*"}, 0, "no_moves", "no_moves"},
		{"one move", record{moves: "e4", result: "*", cps: []int{20}}, 1, "", "no_moves"},
		{"never analysed", record{moves: "e4 e5 Nf3", result: "*"}, 0, "no_evaluations", "no_evaluations"},
		{"mated, never analysed", record{moves: "f3 e5 g4 Qh4#", result: "0-1"}, 0, "no_evaluations", "no_evaluations"},
		{"gaps", record{moves: "e4 e5 Nf3 Nc6", result: "*", cps: []int{20, none, 20, 20}}, 4, "too_few_evaluations", "too_few_evaluations"},
		{"black starts", record{fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", moves: "Nc6",
			result: "*", cps: []int{20}}, 1, "no_moves", "no_evaluations"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res := execute(t, comments("cap"), 0, inputs(t, [][]record{{tc.r}}))
			if len(res.grades) != tc.grades {
				t.Errorf("%d grades, want %d", len(res.grades), tc.grades)
			}
			for side, want := range []string{tc.white, tc.black} {
				p := res.players[side]
				if p.Unscored.Or("") != want {
					t.Errorf("%s: %q, want %q", p.Side, p.Unscored.Or(""), want)
				}
				_, hasAccuracy := p.Accuracy.Get()
				_, hasCount := p.Blunder.Get()
				if hasAccuracy != (want == "") || hasCount != (want == "") {
					t.Errorf("%s: accuracy %v, blunders %v", p.Side, p.Accuracy, p.Blunder)
				}
			}
			if c := res.Counts; c.Seen != 1 || c.Kept+c.Filtered["no_evaluations"] != 1 {
				t.Errorf("funnel %+v", c)
			}
		})
	}
}

// Lichess takes +15 for every first position; the others have no evaluation of one that nobody evaluated.
func TestBlackToMoveStartFromComments(t *testing.T) {
	r := record{fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", moves: "Nc6 Bb5", result: "*", cps: []int{300, 300}}
	res := execute(t, comments("lichess"), 0, inputs(t, [][]record{{r}}))
	if g := res.grades[0]; g.Side != "black" || g.CpLost.Or(0) != 285 || g.Class.Or("") != "blunder" {
		t.Errorf("Black's first move: %+v", g)
	}
	if res.players[1].Blunder.Or(0) != 1 || res.players[0].Blunder.Or(-1) != 0 {
		t.Errorf("players: %+v", res.players)
	}
}

func TestMatingMoveIsPerfectAndDroppedAsShipped(t *testing.T) {
	mate := record{moves: "f3 e5 g4 Qh4#", result: "0-1", cps: []int{-60, -50, none, none}}
	g, p := mate.tables(t)
	p[2].EvalMate = table.Some[int32](-1)
	dir := t.TempDir()
	in := map[stage.TableID][]stage.File{rows.Games: stagetest.Write(t, dir, 0, rows.Games, g),
		rows.Plies: stagetest.Write(t, dir, 0, rows.Plies, p...)}
	for _, profile := range metrics.ProfileNames() {
		res := execute(t, comments(profile), 0, in)
		last := res.grades[3]
		if last.Accuracy.Or(0) != 100 || last.WinLost.Or(1) != 0 || last.CpLost.Or(1) != 0 {
			t.Errorf("%s: mating move %+v", profile, last)
		}
		if res.players[1].Graded != 2 {
			t.Errorf("%s: Black has %d graded moves, want 2", profile, res.players[1].Graded)
		}
	}
	s := comments("lichess")
	s.AsShipped = []string{"lichess"}
	res := execute(t, s, 0, in)
	if _, graded := res.grades[3].Accuracy.Get(); graded || res.players[1].Graded != 1 {
		t.Errorf("as shipped: %+v, %d graded", res.grades[3], res.players[1].Graded)
	}
}

func TestStalemateIsLevel(t *testing.T) {
	r := record{fen: "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", moves: "Qf7", result: "1/2-1/2"}
	g, p := r.tables(t)
	if !g.Stalemate {
		t.Fatal("not a stalemate")
	}
	evals := []rows.Evaluation{
		{Search: "grade", Ply: 0, Depth: 12, Rank: 1, Move: table.Some("f1f8"), Mate: table.Some[int32](1), Legal: 30, Engine: "E"},
	}
	dir := t.TempDir()
	in := map[stage.TableID][]stage.File{rows.Games: stagetest.Write(t, dir, 0, rows.Games, g),
		rows.Plies:       stagetest.Write(t, dir, 0, rows.Plies, p...),
		rows.Evaluations: stagetest.Write(t, dir, 0, rows.Evaluations, evals...)}
	s := New()
	s.Profiles, s.Start, s.Book = []string{"lichess"}, "engine", Book{Names: "none"}
	row := execute(t, s, 0, in).grades[0]
	if row.Class.Or("") != "blunder" || row.BestMove.Or("") != "f1f8" || row.MoverWinAfter.Or(0) != 0.5 {
		t.Errorf("%+v", row)
	}
}

// In a drawn game with a repeated position Chess Analyzer Pro does not count the moves around it.
func TestRepetitionsReachTheProfile(t *testing.T) {
	r := record{id: 1, moves: "Nf3 Nf6 Ng1 Ng8 e4", cps: []int{20, 20, -300, -300, -300}}
	lost := func(result string) float32 {
		r.result = result
		return execute(t, comments("cap"), 0, inputs(t, [][]record{{r}})).grades[2].WinLost.Or(-1)
	}
	if drawn, decided := lost("1/2-1/2"), lost("0-1"); drawn != 0 || decided < 0.2 {
		t.Errorf("lost %v in the draw, %v otherwise", drawn, decided)
	}
}

// sample is a book of positions for tests.
type sample map[string]string

func (b sample) Hit(_, after *board.Position, _ board.Move) bool { return b[after.EPD()] != "" }
func (b sample) Opening(after *board.Position) (eco, name string, ok bool) {
	name, ok = b[after.EPD()]
	return "X00", name, ok
}

func TestBookMovesAndExit(t *testing.T) {
	pos, lib := board.Start(), sample{}
	for i, san := range []string{"e4", "e5", "Nf3"} {
		m, err := pos.ParseSAN([]byte(san))
		if err != nil {
			t.Fatal(err)
		}
		pos.Play(m)
		if i != 1 {
			lib[pos.EPD()] = "Opening " + san
		}
	}
	w := newWorker(comments("cap", "webchess"), gamerecord.Index{}, lib)
	w.grade(t, shortGame)
	for _, p := range w.accuracyRows {
		want := map[string]int32{"cap": 2, "webchess": 4}[p.Profile] // the first miss, the last hit
		if p.BookExitPly.Or(0) != want || p.OpeningName.Or("") != "Opening Nf3" || p.OpeningECO.Or("") != "X00" {
			t.Errorf("%s: left at %d, want %d; %s", p.Profile, p.BookExitPly.Or(0), want, p.OpeningName.Or(""))
		}
	}
	if !w.gradeRows[0].Book || w.gradeRows[1].Book || w.gradeRows[0].Class.Or("") != "book" {
		t.Errorf("cap: %+v", w.gradeRows[:2])
	}
}
