package metrics

import "math"

// LossCapCp bounds every score, and every single loss, in loss statistics, in centipawns. A mate counts as this
// much, so that mate in 3 instead of mate in 2 is no loss, and a side that was lost anyway cannot lose much more.
// PGN-Spy and Regan's tools use the same bound.
const LossCapCp = 1000

// ScaledPawns is Regan's scaling of an evaluation: the integral of dz/(1+|z|) from 0 to the evaluation in pawns,
// sign(v) ln(1+|v|). Near equality it is the evaluation itself; a pawn matters less the more the game is decided.
// Source: Regan and Haworth, "Intrinsic Chess Ratings" (AAAI 2011).
func ScaledPawns(cp float64) float64 {
	return math.Copysign(math.Log1p(math.Abs(cp)/100), cp)
}

// ScaledLoss is the scaled difference of two evaluations in centipawns, positive when best is the better one.
func ScaledLoss(best, played float64) float64 { return ScaledPawns(best) - ScaledPawns(played) }

// BoundedCp is the score in centipawns for loss statistics: bounded by LossCapCp on both sides, a mate at the bound.
// It is the one place where a mate becomes a number; nothing but losses may be computed from it.
func BoundedCp(s Score) float64 {
	switch cp, ok := s.Cp(); {
	case ok:
		return float64(max(-LossCapCp, min(LossCapCp, cp)))
	case s.Wins():
		return LossCapCp
	}
	return -LossCapCp
}

// CpLoss is the loss of a move in centipawns between 0 and LossCapCp, given the scores of the best and of the
// played move from the mover's view. A played move that scores above the best of a shallower look loses nothing.
func CpLoss(best, played Score) float64 {
	return max(0, min(LossCapCp, BoundedCp(best)-BoundedCp(played)))
}
