package metrics

import "math"

// Curve turns a score into the win chance (expected score, 0 to 1) of the same side:
//
//	win(cp) = 1 / (1 + exp(-Slope * cp))
//
// A mate is worth what the ceiling is worth, or certainty when there is no ceiling. A mate on the board (HasMated,
// Mated) belongs to the side that gave it, so that the old "mate 0 has the wrong sign" cannot be written.
type Curve struct {
	Slope   float64 // per centipawn
	Ceiling int     // larger scores and mates count as this many centipawns; 0: no ceiling
}

// lichessSlope was fitted by Lichess to its own blitz games (lila pull request 11148, July 2022).
const lichessSlope = 0.00368208

// LichessCurve is the curve of Lichess's accuracy (scalachess eval.scala): ceiling 10 pawns, mates on the ceiling.
func LichessCurve() Curve { return Curve{lichessSlope, 1000} }

// LichessJudgementCurve is the same curve as Lichess's judgements use it: without a ceiling (lila Advice.scala).
// It shows: -7.39 -> -18.32 is an inaccuracy on lichess.org.
func LichessJudgementCurve() Curve { return Curve{lichessSlope, 0} }

// CAPCurve is Chess Analyzer Pro's (math_utils.py): no ceiling, a mate is certain. Its document's examples
// (+1.50 is 66 %, +3.50 85 %, +6.00 97 %) contradict its formula; the formula holds.
func CAPCurve() Curve { return Curve{lichessSlope, 0} }

// WebchessCurve is web-chess's (analysis.ts): ceiling 20 pawns. Its sentinel of 10,000 for a mate ends on the ceiling.
func WebchessCurve() Curve { return Curve{lichessSlope, 2000} }

// WintrchessCurve is the expected-points curve of wintrchess (shared/src/lib/reporter).
func WintrchessCurve() Curve { return Curve{0.0035, 0} }

// Win is the win chance of the side whose point of view s has.
func (c Curve) Win(s Score) float64 {
	cp, ok := s.Cp()
	switch {
	case ok && c.Ceiling > 0:
		cp = min(max(cp, -c.Ceiling), c.Ceiling)
	case ok:
	case c.Ceiling == 0 && s.Wins():
		return 1
	case c.Ceiling == 0:
		return 0
	case s.Wins():
		cp = c.Ceiling
	default:
		cp = -c.Ceiling
	}
	return 1 / (1 + math.Exp(-c.Slope*float64(cp)))
}

// win is Win of a reading.
func (c Curve) win(r Reading) Maybe {
	if !r.OK {
		return Maybe{}
	}
	return Known(c.Win(r.Score))
}
