package metrics

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"
)

// minFitDecisions is the least number of decisions that FitPowers accepts: with fewer the two statistics it matches
// are mostly noise.
const minFitDecisions = 30

// ErrNotFitted is returned, wrapped, when no model of the family reproduces the data.
var ErrNotFitted = errors.New("the powers model cannot be fitted")

// FitPowers finds the model that expects exactly the match rate and the mean scaled loss of the given decisions: the
// method of moments. Maximum likelihood is not used because it is biased for the very statistics that are tested
// (on games of players rated 2500 it expects a match rate of 0.517 where 0.545 happened).
func FitPowers(choices []Choice) (Powers, error) {
	if len(choices) < minFitDecisions {
		return Powers{}, fmt.Errorf("%w: %d decisions, want at least %d", ErrNotFitted, len(choices), minFitDecisions)
	}
	target := observe(choices)
	if target.match == 0 || target.match == 1 || target.loss == 0 {
		return Powers{}, fmt.Errorf("%w: match rate %.2f and mean scaled loss %.3f leave no room for chance",
			ErrNotFitted, target.match, target.loss)
	}
	problem := optimize.Problem{Func: func(x []float64) float64 {
		got := expect(choices, Powers{math.Exp(x[0]), math.Exp(x[1])})
		dm, dl := got.match/target.match-1, got.loss/target.loss-1
		return dm*dm + dl*dl
	}}
	settings := &optimize.Settings{Converger: &optimize.FunctionConverge{Absolute: 1e-12, Iterations: 40}}
	result, err := optimize.Minimize(problem, []float64{math.Log(.09), math.Log(.5)}, settings, &optimize.NelderMead{})
	if err != nil {
		return Powers{}, fmt.Errorf("%w: %w", ErrNotFitted, err)
	}
	const worst = 1e-4 // both statistics within one per cent
	if result.F > worst {
		return Powers{}, fmt.Errorf("%w: nearest model misses by %.1f %%", ErrNotFitted, 100*math.Sqrt(result.F))
	}
	return Powers{math.Exp(result.X[0]), math.Exp(result.X[1])}, nil
}

// moment2 is what the method of moments matches.
type moment2 struct{ match, loss float64 }

func observe(choices []Choice) (m moment2) {
	for _, c := range choices {
		m.match += hit(c.Matched())
		m.loss += c.Scaled[c.Played]
	}
	return m.over(len(choices))
}

func expect(choices []Choice, model ChoiceModel) (m moment2) {
	var p []float64
	for _, c := range choices {
		p = model.Probabilities(p[:0], c.Scaled)
		m.match += p[0]
		for i, loss := range c.Scaled {
			m.loss += p[i] * loss
		}
	}
	return m.over(len(choices))
}

func (m moment2) over(n int) moment2 { return moment2{m.match / float64(n), m.loss / float64(n)} }
