package metrics

import (
	"encoding/json"
	"os"
	"testing"
)

func TestNoAccuracyHasAReason(t *testing.T) {
	oneMove := sheetOf(false, 20, 15)
	gaps := sheetOf(false, 20, 15, none, 20, 20, 20)
	windows := sheetOf(false, 20, repeat(10, 15, 15)...)
	for _, tc := range []struct {
		name         string
		profile      Profile
		sheet        *Sheet
		white, black Unscored
	}{
		{"no move", Lichess(Options{}), sheetOf(false, 20), UnscoredNoMoves, UnscoredNoMoves},
		{"one move", Lichess(Options{}), oneMove, "", UnscoredNoMoves},
		{"one move, as shipped", Lichess(Options{AsShipped: true}), oneMove, UnscoredOpponentHasNoMove, UnscoredNoMoves},
		{"one move, black starts", CAP(Options{}), sheetOf(true, 20, 15), UnscoredNoMoves, ""},
		{"never analysed", Lichess(Options{}), sheetOf(false, none, none, none, none), UnscoredNoEvaluations, UnscoredNoEvaluations},
		{"never analysed, cap", CAP(Options{}), sheetOf(false, none, none, none), UnscoredNoEvaluations, UnscoredNoEvaluations},
		{"one in five missing", CAP(Options{}), gaps, UnscoredFewEvaluations, UnscoredFewEvaluations},
		{"complete", Webchess(Options{}), windows, "", ""},
	} {
		s := tc.sheet
		if s.Positions[0].Eval.OK {
			if cp, _ := s.Positions[0].Eval.Score.Cp(); cp == none {
				s.Positions[0].Eval = Reading{}
			}
		}
		sums, _ := grade(tc.profile, s)
		for side, want := range []Unscored{tc.white, tc.black} {
			if sums[side].Unscored != want {
				t.Errorf("%s: side %d: %q, want %q", tc.name, side, sums[side].Unscored, want)
			}
			if want != "" && (sums[side].ACPL.OK || sums[side].Accuracy != (MeanAccuracy{})) {
				t.Errorf("%s: side %d has numbers without an accuracy", tc.name, side)
			}
		}
	}
}

// A drawn game whose last position is stalemate: the rules give 0, and that counts.
func TestStalemateCountsAsLevel(t *testing.T) {
	s := sheetOf(false, 20, 20, 20, 0)
	s.Positions[2].Eval = Read(MateIn(1))
	sums, g := grade(Lichess(Options{}), s)
	if g[2].Class != ClassBlunder || sums[0].Counts[ClassBlunder] != 1 {
		t.Errorf("mate in 1 -> stalemate is %v", g[2].Class)
	}
}

func TestVectorsOfTheSharedCase(t *testing.T) {
	data, err := os.ReadFile(shared(t, "cases/62-game-accuracy-vectors/vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Start        string
		Cps          []int
		White, Black *[2]float64
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for i, tc := range cases {
		sums, _ := grade(Lichess(Options{AsShipped: true}), sheetOf(tc.Start == "black", 15, tc.Cps...))
		for side, want := range []*[2]float64{tc.White, tc.Black} {
			switch {
			case want == nil && sums[side].Unscored == "":
				t.Errorf("case %d: side %d has an accuracy", i, side)
			case want != nil:
				near(t, "accuracy", sums[side].Accuracy.Value, want[0], want[1])
			}
		}
	}
	if len(cases) < 17 {
		t.Errorf("only %d cases", len(cases))
	}
}
