package metrics

import (
	"math/rand/v2"
	"testing"
)

func shifted(rng *rand.Rand, n int, beta float64) *BestShift {
	var s BestShift
	for range n {
		p, x := .05+.9*rng.Float64(), rng.NormFloat64()
		moved := []float64{p, 1 - p}
		AdjustBest(moved, beta*x)
		s.Add(p, x, rng.Float64() < moved[0])
	}
	return &s
}

func TestShiftOfTheOddsIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	s := shifted(rng, 20000, -.7)
	beta, ok := s.Fit()
	near(t, "beta", beta, -.7, .06)
	with, _ := s.LogLoss(beta)
	without, _ := s.LogLoss(0)
	if !ok || with >= without {
		t.Errorf("log loss %g with the shift, %g without", with, without)
	}
	held := shifted(rng, 20000, -.7)
	with, _ = held.LogLoss(beta)
	if without, _ = held.LogLoss(0); with >= without {
		t.Errorf("held out: log loss %g with the shift, %g without", with, without)
	}
}

func TestShiftWithoutInformationIsUndefined(t *testing.T) {
	var s BestShift
	s.Add(1, 5, true)
	if _, ok := s.Fit(); ok || s.Len() != 0 {
		t.Error("fitted a certain decision")
	}
	if _, ok := s.LogLoss(0); ok {
		t.Error("log loss of nothing")
	}
	for range 10 {
		s.Add(.5, 0, true)
	}
	if _, ok := s.Fit(); ok {
		t.Error("fitted a constant covariate")
	}
}
