package metrics

import "math"

// MeanAccuracy is the accuracy of one player over some moves, 0 to 100: the mean of a mean weighted by how volatile
// the game was around each move, and of the harmonic mean, which the worst moves dominate.
type MeanAccuracy struct {
	Value    float64
	Weighted float64
	Harmonic float64
	Moves    int // moves that were scored
}

// accuracySum adds up moves for a MeanAccuracy. Sums run in move order, so equal input gives equal bits.
type accuracySum struct {
	floor                      float64 // least accuracy in the harmonic mean
	weighted, weights, inverse float64
	moves                      int
}

func (s *accuracySum) add(accuracy, weight float64) {
	s.weighted += float64(accuracy * weight) // the conversion forbids a fused multiply-add, whose bits differ by CPU
	s.weights += weight
	s.inverse += 1 / max(accuracy, s.floor)
	s.moves++
}

// mean is false without a scored move: no number says "nothing was played".
func (s *accuracySum) mean() (MeanAccuracy, bool) {
	if s.moves == 0 {
		return MeanAccuracy{}, false
	}
	m := MeanAccuracy{
		Weighted: s.weighted / s.weights,
		Harmonic: float64(s.moves) / s.inverse,
		Moves:    s.moves,
	}
	m.Value = (m.Weighted + m.Harmonic) / 2
	return m, true
}

// windowWidth is the width of the volatility window for n half-moves (Lichess), positions (web-chess) or moves of
// one player (Chess Analyzer Pro): a tenth, from 2 to 8.
func windowWidth(n int) int { return min(max(n/10, 2), 8) }

// volatility is the weight of the move that ends on series[end]: the population standard deviation, in percent, of
// the win chances in the window that ends there, limited to 0.5..12. The first windows are all the first full one.
// A window with a missing chance, or longer than the series, has no weight.
//
// Source: lila AccuracyPercent.scala. Its list of windows (w-2 copies of the first, then all sliding ones) is this
// rule written down; cases of both are in the tests.
func volatility(series []Maybe, end, width int) Maybe {
	start := max(0, end-width+1)
	if start+width > len(series) {
		return Maybe{}
	}
	percent, ok := deviation(series[start : start+width])
	if !ok {
		return Maybe{}
	}
	return Known(min(max(percent, 0.5), 12))
}

// deviation is the population standard deviation of win chances in percent, and false when one is missing.
func deviation(window []Maybe) (percent float64, ok bool) {
	var sum float64
	for _, c := range window {
		if !c.OK {
			return 0, false
		}
		sum += c.V
	}
	mean := sum / float64(len(window))
	var squares float64
	for _, c := range window {
		d := c.V - mean
		squares += float64(d * d)
	}
	return 100 * math.Sqrt(squares/float64(len(window))), true
}
