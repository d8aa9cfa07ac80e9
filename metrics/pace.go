package metrics

import "math"

// Variation is the coefficient of variation of thinking times in seconds, sample standard deviation over mean;
// undefined for fewer than two times or a mean of zero. Flat timing alone is common among weak players: it is only
// ever shown, not scored.
func Variation(seconds []float64) (float64, bool) {
	if len(seconds) < 2 {
		return 0, false
	}
	mean, variance := meanVariance(seconds)
	if mean == 0 {
		return 0, false
	}
	return math.Sqrt(variance) / mean, true
}
