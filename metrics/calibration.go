package metrics

import (
	"math"
	"slices"
)

// A Calibration says how raw z values of honest players are distributed for one statistic, engine and setting. Raw z
// is over-dispersed (the decisions of a game are not independent and no model is right), so that only adjusted
// values have the tail probabilities of a normal variable.
type Calibration struct {
	Mean    float64 `json:"mean"`
	SD      float64 `json:"sd"`
	Players int     `json:"players"` // honest samples behind it; 0: an assumption
}

// Uncalibrated returns the assumption for a statistic without a reference set: no shift and a deviation of 1.4 for
// counts of moves (match rates, likelihood ratios) or 1.8 for losses. Regan (2012) divides by 1.15 and 1.4; on public
// games 1.2 to 1.8 and 1.4 to 2.3 were measured, growing with the number of decisions.
func Uncalibrated(losses bool) Calibration {
	if losses {
		return Calibration{SD: 1.8}
	}
	return Calibration{SD: 1.4}
}

// Adjust is z as a standard normal variable under honest play.
func (c Calibration) Adjust(z float64) float64 { return (z - c.Mean) / c.SD }

// Calibrate estimates a calibration from raw z values of honest players; undefined for fewer than two.
func Calibrate(z []float64) (Calibration, bool) {
	if len(z) < 2 {
		return Calibration{}, false
	}
	mean, variance := meanVariance(z)
	return Calibration{Mean: mean, SD: math.Sqrt(variance), Players: len(z)}, variance > 0
}

// BestZ is the largest of several z, corrected for the number of looks by Sidak's formula: the z whose tail probability
// is 1 - (1-p)^k for the smallest p of k. It is exact for independent values and conservative for correlated ones.
func BestZ(z []float64) float64 {
	const least, most = 1e-300, 1 - 1e-15 // beyond them the inverse of the tail is infinite
	p := UpperTail(slices.Max(z))
	corrected := -math.Expm1(float64(len(z)) * math.Log1p(-p))
	return UpperPoint(max(least, min(most, corrected)))
}

// meanVariance returns the mean and the sample variance of at least two values.
func meanVariance(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for _, v := range x {
		variance += (v - mean) * (v - mean)
	}
	return mean, variance / float64(len(x)-1)
}
