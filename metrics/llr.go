package metrics

import "math"

// A Mixture is the alternative to honest play that the log-likelihood ratio tests for: a player who lets the helper
// choose each move with probability Rho and plays by the model of the rating otherwise.
type Mixture struct {
	Rho    float64 // share of assisted moves under the alternative
	Margin float64 // the helper picks among the moves within Margin centipawns of the best; negative: always the first
	First  float64 // share of its picks that are the engine's own first move whatever is near it
}

// DefaultMixture is the alternative used everywhere unless told otherwise. Rho need not be true for the ratio to be
// useful: it only sets how much a match gains against what a miss costs.
//
// First and Margin are a compromise between two helpers. On simulated players (240 decisions, 20 % of the engine's first
// moves, or 30 % within 15 centipawns) the area under the ROC curve was 0.98 and 0.84 for a policy of first moves
// alone, 0.79 and 0.99 for one spread evenly over 15 centipawns, and 0.98 and 0.92 for this one.
func DefaultMixture() Mixture { return Mixture{Rho: 0.3, Margin: 10, First: 0.6} }

// minProbability keeps the logarithm of the model's probabilities finite: no human move is rarer than this.
const minProbability = 1e-6

// Ratio is the log-likelihood ratio of one move that has probability p under the model and q under the helper:
// ln((rho q + (1-rho) p)/p). A match that everybody would play says nothing (p = 0.9: +0.03), an unlikely one much
// (p = 0.05: +1.90), and any move the helper would not play costs ln(1-rho).
func (m Mixture) Ratio(p, q float64) float64 {
	p = max(p, minProbability)
	return math.Log((m.Rho*q + (1-m.Rho)*p) / p)
}

// Suspicion is the ratio of the played move of c under the model's probabilities p, which says how strongly this one
// move speaks for the helper, and the ratio's mean and variance when the player follows p. The mean is negative: honest
// play speaks for honesty. That is what makes z of the sum a test.
func (m Mixture) Suspicion(c Choice, p []float64) (actual, mean, variance float64) {
	ratios := c.NearBest(make([]float64, 0, len(p)), m.Margin)
	for i, q := range ratios {
		q *= 1 - m.First
		if i == 0 {
			q += m.First
		}
		ratios[i] = m.Ratio(p[i], q)
	}
	return moments(ratios, p, c.Played)
}
