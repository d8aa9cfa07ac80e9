package metrics

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestWilsonOfPublishedCounts(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{{72, 120, .5106, .6832}, {12, 20, .3866, .7812}} {
		got, ok := Wilson(c.k, c.n, Z95)
		near(t, "low", got.Low, c.low, 5e-5)
		near(t, "high", got.High, c.high, 5e-5)
		if !ok {
			t.Error("undefined")
		}
	}
	if _, ok := Wilson(0, 0, Z95); ok {
		t.Error("interval of nothing")
	}
	if all, _ := Wilson(5, 5, Z95); all.High != 1 || all.Low >= 1 {
		t.Errorf("5 of 5: %v", all)
	}
}

func TestBenjaminiHochbergOfPublishedValues(t *testing.T) {
	p := []float64{.459, .0001, .004, .019, .03, .095, .201, .278, .34, .57}
	want := []float64{.51, .001, .02, .063333, .075, .19, .335, .397143, .425, .57}
	for i, q := range BenjaminiHochberg(p) {
		near(t, "q", q, want[i], 5e-7)
	}
	near(t, "harmonic sum", HarmonicSum(10), 2.928968, 5e-7)
	for i, q := range BenjaminiYekutieli(p) {
		near(t, "q under dependence", q, min(1, BenjaminiHochberg(p)[i]*2.928968), 1e-6)
	}
	if len(BenjaminiHochberg(nil)) != 0 {
		t.Error("q of nothing")
	}
}

func TestTailsOfPublishedZ(t *testing.T) {
	for z, alpha := range map[float64]float64{2: .0228, 2.5: .00621, 3: .00135, 3.5: 2.33e-4, 4: 3.17e-5, 4.25: 1.07e-5, 5: 2.87e-7} {
		near(t, "tail", UpperTail(z)/alpha, 1, .005)
		near(t, "inverse", UpperPoint(UpperTail(z)), z, 1e-9)
	}
	for _, z := range []float64{-5, -1, 0, 7, 12, 30} {
		near(t, "inverse", UpperPoint(UpperTail(z)), z, 1e-6)
	}
	for n, z := range map[int]float64{10: 1.50, 100: 2.46, 1000: 3.20, 10000: 3.81, 100000: 4.35} {
		near(t, "median of the maximum", MedianMaxZ(n), z, .005)
	}
	for n, z := range map[int]float64{10: 2.58, 100: 3.29, 1000: 3.89, 10000: 4.42, 100000: 4.89} {
		near(t, "bonferroni", BonferroniZ(.05, n), z, .005)
	}
	near(t, "false hits", ExpectedFalseHits(2, 1000), 23, .5)
	near(t, "false hits", ExpectedFalseHits(3, 100000), 135, .5)
	for _, c := range []struct{ z, prior, ppv float64 }{
		{2, 1e-4, .002}, {3, 1e-4, .036}, {3, .02, .88}, {4, 2e-4, .76}, {4.25, 1e-4, .82}, {2.5, .02, .62},
	} {
		near(t, "ppv", PositivePredictiveValue(c.prior, .5, UpperTail(c.z)), c.ppv, .006)
	}
}

func TestPaceOfPublishedTimes(t *testing.T) {
	times := []float64{3.2, 5.1, 4.4, 20.5, 2.2, 6.0, 7.7, 3.9, 15.3, 4.1}
	cv, _ := Variation(times)
	near(t, "sample", cv, .820922, 1e-6)
	near(t, "population", cv*math.Sqrt(.9), .778795, 1e-6)
	if _, ok := Variation(times[:1]); ok {
		t.Error("variation of one time")
	}
}

func TestTopCountOfPublishedDecisions(t *testing.T) {
	first := DefaultTopRule().Count(NewChoice(cpScores(50, 20, -40, -60), 0), 4)
	if first != (TopCount{Hits: [3]int{1}, Of: [3]int{1}}) {
		t.Error(first)
	}
	second := DefaultTopRule().Count(NewChoice(cpScores(50, 48, 46, 44), 2), 4)
	if second != (TopCount{Hits: [3]int{0, 0, 1}, Of: [3]int{1, 1, 1}}) {
		t.Error(second)
	}
	if forced := DefaultTopRule().Count(NewChoice(cpScores(50), 0), 1); forced != (TopCount{}) {
		t.Error(forced)
	}
	if unlisted := DefaultTopRule().Count(NewChoice(cpScores(50, 48, 46), 2), 2); unlisted != (TopCount{Of: [3]int{1}}) {
		t.Errorf("two lines and an unlisted move: %+v, want T1 alone", unlisted)
	}
	if sum := first.Plus(second); sum.Hits != [3]int{1, 0, 1} || sum.Of != [3]int{2, 1, 1} {
		t.Error(sum)
	}
}

func TestSpearmanSharesRanksOfTies(t *testing.T) {
	if r := ranksOf([]float64{10, 20, 20, 5}); r[0] != 2 || r[1] != 3.5 || r[2] != 3.5 || r[3] != 1 {
		t.Error(r)
	}
	rho, ok := spearman([]float64{1, 2, 3, 4}, []float64{1, 8, 27, 640})
	near(t, "monotone", rho, 1, 1e-12)
	anti, _ := spearman([]float64{1, 2, 3}, []float64{3, 2, 1})
	near(t, "reversed", anti, -1, 1e-12)
	if !ok {
		t.Error("undefined")
	}
	for _, x := range [][]float64{nil, {1}, {2, 2, 2}} {
		if _, ok := spearman(x, make([]float64, len(x))); ok {
			t.Errorf("correlation of %v", x)
		}
	}
}

// slowAUC compares every pair.
func slowAUC(pos, neg []float64) (sum float64) {
	for _, p := range pos {
		for _, n := range neg {
			switch {
			case p > n:
				sum++
			case p == n:
				sum += .5
			}
		}
	}
	return sum / float64(len(pos)*len(neg))
}

func TestROCAgreesWithAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for range 100 {
		pos, neg := make([]float64, 1+rng.IntN(30)), make([]float64, 1+rng.IntN(30))
		for i := range pos {
			pos[i] = float64(rng.IntN(12)) + 2
		}
		for i := range neg {
			neg[i] = float64(rng.IntN(12))
		}
		roc, ok := NewROC(pos, neg)
		near(t, "AUC", roc.AUC(), slowAUC(pos, neg), 1e-12)
		last := roc.Points()[len(roc.Points())-1]
		if !ok || last.TruePositives != 1 || last.FalsePositives != 1 {
			t.Errorf("last point %v", last)
		}
	}
}

func TestTPRNeedsRoomBelowTheFPR(t *testing.T) {
	neg := make([]float64, 100)
	for i := range neg {
		neg[i] = float64(i)
	}
	roc, _ := NewROC([]float64{200, 98.5, 97.5, 3}, neg)
	near(t, "no false positive", roc.TPRAt(0), .25, 0)
	near(t, "one in a hundred", roc.TPRAt(.01), .5, 0)
	near(t, "two in a hundred", roc.TPRAt(.02), .75, 0)
	if _, ok := NewROC(nil, neg); ok {
		t.Error("curve without positives")
	}
}

func TestBootstrapIsSeededAndCoversTheMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	covered := 0
	for trial := range 200 {
		x := make([]float64, 40)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		mean := func(sample []int) (m float64, ok bool) {
			for _, i := range sample {
				m += x[i] / float64(len(sample))
			}
			return m, true
		}
		b := Bootstrap{Draws: 400, Seed: uint64(trial), Level: .95}
		got, ok := b.Percentile(len(x), mean)
		again, _ := b.Percentile(len(x), mean)
		if !ok || got != again {
			t.Fatal("not repeatable")
		}
		if got.Low < 0 && got.High > 0 {
			covered++
		}
	}
	if covered < 178 { // 190 expected; 178 is four standard deviations below, percentile intervals run a little short
		t.Errorf("covered the true mean %d times in 200", covered)
	}
	if _, ok := DefaultBootstrap(1).Percentile(4, nil); ok {
		t.Error("interval of four groups")
	}
}

func TestCalibrationMakesHonestZStandard(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	raw := make([]float64, 5000)
	for i := range raw {
		raw[i] = .3 + 1.6*rng.NormFloat64()
	}
	c, ok := Calibrate(raw)
	near(t, "mean", c.Mean, .3, .1)
	near(t, "sd", c.SD, 1.6, .1)
	near(t, "adjusted", c.Adjust(3.5), 2, .1)
	if !ok || c.Players != len(raw) || Uncalibrated(true).Players != 0 {
		t.Error("an assumption passes for a measurement")
	}
	if _, ok := Calibrate(raw[:1]); ok {
		t.Error("calibrated on one player")
	}
	near(t, "best of one", BestZ([]float64{1.7}), 1.7, 1e-9)
	near(t, "best of three", UpperTail(BestZ([]float64{-1, 2, .5})), 1-math.Pow(1-UpperTail(2), 3), 1e-12)
	for _, extreme := range []float64{-60, 60} {
		if z := BestZ([]float64{extreme, -60}); math.IsInf(z, 0) || math.IsNaN(z) {
			t.Errorf("best of %g is %g", extreme, z)
		}
	}
}
