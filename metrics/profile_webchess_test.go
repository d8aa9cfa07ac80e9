package metrics

import (
	"math"
	"testing"
)

func TestWebchessLadders(t *testing.T) {
	for i, want := range []float64{1.8402084412, 6.4082029818, 12.6092855098, 22.2589073212} {
		near(t, "rung", 100*webchessChances()[i].limit, want, 5e-11)
	}
	const excellent, good, inacc, mistake, blunder = ClassExcellent, ClassGood, ClassInaccuracy, ClassMistake, ClassBlunder
	for _, tc := range []struct {
		before, after Score
		lost          float64 // win percent; NaN: not published
		want          Class
	}{
		{Cp(0), Cp(-300), 25.1126, blunder}, {Cp(1000), Cp(700), 4.6051, good},
		{Cp(0), Cp(-20), 1.8402, excellent}, {Cp(0), Cp(-21), math.NaN(), good}, {Cp(0), Cp(-70), 6.4082, good},
		{Cp(0), Cp(-71), math.NaN(), inacc}, {Cp(0), Cp(-140), 12.6093, inacc}, {Cp(0), Cp(-141), math.NaN(), mistake},
		{Cp(0), Cp(-260), 22.2589, mistake}, {Cp(0), Cp(-261), math.NaN(), blunder},
		{Cp(900), Cp(750), 2.4339, good}, {Cp(1800), Cp(1500), 0.2656, excellent},
		{Cp(-500), MateIn(-3), 13.6295, mistake}, {Cp(-639), MateIn(-3), 8.6206, inacc},
		{Cp(-1000), MateIn(-3), 2.3919, good}, {Cp(-1300), MateIn(-3), 0.7638, excellent},
		{MateIn(3), Cp(0), 49.9367, blunder}, {MateIn(3), MateIn(5), 0, excellent}, {MateIn(-3), MateIn(-2), 0, excellent},
		{Cp(430), Cp(-430), 65.9341, blunder}, {Cp(300), Cp(150), 11.6454, inacc}, {Cp(30), Cp(-200), 20.3799, mistake},
		{Cp(2500), Cp(2100), 0, excellent},
	} {
		for _, black := range []bool{false, true} {
			before, after := tc.before, tc.after
			s := &Sheet{Positions: make([]Judged, 2), Moves: []Played{{Black: black}}}
			if black {
				before, after = before.Neg(), after.Neg()
			}
			s.Positions[0].Eval, s.Positions[1].Eval = Read(before), Read(after)
			_, g := grade(Webchess(Options{}), s)
			if g[0].Class != tc.want {
				t.Errorf("%v -> %v (black: %v): %v, want %v", tc.before, tc.after, black, g[0].Class, tc.want)
			}
			if !math.IsNaN(tc.lost) {
				near(t, "loss", 100*g[0].Loss, tc.lost, 5e-5)
			}
		}
	}
}

// The source's tests give raw engine readings: before for the mover, after for the opponent.
func TestWebchessReadings(t *testing.T) {
	for _, tc := range []struct {
		name          string
		before, after Score // after: the opponent's view
		engine, book  bool
		centipawns    int
		want          Class
	}{
		{"a small loss", Cp(30), Cp(-20), false, false, 10, ClassExcellent},
		{"another move was best", Cp(50), Cp(30), false, false, 80, ClassInaccuracy},
		{"the best move loses nothing", Cp(50), Cp(30), true, false, 0, ClassBest},
		{"the best move gains", Cp(50), Cp(-70), true, false, 0, ClassBest},
		{"a fault in the book stays a fault", Cp(30), Cp(200), false, true, 230, ClassMistake},
		{"a book move", Cp(30), Cp(-30), false, true, 0, ClassBook},
		{"a mate let go", MateIn(3), Cp(0), false, false, 1000, ClassBlunder},
		{"a mate kept", MateIn(3), MateIn(-2), false, false, 0, ClassExcellent},
		{"still winning", Cp(1800), Cp(-1500), false, false, 300, ClassExcellent},
		{"from level", Cp(0), Cp(300), false, false, 300, ClassBlunder},
	} {
		s := sheetOf(false, 0, 0)
		s.Positions[0].Eval, s.Positions[1].Eval = Read(tc.before), Read(tc.after.Neg())
		s.Moves[0].Engine, s.Moves[0].Book = tc.engine, tc.book
		_, g := grade(Webchess(Options{}), s)
		if g[0].Class != tc.want || g[0].Centipawns != tc.centipawns {
			t.Errorf("%s: %v, %d centipawns; want %v, %d", tc.name, g[0].Class, g[0].Centipawns, tc.want, tc.centipawns)
		}
		if tc.engine && (g[0].Loss != 0 || g[0].Accuracy != 100) {
			t.Errorf("%s: lost %v", tc.name, g[0].Loss)
		}
	}
	for _, loss := range []int{9500, 20000} {
		if got := WebchessCentipawns().Loss(Cp(loss/2), Cp(-loss/2)); got != 1000 {
			t.Errorf("a loss of %d counts as %d, want 1000", loss, got)
		}
	}
}

// The cliff that the source documents: the more decided the game, the milder the win-chance ladder.
func TestMilderVerdictIsNeverMoreSevereThanCentipawns(t *testing.T) {
	chances, pawns, curve := webchessChances(), webchessCentipawns(), WebchessCurve()
	for before := -2500; before <= 2500; before += 50 {
		for lost := 0; lost <= 1000; lost += 10 {
			c := Case{Before: Read(Cp(before)), After: Read(Cp(before - lost))}
			c.Loss = curve.Win(c.Before.Score) - curve.Win(c.After.Score)
			got := milderWebchess(&c, &chances)
			if got > pawns.verdict(float64(lost)) || got > chances.verdict(c.Loss) {
				t.Fatalf("%d - %d: %v", before, lost, got)
			}
		}
	}
}

func TestShallowPositionsArePending(t *testing.T) {
	s := sheetOf(false, 20, -300, 20, 20)
	s.Positions[1].Shallow = true
	s.Moves[0].Book = true
	sums, g := grade(Webchess(Options{}), s)
	for i, want := range []Class{ClassBook, ClassPending, ClassExcellent} {
		if g[i].Class != want || g[i].Graded != (i == 2) {
			t.Errorf("move %d: %v, graded %v", i+1, g[i].Class, g[i].Graded)
		}
	}
	if sums[1].Unscored != UnscoredShallow {
		t.Errorf("Black: %q", sums[1].Unscored)
	}
	if sums, _ := grade(Lichess(Options{}), s); sums[1].Unscored != "" {
		t.Error("lichess does not ask for a depth")
	}
}

func TestWebchessBookFillsGaps(t *testing.T) {
	s := sheetOf(false, 20, 20, 20, 20, 20)
	s.Moves[0].Book, s.Moves[2].Book = true, true
	_, g := grade(Webchess(Options{}), s)
	for i, want := range []bool{true, true, true, false} {
		if g[i].Book != want {
			t.Errorf("move %d in book: %v", i+1, g[i].Book)
		}
	}
}

// In a steady +3.00 game the mover's view alternates and gives every move the greatest weight; White's view does not.
func TestWeightsAsShippedGrowWithTheAdvantage(t *testing.T) {
	s := sheetOf(false, 300, repeat(20, 300)...)
	_, shipped := grade(Webchess(Options{AsShipped: true}), s)
	_, corrected := grade(Webchess(Options{}), s)
	if w := shipped[10].Weight.V; w != 12 {
		t.Errorf("as shipped: weight %v, want 12", w)
	}
	if w := corrected[10].Weight.V; w != 0.5 {
		t.Errorf("corrected: weight %v, want 0.5", w)
	}
}
