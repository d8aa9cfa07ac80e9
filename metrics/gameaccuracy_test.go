package metrics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// none marks a missing evaluation in the lists of the tests.
const none = math.MinInt32

// sheetOf is a game with the given evaluations after its half-moves, in centipawns, White's view.
func sheetOf(blackStarts bool, start int, cps ...int) *Sheet {
	s := &Sheet{Positions: []Judged{{Eval: Read(Cp(start))}}}
	for i, cp := range cps {
		eval := Reading{}
		if cp != none {
			eval = Read(Cp(cp))
		}
		s.Positions = append(s.Positions, Judged{Eval: eval})
		s.Moves = append(s.Moves, Played{Black: blackStarts != (i%2 == 1)})
	}
	return s
}

// grade grades a game and returns the summaries of both sides with the grades.
func grade(p Profile, s *Sheet) ([2]Summary, []Grade) {
	g := NewGrader(p)
	grades := g.Grade(nil, s)
	return g.Summarize(grades, s), grades
}

func repeat(n int, cps ...int) []int {
	var list []int
	for range n {
		list = append(list, cps...)
	}
	return list
}

func wave(n int) []int {
	var list []int
	for i := 1; i <= n; i++ {
		list = append(list, int(math.Round(200*math.Sin(float64(i)/5))))
	}
	return list
}

// The first 17 are the cases of lila's AccuracyPercentTest with the distance it allows; the exact values of all are
// computed from its algorithm.
func TestLichessGameAccuracy(t *testing.T) {
	const unscored = -1
	gap := []int{24, 31, 12, 15, none, -30, -36, 62, 55, 70, 64, 185}
	for _, tc := range []struct {
		name                       string
		black                      bool
		evals                      []int
		white, whiteTol, blk, bTol float64 // lila's expectation
		exactWhite, exactBlack     float64
	}{
		{"empty, white", false, nil, 0, 0, 0, 0, unscored, unscored},
		{"empty, black", true, nil, 0, 0, 0, 0, unscored, unscored},
		{"single, white", false, []int{15}, 0, 0, 0, 0, unscored, unscored},
		{"single, black", true, []int{15}, 0, 0, 0, 0, unscored, unscored},
		{"two good", false, []int{15, 15}, 100, 1, 100, 1, 100, 100},
		{"white blunders first", false, []int{-900, -900}, 10, 5, 100, 1, 10.6640568962, 100},
		{"black blunders first", false, []int{15, 900}, 100, 1, 10, 5, 100, 12.3031386472},
		{"both blunder", false, []int{-900, 0}, 10, 5, 10, 5, 10.6640568962, 11.4589740412},
		{"20 perfect", false, repeat(20, 15), 100, 1, 100, 1, 100, 100},
		{"20 perfect, white blunder", false, append(repeat(20, 15), -900), 50, 5, 100, 1, 46.8534028330, 100},
		{"21 perfect, black blunder", false, append(repeat(21, 15), 900), 100, 1, 50, 5, 100, 49.3879602894},
		{"5 average", false, repeat(5, -50, 15), 76, 8, 76, 8, 77.3830487969, 77.3830487969},
		{"50 average", false, repeat(50, -50, 15), 76, 8, 76, 8, 77.3830487969, 77.3830487969},
		{"50 mediocre", false, repeat(50, -135, 15), 54, 8, 54, 8, 55.0006621335, 55.0006621335},
		{"50 terrible", false, repeat(50, -435, 15), 20, 8, 20, 8, 20.6945844483, 20.6945844483},
		{"two good, black starts", true, []int{15, 15}, 100, 1, 100, 1, 100, 100},
		{"black blunders first, black starts", true, []int{900, 900}, 100, 1, 10, 5, 100, 12.3031386472},
		{"white blunders first, black starts", true, []int{15, -900}, 10, 5, 100, 1, 10.6640568962, 100},
		{"both blunder, black starts", true, []int{900, 0}, 10, 5, 10, 5, 11.4589740412, 12.3031386472},
		{"one loss", false, []int{-100, -100}, 63, 1, 100, 1, 63.1906281191, 100},
		{"a quiet opening, black starts", true, []int{24, 31, 12, 15, -38, -30, -36, 62}, 100, 1, 99, 1, 100, 99.5081454408},
		{"wave of 29, window 2", false, wave(29), 95, 1, 97, 1, 94.7237785466, 96.5556210333},
		{"wave of 30, window 3", false, wave(30), 95, 1, 96, 1, 94.7313990843, 95.7703383195},
		{"wave of 90, window 8", false, wave(90), 95, 1, 96, 1, 95.2205338663, 95.9026674421},
		{"gap, window 2", false, gap, 97, 1, 76, 1, 97.4473410743, 75.6544505697},
		{"gap, window 3", false, append(gap[:12:12], 170, 178, -15, 5, 0, 330, 310, 345, 120, 118, 125, 610, 590, 940,
			905, 1000, 1000, 1000), 83, 1, 64, 1, 83.2735909314, 64.1745272497},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sums, _ := grade(Lichess(Options{AsShipped: true}), sheetOf(tc.black, 15, tc.evals...))
			if tc.exactWhite == unscored {
				if sums[0].Unscored == "" || sums[1].Unscored == "" {
					t.Fatalf("scored: %+v", sums)
				}
				return
			}
			near(t, "white", sums[0].Accuracy.Value, tc.white, tc.whiteTol)
			near(t, "black", sums[1].Accuracy.Value, tc.blk, tc.bTol)
			near(t, "white exactly", sums[0].Accuracy.Value, tc.exactWhite, 1e-9)
			near(t, "black exactly", sums[1].Accuracy.Value, tc.exactBlack, 1e-9)
		})
	}
}

// lila's own description of its windows, against the rule "the window ends on the position after the move".
func TestWindowsAreLilasWindows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 120; n++ {
		series := make([]Maybe, n+1)
		for i := range series {
			series[i] = Known(rng.Float64())
		}
		w := windowWidth(n)
		var windows [][]Maybe
		for range min(w, n+1) - 2 {
			windows = append(windows, series[:w])
		}
		for i := 0; i+w <= len(series); i++ {
			windows = append(windows, series[i:i+w])
		}
		if len(windows) != n {
			t.Fatalf("%d moves have %d windows", n, len(windows))
		}
		for i := range n {
			want := min(max(100*slowDeviation(windows[i]), 0.5), 12)
			got := volatility(series, i+1, w)
			near(t, "weight", got.V, want, 1e-9)
		}
	}
}

func slowDeviation(list []Maybe) float64 {
	var sum, squares float64
	for _, c := range list {
		sum += c.V
		squares += c.V * c.V
	}
	n := float64(len(list))
	return math.Sqrt(max(0, squares/n-sum/n*sum/n))
}

func TestGapTakesTheWeightOfItsWindows(t *testing.T) {
	evals := make([]int, 30)
	evals[4] = none // position 5
	_, grades := grade(Lichess(Options{}), sheetOf(false, 15, evals...))
	for i, gr := range grades {
		move := i + 1
		if gr.Graded != (move != 5 && move != 6) {
			t.Errorf("move %d graded: %v", move, gr.Graded)
		}
		if gr.Weight.OK != (move < 5 || move > 7) {
			t.Errorf("move %d weighted: %v", move, gr.Weight.OK)
		}
	}
}

// 39 moves of 95 and one of 9.5 with equal weights, the example of both documents.
func TestOneBlunderInForty(t *testing.T) {
	sum := accuracySum{floor: 1}
	for range 39 {
		sum.add(95, 1)
	}
	sum.add(9.5, 1)
	m, _ := sum.mean()
	near(t, "mean", m.Weighted, 92.8625, 1e-9)
	near(t, "harmonic", m.Harmonic, 77.5510, 5e-5)
	near(t, "both", m.Value, 85.2068, 5e-5)

	volatile := accuracySum{floor: 1}
	for range 39 {
		volatile.add(95, 0.5)
	}
	volatile.add(9.5, 12)
	m, _ = volatile.mean()
	near(t, "blunder at weight 12", m.Value, 69.99, 5e-3)
}

// Whatever the evaluations: accuracies stay in 0..100, and swapping the colours swaps them.
func TestAccuracyIsFairAndBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, opt := range []Options{{}, {AsShipped: true}} {
		for _, p := range Profiles(opt) {
			p.Start = Reading{}
			for range 200 {
				s, mirrored := randomSheet(rng)
				a, _ := grade(p, s)
				b, _ := grade(p, mirrored)
				for side := range a {
					if v := a[side].Accuracy.Value; v < 0 || v > 100 {
						t.Fatalf("%s: accuracy %v", p.Name, v)
					}
					near(t, p.Name+" mirrored", b[1-side].Accuracy.Value, a[side].Accuracy.Value, 1e-9)
					near(t, p.Name+" mirrored ACPL", b[1-side].ACPL.V, a[side].ACPL.V, 1e-9)
					if a[side].Counts != b[1-side].Counts {
						t.Fatalf("%s: classes %v, mirrored %v", p.Name, a[side].Counts, b[1-side].Counts)
					}
				}
			}
		}
	}
}

func randomSheet(rng *rand.Rand) (s, mirrored *Sheet) {
	n := rng.IntN(100)
	cps := make([]int, n)
	for i := range cps {
		if cps[i] = rng.IntN(3000) - 1500; rng.IntN(40) == 0 {
			cps[i] = none
		}
	}
	s, mirrored = sheetOf(false, 20, cps...), sheetOf(true, -20, cps...)
	for i := range s.Positions {
		p := &s.Positions[i]
		if rng.IntN(10) == 0 {
			p.Eval = Read(MateIn(rng.IntN(9) - 10))
		}
		p.Second = Read(Cp(rng.IntN(1000) - 500))
		mirrored.Positions[i] = Judged{Eval: p.Eval.Neg(), Second: p.Second.Neg()}
	}
	for i := range s.Moves {
		s.Moves[i].Engine = rng.IntN(2) == 0
		mirrored.Moves[i].Engine = s.Moves[i].Engine
	}
	return s, mirrored
}

func TestGradingDoesNotAllocate(t *testing.T) {
	s, _ := randomSheet(rand.New(rand.NewPCG(3, 3)))
	for _, p := range Profiles(Options{}) {
		g := NewGrader(p)
		grades := g.Grade(nil, s)
		g.Summarize(grades, s)
		if n := testing.AllocsPerRun(20, func() {
			grades = g.Grade(grades, s)
			g.Summarize(grades, s)
		}); n != 0 {
			t.Errorf("%s: %v allocations a game", p.Name, n)
		}
	}
}
