package metrics

import "math"

// A BestShift is data for fitting how a covariate of the position moves the odds of playing the engine's first move:
// logit p0' = logit p0 + beta x. It is a logistic regression with one coefficient and the model as its offset.
type BestShift struct {
	logits []float64 // of p0 under the model
	x      []float64 // covariate, centred by the caller
	hits   []float64 // 1: the first move was played
}

// Add enters a decision in which the model gives the first move the chance p0. Certain ones carry no information.
func (s *BestShift) Add(p0, x float64, matched bool) {
	if p0 <= 0 || p0 >= 1 {
		return
	}
	s.logits = append(s.logits, math.Log(p0/(1-p0)))
	s.x = append(s.x, x)
	s.hits = append(s.hits, hit(matched))
}

// Len is the number of decisions.
func (s *BestShift) Len() int { return len(s.x) }

// Fit returns the beta of greatest likelihood by Newton's method; undefined when the covariate does not vary.
func (s *BestShift) Fit() (beta float64, ok bool) {
	for range 50 {
		gradient, curvature := 0.0, 0.0
		for i, x := range s.x {
			p := logistic(s.logits[i] + beta*x)
			gradient += (s.hits[i] - p) * x
			curvature += p * (1 - p) * x * x
		}
		if curvature == 0 {
			return 0, false
		}
		step := gradient / curvature
		beta += max(-2, min(2, step))
		if math.Abs(step) < 1e-10 {
			return beta, true
		}
	}
	return 0, false
}

// LogLoss is the mean negative log-likelihood of match or no match under beta, in nats; undefined without decisions.
func (s *BestShift) LogLoss(beta float64) (float64, bool) {
	sum := 0.0
	for i, x := range s.x {
		p := max(minProbability, min(1-minProbability, logistic(s.logits[i]+beta*x)))
		sum -= s.hits[i]*math.Log(p) + (1-s.hits[i])*math.Log(1-p)
	}
	return sum / float64(len(s.x)), len(s.x) > 0
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
