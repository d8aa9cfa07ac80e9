package metrics

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestRankCorrelationOfResamplesIsSpearmansOfTheirPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for range 50 {
		x, y := make([][]float64, 6), make([][]float64, 6)
		for g := range x {
			for range rng.IntN(8) {
				x[g] = append(x[g], float64(rng.IntN(6))) // many ties
				y[g] = append(y[g], float64(rng.IntN(6))+x[g][len(x[g])-1]/2)
			}
		}
		r := NewRankCorrelation(x, y)
		sample := make([]int, 6)
		for range 20 {
			var a, b []float64
			for i := range sample {
				sample[i] = rng.IntN(6)
				a, b = append(a, x[sample[i]]...), append(b, y[sample[i]]...)
			}
			want, wantOK := spearman(a, b)
			got, ok := r.Of(sample)
			if near(t, "rho", got, want, 1e-12); ok != wantOK {
				t.Errorf("defined %v, want %v for %v", ok, wantOK, a)
			}
		}
		var a, b []float64
		for g := range x {
			a, b = append(a, x[g]...), append(b, y[g]...)
		}
		want, _ := spearman(a, b)
		got, _ := r.Whole()
		near(t, "whole", got, want, 1e-12)
	}
}

// NaN is not equal to itself: a pair with one was looked at for ever.
func TestPairsWithoutAValueHaveNoRank(t *testing.T) {
	nan := math.NaN()
	r := NewRankCorrelation([][]float64{{1, nan, 2}, {3, 4}}, [][]float64{{1, 5, 2}, {nan, 4}})
	if rho, ok := r.Whole(); !ok || rho != 1 || r.Len() != 3 {
		t.Errorf("%v, %v, %d pairs", rho, ok, r.Len())
	}
	if _, ok := NewRankCorrelation([][]float64{{nan}}, [][]float64{{1}}).Whole(); ok {
		t.Error("a correlation of no pair")
	}
}

func TestROCLeavesOutWhatIsNoScore(t *testing.T) {
	nan := math.NaN()
	if roc, ok := NewROC([]float64{nan, 3, 2}, []float64{1, nan}); !ok || roc.AUC() != 1 {
		t.Errorf("%+v, %v", roc, ok)
	}
	if _, ok := NewROC([]float64{nan}, []float64{1}); ok {
		t.Error("a ROC without positives")
	}
}
