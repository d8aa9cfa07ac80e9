package metrics

import (
	"math"
	"slices"
)

// A ROC is how well a score separates two groups, at every threshold at once.
type ROC struct {
	points    []ROCPoint
	positives int
	negatives int
	auc       float64
}

// A ROCPoint is one threshold: scores at or above it count as hits.
type ROCPoint struct {
	Threshold      float64
	TruePositives  float64 // share of the positives that is hit
	FalsePositives float64 // share of the negatives that is hit
}

// NewROC compares the scores of the positives (assisted) with those of the negatives (honest). ok is false when
// either group is empty. A score that is NaN is no score and left out.
func NewROC(positives, negatives []float64) (r ROC, ok bool) {
	pos, neg := descending(positives), descending(negatives)
	if len(pos) == 0 || len(neg) == 0 {
		return ROC{}, false
	}
	r = ROC{positives: len(pos), negatives: len(neg)}
	var i, j int
	area := 0.0
	for i < len(pos) || j < len(neg) {
		threshold := nextScore(pos[i:], neg[j:])
		i0, j0 := i, j
		for i < len(pos) && pos[i] == threshold {
			i++
		}
		for j < len(neg) && neg[j] == threshold {
			j++
		}
		area += float64(j-j0) * float64(i+i0) / 2 // equal scores count as half a win
		r.points = append(r.points, ROCPoint{threshold, float64(i) / float64(len(pos)), float64(j) / float64(len(neg))})
	}
	r.auc = area / float64(len(pos)) / float64(len(neg))
	return r, true
}

func descending(x []float64) []float64 {
	s := slices.DeleteFunc(slices.Clone(x), math.IsNaN)
	slices.Sort(s)
	slices.Reverse(s)
	return s
}

func nextScore(pos, neg []float64) float64 {
	switch {
	case len(pos) == 0:
		return neg[0]
	case len(neg) == 0:
		return pos[0]
	}
	return max(pos[0], neg[0])
}

// AUC is the probability that a positive scores above a negative, ties counting half.
func (r ROC) AUC() float64 { return r.auc }

// Points are the thresholds in falling order. They belong to the ROC.
func (r ROC) Points() []ROCPoint { return r.points }

// TPRAt is the greatest share of positives found by a threshold that hits at most the share fpr of the negatives.
// No interpolation: with 50 negatives and fpr 0.01 no negative may be hit.
func (r ROC) TPRAt(fpr float64) (tpr float64) {
	for _, p := range r.points {
		if p.FalsePositives > fpr {
			break
		}
		tpr = p.TruePositives
	}
	return tpr
}
