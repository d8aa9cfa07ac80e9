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

// Figures of Lichess's own server-side checks (lila, module evaluation).
const (
	lichessTimeOffset = 0.1  // seconds added to every time
	flatWindow        = 15   // moves
	flatVariation     = 0.13 // variation below which a window is flat
)

// LichessVariation is Variation as Lichess computes it: with a tenth of a second added to every time.
func LichessVariation(seconds []float64) (float64, bool) {
	shifted := make([]float64, len(seconds))
	for i, s := range seconds {
		shifted[i] = s + lichessTimeOffset
	}
	return Variation(shifted)
}

// HasFlatWindow reports a run of 15 moves whose times hardly differ.
func HasFlatWindow(seconds []float64) bool {
	for i := 0; i+flatWindow <= len(seconds); i++ {
		if cv, ok := LichessVariation(seconds[i : i+flatWindow]); ok && cv < flatVariation {
			return true
		}
	}
	return false
}
