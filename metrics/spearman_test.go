package metrics

import (
	"math"
	"slices"
)

// spearman is the plain twin of RankCorrelation: the rank correlation of two equally long samples, equal values sharing their mean rank; undefined for
// fewer than two pairs or when either sample is constant.
func spearman(x, y []float64) (float64, bool) { return pearson(ranksOf(x), ranksOf(y)) }

// pearson is the linear correlation of two equally long samples; undefined as spearman is.
func pearson(x, y []float64) (float64, bool) {
	if len(x) != len(y) {
		panic("metrics: samples of different length")
	}
	if len(x) < 2 {
		return 0, false
	}
	mx, vx := meanVariance(x)
	my, vy := meanVariance(y)
	if vx == 0 || vy == 0 {
		return 0, false
	}
	cov := 0.0
	for i := range x {
		cov += (x[i] - mx) * (y[i] - my)
	}
	return cov / float64(len(x)-1) / math.Sqrt(vx*vy), true
}

// ranksOf returns the 1-based rank of each value, equal values sharing the mean of their ranks.
func ranksOf(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return a - b
	})
	ranks := make([]float64, len(x))
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && x[order[hi]] == x[order[lo]] {
			hi++
		}
		for _, i := range order[lo:hi] {
			ranks[i] = float64(lo+hi+1) / 2
		}
		lo = hi
	}
	return ranks
}
