package metrics

import "testing"

// Moves with Lichess's own verdict, from its exports: mover, White's centipawns before and after, verdict.
func TestJudgementsOfPublicGames(t *testing.T) {
	const i, m, b, none = ClassInaccuracy, ClassMistake, ClassBlunder, ClassUnmarked
	for _, tc := range []struct {
		black     bool
		prev, cur int
		delta     float64 // -1..1 scale
		want      Class
	}{
		{true, -5, 130, 0.244073, m}, {true, 127, 275, 0.237404, m}, {false, 276, 39, 0.396807, b},
		{true, 39, 306, 0.438787, b}, {false, 159, 41, 0.209302, m}, {true, -63, -3, 0.109945, i},
		{true, -4, 51, 0.100982, i}, {false, -24, -125, 0.181995, i}, {true, 21, 87, 0.120172, i},
		{false, 87, 8, 0.144087, i}, {true, 26, 1115, 0.919741, b}, {false, 28, -56, 0.154238, i},
		{false, -25, -150, 0.223350, m}, {false, 58, -9, 0.122944, i}, {true, 114, 240, 0.208326, m},
		{true, 225, 509, 0.341820, b}, {false, -9, -200, 0.335855, b}, {false, -270, -407, 0.174915, i},
		{false, -311, -679, 0.331063, b}, {false, -569, -765, 0.106300, i}, {false, -680, -8115, 0.151182, i},
		{false, -739, -1832, 0.121135, i}, {true, -441, -320, 0.141365, i}, {false, -557, -948, 0.168758, i},
		{true, 128, 168, 0.068410, none}, {false, 168, 127, 0.070153, none}, {true, 12, 47, 0.064225, none},
	} {
		before, after := Cp(tc.prev), Cp(tc.cur)
		if tc.black {
			before, after = before.Neg(), after.Neg()
		}
		if got := JudgeLichess(before, after); got != tc.want {
			t.Errorf("%v -> %v: %v, want %v", before, after, got, tc.want)
		}
		c := LichessJudgementCurve()
		near(t, "delta", 2*(c.Win(before)-c.Win(after)), tc.delta, 5e-7)
	}
}

// From 0.00 the rungs lie at 54.50, 110.12 and 168.12 centipawns.
func TestJudgementRungsFromLevel(t *testing.T) {
	for cp, want := range map[int]Class{54: ClassUnmarked, 55: ClassInaccuracy, 110: ClassInaccuracy, 111: ClassMistake,
		168: ClassMistake, 169: ClassBlunder} {
		if got := JudgeLichess(Cp(0), Cp(-cp)); got != want {
			t.Errorf("0 -> -%d: %v, want %v", cp, got, want)
		}
	}
	for loss, want := range map[float64]Class{0.05: ClassInaccuracy, 0.0499999: ClassUnmarked, 0.1: ClassMistake,
		0.0999999: ClassInaccuracy, 0.15: ClassBlunder, 0.1499999: ClassMistake} {
		if got := judgeLoss(loss); got != want {
			t.Errorf("loss %v: %v, want %v", loss, got, want)
		}
	}
}

func TestJudgementsAroundMates(t *testing.T) {
	const i, m, b, none = ClassInaccuracy, ClassMistake, ClassBlunder, ClassUnmarked
	for _, tc := range []struct {
		before, after Score
		want          Class
	}{
		{Cp(0), MateIn(-3), b}, {Cp(-700), MateIn(-3), b}, {Cp(-701), MateIn(-3), m}, {Cp(-999), MateIn(-3), m},
		{Cp(-1000), MateIn(-3), i}, {MateIn(2), Cp(1000), i}, {MateIn(2), Cp(999), m}, {MateIn(2), Cp(701), m},
		{MateIn(2), Cp(700), b}, {MateIn(2), Cp(0), b}, {MateIn(2), MateIn(-1), b}, {MateIn(2), MateIn(9), none},
		{MateIn(-2), MateIn(-5), none}, {MateIn(-2), Cp(-300), none}, {Cp(300), MateIn(4), none},
		{Cp(-839), MateIn(-3), m}, {Cp(-1259), MateIn(-8), i}, {MateIn(8), Cp(764), m}, {MateIn(4), Cp(1580), i},
		{MateIn(1), Cp(0), b}, {Cp(-905), MateIn(-4), m}, {MateIn(1), HasMated(), none}, {Cp(20), HasMated(), none},
	} {
		if got := JudgeLichess(tc.before, tc.after); got != tc.want {
			t.Errorf("%v -> %v: %v, want %v", tc.before, tc.after, got, tc.want)
		}
	}
}

func TestTheEnginesMoveIsNeverJudged(t *testing.T) {
	s := sheetOf(false, 0, -300, -300)
	if _, g := grade(Lichess(Options{}), s); g[0].Class != ClassBlunder {
		t.Errorf("0.15 -> -3.00 is %v", g[0].Class)
	}
	s.Moves[0].Engine = true
	_, g := grade(Lichess(Options{}), s)
	if g[0].Class != ClassUnmarked || g[0].Accuracy == 100 {
		t.Errorf("the engine's move: %v, accuracy %v; want no judgement, and its loss in the accuracy", g[0].Class, g[0].Accuracy)
	}

	_, free := grade(Lichess(Options{EngineMove: EngineMoveFree}), s)
	if free[0].Accuracy != 100 || free[0].Centipawns != 0 {
		t.Errorf("free: accuracy %v, %d centipawns", free[0].Accuracy, free[0].Centipawns)
	}
	_, counted := grade(Webchess(Options{EngineMove: EngineMoveCounted}), s)
	if counted[0].Class != ClassBest || counted[0].Accuracy == 100 || counted[0].Centipawns != 300 {
		t.Errorf("counted: %v, accuracy %v, %d centipawns", counted[0].Class, counted[0].Accuracy, counted[0].Centipawns)
	}
}
