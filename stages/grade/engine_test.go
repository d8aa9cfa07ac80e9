package grade

import (
	"fmt"
	"testing"

	"plyquet/metrics"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// lines makes grading searches of a game: for each position the first and second move with White's centipawns.
func lines(id int64, positions ...[2]string) []rows.Evaluation {
	var list []rows.Evaluation
	for ply, pair := range positions {
		for rank, text := range pair {
			if text == "" {
				continue
			}
			var move string
			var cp int32
			fmt.Sscanf(text, "%s %d", &move, &cp)
			for _, depth := range []int16{8, 12} { // the shallower line says something else
				e := rows.Evaluation{Search: "grade", GameID: id, Ply: int32(ply), Depth: depth, Rank: int16(rank + 1),
					Move: table.Some(move), Cp: table.Some(cp), Legal: 20, Engine: "E",
					WDLWin: table.Some[int16](100), WDLDraw: table.Some[int16](800), WDLLoss: table.Some[int16](100)}
				if depth == 8 {
					e.Move, e.Cp = table.Some("a2a3"), table.Some[int32](-999)
				}
				list = append(list, e)
			}
		}
	}
	return list
}

func TestRowsOfAGameFromAnEngine(t *testing.T) {
	r := record{id: 5, moves: "e4 e5 Nf3", result: "*", cps: []int{-900, -900, -900}}
	evals := lines(5, [2]string{"e2e4 30", "d2d4 28"}, [2]string{"c7c5 25", "e7e5 35"}, [2]string{"g1f3 40", "f1c4 -80"}, [2]string{"b8c6 38", ""})
	s := New()
	s.Book = Book{Names: "none"}
	res := execute(t, s, 0, inputs(t, [][]record{{r}}, evals))
	byProfile := map[string][]rows.Grade{}
	for _, g := range res.grades {
		byProfile[g.Profile] = append(byProfile[g.Profile], g)
	}
	first, second, third := byProfile["webchess"][0], byProfile["webchess"][1], byProfile["webchess"][2]
	if first.BestMove.Or("") != "e2e4" || first.PlayedRank.Or(0) != 1 || first.Class.Or("") != "best" || first.WinLost.Or(1) != 0 {
		t.Errorf("first: %+v", first)
	}
	if second.BestMove.Or("") != "c7c5" || second.PlayedRank.Or(0) != 2 || second.Class.Or("") != "excellent" || second.CpLost.Or(0) != 15 {
		t.Errorf("second: %+v", second)
	}
	c := metrics.WebchessCurve()
	check(t, "gap", second.MoverGap, c.Win(metrics.Cp(-25))-c.Win(metrics.Cp(-35)))
	if second.OnlyMove.Or(true) || !third.OnlyMove.Or(false) {
		t.Errorf("only moves: %v %v, want false true", second.OnlyMove, third.OnlyMove)
	}
	if third.Depth.Or(0) != 12 || third.LegalMoves.Or(0) != 20 || third.Evals != "engine" {
		t.Errorf("third: %+v", third)
	}
	check(t, "WDL before", third.MoverWDLBefore, 0.5)
	if great := byProfile["cap"][2]; great.Class.Or("") != "best" {
		t.Errorf("cap: %s", great.Class.Or(""))
	}
	if l := byProfile["lichess"][0]; l.MoverWinBefore.Or(0) != float32(metrics.LichessCurve().Win(metrics.Cp(15))) {
		t.Errorf("lichess starts from %v", l.MoverWinBefore)
	}
}

func TestShallowSearchesArePendingForWebchess(t *testing.T) {
	r := record{id: 5, moves: "e4 e5", result: "*"}
	evals := lines(5, [2]string{"e2e4 30", ""}, [2]string{"e7e5 30", ""}, [2]string{"g1f3 30", ""})
	s := New()
	s.Book = Book{Names: "none"}
	s.Profiles, s.MinDepth = []string{"webchess", "lichess"}, 13
	res := execute(t, s, 0, inputs(t, [][]record{{r}}, evals))
	if l := res.players[0]; l.Profile != "lichess" || l.Unscored.Or("") != "" {
		t.Errorf("lichess: %+v", l)
	}
	if w := res.players[2]; w.Unscored.Or("") != "evaluations_shallow" {
		t.Errorf("webchess: %+v", w)
	}
	if g := res.grades[2]; g.Class.Or("") != "pending" || g.Accuracy != (table.Opt[float32]{}) {
		t.Errorf("webchess: %+v", g)
	}
}
