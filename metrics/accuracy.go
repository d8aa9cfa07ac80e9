package metrics

import "math"

// Decay turns the win chance that a move lost into the accuracy of the move, 0 to 100:
//
//	Scale * exp(-Rate * 100 * loss) - Shift + Bonus, clamped to [Floor, 100]
//
// A move that lost nothing has 100.
type Decay struct {
	Scale, Rate, Shift float64
	Bonus              float64 // Lichess's "uncertainty bonus"
	Floor              float64
}

// LichessDecay is lila's AccuracyPercent.scala. The public page lichess.org/page/accuracy prints rounded constants
// and leaves out the bonus of 1; the code has it, and the code gives the published accuracies.
func LichessDecay() Decay {
	return Decay{103.1668100711649, 0.04354415386753951, 3.166924740191411, 1, 0}
}

// CAPDecay is Chess Analyzer Pro's: steeper, no bonus, and a floor that keeps the harmonic mean from collapsing.
func CAPDecay() Decay { return Decay{103.1668, 0.06, 3.1669, 0, 5} }

// WebchessDecay is web-chess's: Lichess's with rounded constants.
func WebchessDecay() Decay { return Decay{103.1668, 0.04354, 3.1669, 1, 0} }

// Accuracy is the accuracy of a move that lost the given win chance (0 to 1, negative for a gain).
func (d Decay) Accuracy(loss float64) float64 {
	if loss <= 0 {
		return 100
	}
	raw := d.Scale*math.Exp(-d.Rate*(100*loss)) - d.Shift + d.Bonus
	return min(max(raw, d.Floor), 100)
}
