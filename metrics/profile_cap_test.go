package metrics

import "testing"

// capCase is one move of the list: the mover's scores before and after, whether it is the engine's choice, and the
// mover's score of the second line when there is one.
type capCase struct {
	before, after Score
	engine        bool
	second        Reading
	shipped       Class // by the source's rules
	corrected     Class // by the default; 0: the same
}

func (tc capCase) class(symmetric bool) Class {
	curve := CAPCurve()
	c := Case{Before: Read(tc.before), After: Read(tc.after), WinBefore: curve.Win(tc.before), WinAfter: curve.Win(tc.after),
		Engine: tc.engine, Second: curve.win(tc.second)}
	c.Loss = max(0, c.WinBefore-c.WinAfter)
	return classifyCAP(&c, symmetric)
}

func TestCAPClasses(t *testing.T) {
	const (
		best, miss, brilliant, great = ClassBest, ClassMiss, ClassBrilliant, ClassGreat
		blunder, mistake, inacc      = ClassBlunder, ClassMistake, ClassInaccuracy
		good, excellent              = ClassGood, ClassExcellent
	)
	second := func(cp int) Reading { return Read(Cp(cp)) }
	white := []capCase{
		{MateIn(3), Cp(150), false, Reading{}, miss, 0},
		{MateIn(3), MateIn(-2), false, Reading{}, miss, 0},
		{MateIn(3), MateIn(15), true, Reading{}, best, 0},
		{MateIn(3), MateIn(15), false, Reading{}, excellent, 0},
		{Cp(1000), Cp(1260), false, Reading{}, best, 0},
		{Cp(1300), Cp(1250), false, Reading{}, best, 0},
		{Cp(1300), Cp(1247), false, Reading{}, excellent, 0},
		{Cp(20), Cp(160), true, second(-310), brilliant, 0},
		{Cp(20), Cp(160), true, second(-300), great, 0},
		{Cp(20), Cp(30), true, second(-90), best, 0},
		{Cp(-200), Cp(-60), true, second(-600), great, 0},
		{Cp(20), Cp(160), true, Reading{}, best, 0},
		{Cp(0), Cp(-218), false, Reading{}, blunder, 0},
		{Cp(0), Cp(-217), false, Reading{}, mistake, 0},
		{Cp(20), Cp(-200), false, Reading{}, blunder, 0},
		{Cp(120), Cp(-110), false, Reading{}, blunder, 0},
		{Cp(200), Cp(10), false, Reading{}, miss, 0},
		{Cp(200), Cp(-10), false, Reading{}, miss, 0},
		{Cp(250), Cp(0), false, Reading{}, blunder, 0},
		{Cp(250), Cp(100), false, Reading{}, miss, 0},
		{Cp(500), Cp(-300), false, Reading{}, blunder, 0},
		{Cp(501), Cp(-300), false, Reading{}, mistake, blunder},
		{Cp(-160), Cp(-600), false, Reading{}, blunder, 0},
		{Cp(-170), Cp(-600), false, Reading{}, mistake, 0},
		{Cp(300), Cp(150), false, Reading{}, mistake, 0},
		{Cp(111), Cp(-10), false, Reading{}, mistake, 0},
		{Cp(111), Cp(-23), false, Reading{}, miss, 0},
		{Cp(60), Cp(-115), false, Reading{}, miss, 0},
		{Cp(55), Cp(-112), false, Reading{}, miss, 0},
		{Cp(10), Cp(-295), false, Reading{}, blunder, 0},
		{Cp(-100), MateIn(-4), false, Reading{}, blunder, 0},
		{Cp(501), MateIn(-4), false, Reading{}, mistake, blunder},
		{Cp(-700), MateIn(-4), false, Reading{}, inacc, 0},
		{MateIn(-3), MateIn(-2), false, Reading{}, excellent, 0},
		{Cp(0), Cp(-88), false, Reading{}, mistake, 0},
		{Cp(0), Cp(-87), false, Reading{}, inacc, 0},
		{Cp(0), Cp(-50), false, Reading{}, inacc, 0},
		{Cp(0), Cp(-49), false, Reading{}, good, 0},
		{Cp(0), Cp(-22), false, Reading{}, good, 0},
		{Cp(0), Cp(-21), false, Reading{}, excellent, 0},
		{Cp(0), Cp(0), false, Reading{}, excellent, 0},
		{Cp(0), Cp(60), false, Reading{}, excellent, 0},
	}
	black := []capCase{ // written from White's view, as the engine's log has them
		{MateIn(-2), Cp(-300), false, Reading{}, miss, 0},
		{MateIn(-2), MateIn(-4), false, Reading{}, excellent, 0},
		{Cp(-20), Cp(-160), true, second(310), brilliant, 0},
		{Cp(0), Cp(88), false, Reading{}, mistake, 0},
	}
	for _, tc := range black {
		white = append(white, capCase{tc.before.Neg(), tc.after.Neg(), tc.engine, tc.second.Neg(), tc.shipped, tc.corrected})
	}
	for _, tc := range white {
		if got := tc.class(true); got != tc.shipped {
			t.Errorf("%v -> %v as shipped: %v, want %v", tc.before, tc.after, got, tc.shipped)
		}
		want := tc.shipped
		if tc.corrected != 0 {
			want = tc.corrected
		}
		if got := tc.class(false); got != want {
			t.Errorf("%v -> %v corrected: %v, want %v", tc.before, tc.after, got, want)
		}
	}
}

// The source's own unit tests work on win chances alone, without centipawns.
func TestCAPClassesFromWinChances(t *testing.T) {
	chances := func(b, a float64) Case { return Case{WinBefore: b, WinAfter: a, Loss: max(0, b-a)} }
	for _, tc := range []struct {
		name string
		c    Case
		want Class
	}{
		{"checkmate", Case{WinBefore: 0.2, WinAfter: 0.1, Loss: 0.1, Mates: true}, ClassBest},
		{"lost 20 of 70", Case{WinBefore: 0.70, WinAfter: 0.50, Loss: 0.20}, ClassBlunder},
		{"lost 3.5", chances(0.535, 0.50), ClassGood},
		{"lost 2.5", chances(0.525, 0.50), ClassGood},
		{"lost 7", chances(0.57, 0.50), ClassInaccuracy},
		{"75 to 55", chances(0.75, 0.55), ClassMiss},
		{"65 to 40", chances(0.65, 0.40), ClassBlunder},
		{"95 to 60", chances(0.95, 0.60), ClassMiss},
		{"85 to 30", chances(0.85, 0.30), ClassBlunder},
		{"75 to 50, the engine's move", Case{WinBefore: 0.75, WinAfter: 0.50, Loss: 0.25, Engine: true}, ClassBest},
	} {
		for _, symmetric := range []bool{true, false} {
			if got := classifyCAP(&tc.c, symmetric); got != tc.want {
				t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
			}
		}
	}
}

func TestCAPBookEndsAtTheFirstMiss(t *testing.T) {
	s := sheetOf(false, 20, 20, -500, 20, 20)
	for i := range s.Moves {
		s.Moves[i].Book = i != 2 // e.g. a transposition back into the book
	}
	_, g := grade(CAP(Options{}), s)
	for i, want := range []Class{ClassBook, ClassBook, ClassExcellent, ClassExcellent} {
		if g[i].Class != want {
			t.Errorf("move %d is %v, want %v", i+1, g[i].Class, want)
		}
		if g[i].Book != (i < 2) {
			t.Errorf("move %d in book: %v", i+1, g[i].Book)
		}
	}
	if g[1].Accuracy != 100 || g[1].Centipawns != 0 {
		t.Errorf("a book move has accuracy %v", g[1].Accuracy)
	}
}

// In the drawn game a repeated position excuses the move; in a won game it does not.
func TestCAPRepetitionGuard(t *testing.T) {
	s := sheetOf(false, 20, -300, -300, -300, -300, -300, -300)
	s.Positions[0].Repeats = true
	if _, g := grade(CAP(Options{}), s); g[0].Class != ClassBlunder {
		t.Errorf("decisive game: %v", g[0].Class)
	}
	s.Drawn = true
	if _, g := grade(CAP(Options{}), s); g[0].Loss != 0 || g[0].Accuracy != 100 {
		t.Errorf("drawn game: lost %v", g[0].Loss)
	}
	// within two plies, when the mover was not clearly winning
	s = sheetOf(false, 20, 20, 20, -300)
	s.Drawn = true
	s.Positions[1].Repeats = true
	s.Positions[0].Eval = Read(Cp(20))
	if _, g := grade(CAP(Options{}), sheetWith(s, 2, 20)); g[2].Loss != 0 {
		t.Errorf("level, near a repetition: lost %v", g[2].Loss)
	}
	if _, g := grade(CAP(Options{}), sheetWith(s, 2, 400)); g[2].Loss == 0 {
		t.Error("clearly winning, near a repetition: must count")
	}
}

// sheetWith is s with another evaluation of position i.
func sheetWith(s *Sheet, i, cp int) *Sheet {
	c := *s
	c.Positions = append([]Judged(nil), s.Positions...)
	c.Positions[i].Eval = Read(Cp(cp))
	return &c
}

func TestCAPOverrides(t *testing.T) {
	s := sheetOf(false, 0, 20, -900, 20)
	s.Positions[1].Eval = Read(MateIn(5))
	s.Positions[0].Eval = Read(MateIn(2))
	_, g := grade(CAP(Options{}), s)
	if g[0].Accuracy != 100 {
		t.Errorf("a move into a forced mate has accuracy %v", g[0].Accuracy)
	}
	if g[2].Accuracy != 100 || g[1].Accuracy != 100 {
		t.Errorf("gains have accuracy %v %v", g[1].Accuracy, g[2].Accuracy)
	}
	if _, g := grade(CAP(Options{}), sheetOf(false, 900, -900)); g[0].Accuracy != 5 {
		t.Errorf("the floor is %v, want 5", g[0].Accuracy)
	}
}
