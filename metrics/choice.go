package metrics

// A Choice is one decision of a player as the models of human choice see it: what each listed move costs, and which
// one was played. A played move that the engine did not list is appended with its own evaluation, never left out:
// leaving it out would remove exactly the blunders.
type Choice struct {
	Scaled []float64 // scaled loss of each move in the engine's order; Scaled[0] is 0
	Cp     []float64 // the same in centipawns, 0 to LossCapCp
	Played int       // index of the played move
}

// NewChoice builds a Choice from the scores of the moves in the engine's order, mover's view. Losses are taken from
// the best score, which is the first but for engines that do not sort.
func NewChoice(scores []Score, played int) Choice {
	c := Choice{Scaled: make([]float64, len(scores)), Cp: make([]float64, len(scores)), Played: played}
	if len(scores) == 0 {
		return c
	}
	best := scores[0]
	for _, s := range scores[1:] {
		if s.Cmp(best) > 0 {
			best = s
		}
	}
	for i, s := range scores {
		c.Scaled[i] = max(0, ScaledLoss(BoundedCp(best), BoundedCp(s)))
		c.Cp[i] = CpLoss(best, s)
	}
	return c
}

// equalBest is the share of a centipawn below which two moves are equal.
const equalBest = 0.5

// Matched reports that the engine's own first move was played. The order of moves that score alike is the engine's
// whim: see EqualBest.
func (c Choice) Matched() bool { return c.Played == 0 }

// EqualBest reports that a move as good as the best was played.
func (c Choice) EqualBest() bool { return c.Cp[c.Played] < equalBest }

// NearBest appends the policy of a suspected helper to dst: uniform over the moves within margin centipawns of the
// best, zero elsewhere. A negative margin is the policy that always takes the engine's first move.
func (c Choice) NearBest(dst []float64, margin float64) []float64 {
	n := len(dst)
	count := 0.0
	for i, loss := range c.Cp {
		q := 0.0
		if loss <= margin || i == 0 && margin < 0 {
			q, count = 1, count+1
		}
		dst = append(dst, q)
	}
	for i := n; i < len(dst); i++ {
		dst[i] /= count
	}
	return dst
}
