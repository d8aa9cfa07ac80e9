package metrics

import (
	"errors"
	"fmt"
	"math"
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
	return solveMoments(choices, target)
}

// solveMoments is a damped Newton iteration in ln s and ln c with a Jacobian by differences. It reaches the same point
// as a Nelder-Mead search of the squared miss with a tenth of the evaluations, each of which solves the model for
// every decision.
func solveMoments(choices []Choice, target moment2) (Powers, error) {
	const steps, accuracy, delta = 40, 1e-9, 1e-4
	miss := func(x [2]float64) [2]float64 {
		got := expect(choices, Powers{math.Exp(x[0]), math.Exp(x[1])})
		return [2]float64{got.match/target.match - 1, got.loss/target.loss - 1}
	}
	x := [2]float64{math.Log(.09), math.Log(.5)}
	f := miss(x)
	for range steps {
		if norm(f) < accuracy {
			return Powers{math.Exp(x[0]), math.Exp(x[1])}, nil
		}
		fs, fc := miss([2]float64{x[0] + delta, x[1]}), miss([2]float64{x[0], x[1] + delta})
		ss, sc := (fs[0]-f[0])/delta, (fc[0]-f[0])/delta
		ls, lc := (fs[1]-f[1])/delta, (fc[1]-f[1])/delta
		det := ss*lc - sc*ls
		if det == 0 {
			break
		}
		ds, dc := (sc*f[1]-lc*f[0])/det, (ls*f[0]-ss*f[1])/det
		var nearer bool
		if x, f, nearer = descend(miss, x, f, [2]float64{ds, dc}); !nearer {
			break
		}
	}
	return Powers{}, fmt.Errorf("%w: the nearest model misses by %.2g", ErrNotFitted, norm(f))
}

// descend takes the longest of the step, its half, its quarter, ... that comes nearer to the target. A step never
// changes a parameter by more than a factor of two.
func descend(miss func([2]float64) [2]float64, x, f, step [2]float64) (at, left [2]float64, nearer bool) {
	scale := min(1, math.Ln2/max(math.Abs(step[0]), math.Abs(step[1])))
	for range 20 {
		next := [2]float64{x[0] + scale*step[0], x[1] + scale*step[1]}
		if g := miss(next); norm(g) < norm(f) {
			return next, g, true
		}
		scale /= 2
	}
	return x, f, false
}

func norm(f [2]float64) float64 { return math.Hypot(f[0], f[1]) }

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
