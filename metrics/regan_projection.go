package metrics

import "math"

// A Tally compares what happened with what a model expected, as sums over decisions. Tallies of disjoint decisions
// add; everything (means, z, intervals by game) is computed from the sums, never from means of means.
type Tally struct {
	N        int     // decisions
	Actual   float64 // sum of what happened
	Expected float64 // sum of the model's means
	Var      float64 // sum of the model's variances, decisions independent
}

// Add enters one decision.
func (t *Tally) Add(actual, expected, variance float64) {
	t.N++
	t.Actual += actual
	t.Expected += expected
	t.Var += variance
}

// Plus is the tally of both sets of decisions.
func (t Tally) Plus(o Tally) Tally {
	return Tally{t.N + o.N, t.Actual + o.Actual, t.Expected + o.Expected, t.Var + o.Var}
}

// Mean is the actual mean and Projected the expected one; undefined without decisions.
func (t Tally) Mean() (float64, bool)      { return t.Actual / float64(t.N), t.N > 0 }
func (t Tally) Projected() (float64, bool) { return t.Expected / float64(t.N), t.N > 0 }

// Z is the number of standard deviations by which the actual sum exceeds the expected one; undefined when the model
// leaves no room for chance (no decisions, or only forced ones). It is raw: real decisions are clustered in games,
// and its spread among honest players is well above 1. See Calibration.
func (t Tally) Z() (float64, bool) {
	if t.Var <= 0 {
		return 0, false
	}
	return (t.Actual - t.Expected) / math.Sqrt(t.Var), true
}

// A Projection is all that the model of a player's rating says about a set of decisions, beside what happened.
type Projection struct {
	Match  Tally // the engine's first move was played
	Top3   Tally // one of its first three
	Equal  Tally // a move as good as the best was played
	Scaled Tally // scaled loss
	Cp     Tally // centipawn loss, each at most LossCapCp
	LLR    Tally // log-likelihood ratio of assistance, see Mixture
}

// Add enters a decision with the model's probabilities p of its moves; mix is the alternative of the likelihood ratio.
func (pr *Projection) Add(c Choice, p []float64, mix Mixture) {
	pr.addRanks(c, p)
	pr.Scaled.Add(moments(c.Scaled, p, c.Played))
	pr.Cp.Add(moments(c.Cp, p, c.Played))
	pr.LLR.Add(mix.Suspicion(c, p))
}

func (pr *Projection) addRanks(c Choice, p []float64) {
	pr.Match.addFirst(1, c, p)
	pr.Top3.addFirst(3, c, p)
	equal := 0.0
	for i, loss := range c.Cp {
		if loss < equalBest {
			equal += p[i]
		}
	}
	pr.Equal.Add(hit(c.EqualBest()), equal, bernoulliVar(equal))
}

// addFirst enters whether one of the first n moves was played.
func (t *Tally) addFirst(n int, c Choice, p []float64) {
	chance := 0.0
	for _, pi := range p[:min(n, len(p))] {
		chance += pi
	}
	t.Add(hit(c.Played < n), chance, bernoulliVar(chance))
}

// ZLoss turns a z of losses round, so that positive means better than expected everywhere.
func ZLoss(t Tally) (float64, bool) {
	z, ok := t.Z()
	return -z, ok
}

// moments returns the played value and the mean and variance of the values under p. Published texts give
// sqrt(1/T sum p (1-p) d) for the deviation of the mean, whose units do not fit; this is the variance itself.
func moments(values, p []float64, played int) (actual, mean, variance float64) {
	square := 0.0
	for i, v := range values {
		mean += p[i] * v
		square += p[i] * v * v
	}
	return values[played], mean, max(0, square-mean*mean)
}

// bernoulliVar absorbs chances that rounding took a hair above 1.
func bernoulliVar(p float64) float64 { return max(0, p*(1-p)) }

func hit(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
