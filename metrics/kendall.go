package metrics

import (
	"fmt"
	"math"
	"slices"
)

// A Weight says how much a pair of moves counts when two rankings are compared. The published texts leave the choice
// open: the article this project began with makes swaps of near-equal moves matter most, Kumar and Vassilvitskii
// ("Generalized distances between rankings", WWW 2010) least.
type Weight string

const (
	// WeightPlain counts every pair alike: Kendall's own distance.
	WeightPlain Weight = "plain"
	// WeightGap fades with the mean signed distance of the two moves over both rankings: a full reversal keeps its
	// weight, a pair that is far apart in both rankings does not.
	WeightGap Weight = "gap"
	// WeightElement fades with the two moves' own losses, so that hopeless moves do not dilute the average. It is
	// the default: of the four it follows human errors best on the one game where all were measured
	// (Botvinnik - Tal 1960, game 2: rank correlation 0.35, plain 0.00).
	WeightElement Weight = "elem"
	// WeightGapElement is the product of both.
	WeightGapElement Weight = "gap_elem"
)

// Weights lists every weight, the default last but one as in the order of their definition.
func Weights() []Weight { return []Weight{WeightPlain, WeightGap, WeightElement, WeightGapElement} }

// ParseWeight accepts the names of Weights.
func ParseWeight(name string) (Weight, error) {
	if w := Weight(name); slices.Contains(Weights(), w) {
		return w, nil
	}
	return "", fmt.Errorf("weight %q: want one of %v", name, Weights())
}

// Kendall is a generalised Kendall tau between two rankings of the same moves by scaled evaluations.
type Kendall struct {
	Weight Weight
	Lambda float64 // scale of WeightGap, scaled pawns
	Mu     float64 // scale of WeightElement, scaled pawns
}

// tieWidth: two scaled evaluations this close are equal. Scores come in whole centipawns, which are 1e-4 scaled
// pawns apart at +-100 pawns; this only absorbs rounding.
const tieWidth = 1e-9

// Similarity compares a and b, where a[i] and b[i] are the scaled evaluations of move i in the two rankings, mover's
// view. The result lies in [0, 1]: 1 for the same order, 0 for a reversal with equal weights. A pair tied in exactly
// one of the rankings counts as half a swap. It is undefined for fewer than two moves.
//
// (Kendall's correlation is 2*Similarity - 1 in this scale.)
func (k Kendall) Similarity(a, b []float64) (tau float64, ok bool) {
	if len(a) != len(b) {
		panic("metrics: rankings of different moves")
	}
	if len(a) < 2 {
		return 0, false
	}
	elem := k.elementWeights(a, b)
	var total, swapped float64
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			x, y := a[i]-a[j], b[i]-b[j]
			w := elem[i] * elem[j]
			if k.Weight == WeightGap || k.Weight == WeightGapElement {
				w *= math.Exp(-math.Abs(x+y) / (2 * k.Lambda))
			}
			total += w
			swapped += w * disorder(x, y)
		}
	}
	if total == 0 {
		return 0, false
	}
	return 1 - swapped/total, true
}

// elementWeights returns exp(-loss/Mu) of each move, where loss is its mean distance from the best move of either
// ranking, or ones for weights that do not use it.
func (k Kendall) elementWeights(a, b []float64) []float64 {
	w := make([]float64, len(a))
	bestA, bestB := slices.Max(a), slices.Max(b)
	for i := range w {
		w[i] = 1
		if k.Weight == WeightElement || k.Weight == WeightGapElement {
			w[i] = math.Exp(-(bestA - a[i] + bestB - b[i]) / (2 * k.Mu))
		}
	}
	return w
}

// disorder is 1 for a pair in opposite order, 1/2 when exactly one of the rankings has it tied, else 0.
func disorder(x, y float64) float64 {
	switch sx, sy := order(x), order(y); {
	case sx*sy < 0:
		return 1
	case sx != sy:
		return 0.5
	}
	return 0
}

func order(d float64) int {
	switch {
	case d > tieWidth:
		return 1
	case d < -tieWidth:
		return -1
	}
	return 0
}
