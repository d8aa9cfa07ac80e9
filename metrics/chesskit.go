package metrics

import "math"

// ChesskitElo guesses a rating from a player's average centipawn loss in one game, as Chesskit does (estimateElo.ts):
// 3100 * exp(-0.01 * acpl). It is a rough fit without a published error; a comparison, not a measurement.
func ChesskitElo(acpl float64) float64 { return chesskitMax * math.Exp(-0.01*acpl) }

const chesskitMax = 3100

// ChesskitEloRated is the same guess for a player with a known rating: the distance between the loss and the one that
// the rating leads to expect moves the rating up or down.
func ChesskitEloRated(acpl, rating float64) float64 {
	expected := -100 * math.Log(min(rating, chesskitMax)/chesskitMax)
	return rating * math.Exp(-0.005*(acpl-expected))
}

// ChesskitCentipawns is the scale of the losses that ChesskitElo takes.
func ChesskitCentipawns() CentipawnScale { return CentipawnScale{1000, 1000} }

// Chesskit is one player's game by Chesskit's formulas.
type Chesskit struct {
	Accuracy MeanAccuracy
	ACPL     float64
}

// ChesskitOf computes both players of a game, [0] White's; false when a side has no move or an evaluation is
// missing, which Chesskit does not foresee. Win chances and move accuracies are Lichess's; the start position has the
// engine's evaluation, the windows are centred on the move, and the harmonic mean has no floor: a single move of
// accuracy 0 makes it 0. Chesskit gives every second move to White; here the mover decides.
func ChesskitOf(s *Sheet) (players [2]Chesskit, ok bool) {
	n := len(s.Positions)
	width := min(max((n+9)/10, 2), 8)
	var acc [2]accuracySum
	var losses [2]int
	for i := range s.Moves {
		before, after, side := s.Positions[i].Eval, s.Positions[i+1].Eval, 0
		if s.Moves[i].Black {
			before, after, side = before.Neg(), after.Neg(), 1
		}
		lo, hi := chesskitWindow(i+1, width, n)
		weight, known := deviationOfChances(s.Positions[lo:hi])
		if !known || !before.OK || !after.OK {
			return players, false
		}
		c := LichessCurve()
		acc[side].add(LichessDecay().Accuracy(c.Win(before.Score)-c.Win(after.Score)), min(max(weight, 0.5), 12))
		losses[side] += ChesskitCentipawns().Loss(before.Score, after.Score)
	}
	for side := range players {
		p := &players[side]
		if p.Accuracy, ok = acc[side].mean(); !ok {
			return players, false
		}
		p.ACPL = float64(losses[side]) / float64(p.Accuracy.Moves)
	}
	return players, true
}

// chesskitWindow is the window around position i of n: half a width to both sides, and the first or last full one at
// the ends.
func chesskitWindow(i, width, n int) (lo, hi int) {
	half := (width + 1) / 2
	switch {
	case i-half < 0:
		return 0, min(width, n)
	case i+half > n:
		return max(0, n-width), n
	}
	return i - half, i + half
}

// deviationOfChances is the population standard deviation of White's win percent.
func deviationOfChances(positions []Judged) (percent float64, ok bool) {
	var chances [9]Maybe
	for i := range positions {
		chances[i] = LichessCurve().win(positions[i].Eval)
	}
	return deviation(chances[:len(positions)])
}
