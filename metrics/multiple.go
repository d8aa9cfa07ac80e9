package metrics

import (
	"math"
	"slices"
)

// BenjaminiHochberg returns q values in the order of p: the smallest false discovery rate at which each hypothesis
// would be called a discovery. For one test a player; see BenjaminiYekutieli for correlated ones.
func BenjaminiHochberg(p []float64) []float64 { return stepUp(p, 1) }

// BenjaminiYekutieli is the same under any dependence: q values are larger by 1 + 1/2 + ... + 1/m.
func BenjaminiYekutieli(p []float64) []float64 { return stepUp(p, HarmonicSum(len(p))) }

// HarmonicSum is 1 + 1/2 + ... + 1/m.
func HarmonicSum(m int) (sum float64) {
	for i := 1; i <= m; i++ {
		sum += 1 / float64(i)
	}
	return sum
}

// stepUp computes q_(i) = min over j >= i of factor p_(j) m / j.
func stepUp(p []float64, factor float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	q, least := make([]float64, len(p)), 1.0
	for i := len(order) - 1; i >= 0; i-- {
		least = min(least, factor*p[order[i]]*float64(len(p))/float64(i+1))
		q[order[i]] = least
	}
	return q
}

// ExpectedFalseHits is the number of honest players among n whose z reaches the given one by chance.
func ExpectedFalseHits(z float64, players int) float64 { return UpperTail(z) * float64(players) }

// MedianMaxZ is the median of the largest z among n honest players: a top score below it is no news at all.
func MedianMaxZ(players int) float64 { return UpperPoint(1 - math.Pow(0.5, 1/float64(players))) }

// BonferroniZ is the z that one player among n must reach for a family-wise error rate alpha, one-sided.
func BonferroniZ(alpha float64, players int) float64 { return UpperPoint(alpha / float64(players)) }

// PositivePredictiveValue is the share of true hits among all hits, given the share of assisted players (prior), the
// share of them that is found (power) and the share of honest players that is hit (alpha).
func PositivePredictiveValue(prior, power, alpha float64) float64 {
	found, mistaken := prior*power, (1-prior)*alpha
	return found / (found + mistaken)
}
