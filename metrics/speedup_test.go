package metrics

import (
	"errors"
	"math/rand/v2"
	"testing"
)

func timings(speedup func(float64) float64, t1, noise float64, repeats int, counts ...int) []Timing {
	rng := rand.New(rand.NewPCG(11, 12))
	var runs []Timing
	for range repeats {
		for _, n := range counts {
			runs = append(runs, Timing{n, t1 / speedup(float64(n)) * (1 + noise*rng.NormFloat64())})
		}
	}
	return runs
}

func TestFitsRecoverExactLaws(t *testing.T) {
	amdahl := Amdahl{T1: 12, Serial: .08}
	got, err := FitAmdahl(timings(amdahl.Speedup, 12, 0, 1, 1, 2, 4, 8))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "serial share", got.Serial, .08, 1e-9)
	near(t, "T1", got.T1, 12, 1e-9)
	usl := USL{T1: 30, Sigma: .05, Kappa: .002}
	fit, err := FitUSL(timings(usl.Speedup, 30, 0, 1, 1, 2, 4, 8, 16))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "sigma", fit.Sigma, .05, 1e-9)
	near(t, "kappa", fit.Kappa, .002, 1e-9)
	peak, ok := fit.Peak()
	near(t, "peak", peak, 21.794495, 1e-4)
	if !ok {
		t.Error("no peak")
	}
}

func TestFitsStayInTheirRange(t *testing.T) {
	ideal := timings(func(n float64) float64 { return 1.02 * n }, 9, .01, 4, 1, 2, 4)
	a, err := FitAmdahl(ideal)
	if err != nil || a.Serial < 0 || a.Serial > .02 {
		t.Errorf("%+v %v", a, err)
	}
	u, err := FitUSL(ideal)
	if err != nil || u.Sigma < 0 || u.Kappa < 0 {
		t.Errorf("%+v %v", u, err)
	}
	flat := timings(func(float64) float64 { return 1 }, 9, 0, 1, 1, 2, 4)
	a, err = FitAmdahl(flat)
	near(t, "all serial", a.Serial, 1, 1e-9)
	if err != nil {
		t.Error(err)
	}
}

func TestFitIntervalsHoldTheTruth(t *testing.T) {
	b := Bootstrap{Draws: 500, Seed: 3, Level: .95}
	runs := timings(Amdahl{Serial: .1}.Speedup, 10, .02, 7, 1, 2, 4, 6, 8)
	serial, ok := AmdahlIntervals(runs, b)
	if !ok || serial.Low > .1 || serial.High < .1 || serial.High-serial.Low > .05 {
		t.Errorf("serial share in %v", serial)
	}
	runs = timings(USL{Sigma: .06, Kappa: .004}.Speedup, 10, .01, 9, 1, 2, 4, 6, 8)
	sigma, kappa, ok := USLIntervals(runs, b)
	if !ok || sigma.Low > .06 || sigma.High < .06 || kappa.Low > .004 || kappa.High < .004 {
		t.Errorf("sigma in %v, kappa in %v", sigma, kappa)
	}
	if _, ok := AmdahlIntervals(timings(Amdahl{Serial: .1}.Speedup, 10, 0, 1, 1, 2), b); ok {
		t.Error("an interval from one run of each")
	}
}

func TestFitsOfTooLittleAreErrors(t *testing.T) {
	two := []Timing{{1, 10}, {2, 6}}
	if _, err := FitUSL(two); !errors.Is(err, ErrTooFewCounts) {
		t.Error(err)
	}
	if _, err := FitAmdahl(two[:1]); !errors.Is(err, ErrTooFewCounts) {
		t.Error(err)
	}
	if _, err := FitAmdahl([]Timing{{1, 0}, {2, 1}}); err == nil {
		t.Error("a run that took no time")
	}
}
