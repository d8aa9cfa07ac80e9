package metrics

import "testing"

func TestLichessWinPercent(t *testing.T) {
	c := LichessCurve()
	for cp, want := range map[int]float64{
		0: 50, 15: 51.380429, 25: 52.299676, 50: 54.589644, 65: 55.954981, 100: 59.102590, 150: 63.467183, 200: 67.621164,
		300: 75.112550, 350: 78.393181, 500: 86.307166, 600: 90.107692, 700: 92.939652, 1000: 97.544744, 4000: 97.544744,
		-900: 3.509835, -1000: 2.455256, -4000: 2.455256,
	} {
		near(t, Cp(cp).String(), 100*c.Win(Cp(cp)), want, 5e-7)
	}
	for _, s := range []Score{MateIn(1), MateIn(30), HasMated()} {
		near(t, s.String(), 100*c.Win(s), 97.544744, 5e-7)
		near(t, s.Neg().String(), 100*c.Win(s.Neg()), 2.455256, 5e-7)
	}
}

func TestUnceiledWinningChances(t *testing.T) {
	c := LichessJudgementCurve()
	for cp, want := range map[int]float64{0: 0, 100: 0.182052, 300: 0.502251, 1000: 0.950895, 2000: 0.998734} {
		near(t, Cp(cp).String(), 2*c.Win(Cp(cp))-1, want, 5e-7)
	}
}

// The documents of Chess Analyzer Pro and web-chess print examples; the formula gives other numbers for the first
// and these for the second.
func TestOtherCurves(t *testing.T) {
	for cp, want := range map[int]float64{150: 0.6347, 350: 0.7839, 600: 0.9011, 1248: 0.99} {
		near(t, "cap "+Cp(cp).String(), CAPCurve().Win(Cp(cp)), want, 6e-5)
	}
	near(t, "cap mate", CAPCurve().Win(MateIn(9)), 1, 0)
	near(t, "cap mated", CAPCurve().Win(Mated()), 0, 0)
	near(t, "webchess ceiling", 100*WebchessCurve().Win(Cp(2500)), 99.936684, 5e-7)
	near(t, "webchess mate", 100*WebchessCurve().Win(MateIn(-2)), 100-99.936684, 5e-7)
	near(t, "en-croissant -500", 100*LichessCurve().Win(Cp(-500)), 13.69, 5e-3)
	if CAPCurve().Win(Cp(1247)) >= 0.99 || CAPCurve().Win(Cp(1248)) < 0.99 {
		t.Error("99 % must lie between +12.47 and +12.48")
	}
}

func TestCurvesAreMonotoneBoundedAndFair(t *testing.T) {
	curves := map[string]Curve{"lichess": LichessCurve(), "judgement": LichessJudgementCurve(), "cap": CAPCurve(),
		"webchess": WebchessCurve(), "wintrchess": WintrchessCurve()}
	for name, c := range curves {
		last := -1.0
		for _, s := range ladderOfScores() {
			w := c.Win(s)
			if w < last || w < 0 || w > 1 {
				t.Errorf("%s: win(%v) = %v after %v", name, s, w, last)
			}
			near(t, name+" both sides of "+s.String(), w+c.Win(s.Neg()), 1, 1e-15)
			last = w
		}
	}
}

// ladderOfScores is a list of scores from worst to best.
func ladderOfScores() []Score {
	scores := []Score{Mated(), MateIn(-1), MateIn(-20)}
	for cp := -3000; cp <= 3000; cp += 7 {
		scores = append(scores, Cp(cp))
	}
	return append(scores, MateIn(20), MateIn(1), HasMated())
}
