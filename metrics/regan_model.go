package metrics

import "math"

// Powers is Regan's model of human choice in its powers form: a move of scaled loss d has the probability
//
//	p(d) = p0 ^ exp(+(d/S)^C)
//
// where p0, the probability of the best move, makes the sum 1. S is the sensitivity in scaled pawns (smaller:
// stronger), C the consistency (larger: stronger). Source: Regan and Haworth, AAAI 2011. Later texts (the Intrinsic
// Ratings Compendium, ACG 2013) print the exponent with the wrong sign.
type Powers struct{ S, C float64 }

// maxPower caps (d/S)^C, so that the exponent stays finite: exp(50) is far beyond every use.
const maxPower = 50

// Probabilities appends the probability of each move to dst, given the scaled losses of all of them.
//
// With L = -ln p0 the condition is sum exp(-L E_i) = 1. The left side is convex and falls, so Newton's method from
// L = 0 never passes the root and needs some ten steps; bisection, the textbook way, needs sixty.
func (m Powers) Probabilities(dst, scaled []float64) []float64 {
	base := len(dst)
	for _, d := range scaled {
		// (d/S)^C as exp(C ln(d/S)): half the time of math.Pow, and right for d = 0, whose logarithm is -Inf.
		dst = append(dst, math.Exp(math.Min(maxPower, math.Exp(m.C*math.Log(d/m.S)))))
	}
	e := dst[base:] // the exponents E_i, replaced by probabilities below
	if len(e) == 0 {
		return dst
	}
	L := solvePowers(e)
	sum := 0.0
	for i, power := range e {
		e[i] = math.Exp(-L * power)
		sum += e[i]
	}
	for i := range e {
		e[i] /= sum // the last rounding
	}
	return dst
}

func solvePowers(e []float64) (L float64) {
	const steps, precision, negligible = 80, 1e-13, 45
	for range steps {
		f, slope := -1.0, 0.0
		for _, power := range e {
			if L*power > negligible {
				continue // below 1e-19, and L only grows
			}
			p := math.Exp(-L * power)
			f += p
			slope += p * power
		}
		if f <= precision || slope == 0 {
			break
		}
		L += f / slope
	}
	return L
}

// Shares is the simpler alternative that Regan rejected for its fit: probabilities in proportion to exp(-(d/S)^C).
// It is here for comparison.
type Shares struct{ S, C float64 }

// Probabilities appends the probability of each move to dst, given the scaled losses of all of them.
func (m Shares) Probabilities(dst, scaled []float64) []float64 {
	base, sum := len(dst), 0.0
	for _, d := range scaled {
		g := math.Exp(-math.Pow(d/m.S, m.C))
		dst = append(dst, g)
		sum += g
	}
	for i := base; i < len(dst); i++ {
		dst[i] /= sum
	}
	return dst
}

// A ChoiceModel gives each move of a decision its probability.
type ChoiceModel interface {
	Probabilities(dst, scaled []float64) []float64
}

// AdjustBest raises or lowers the odds of the best move by exp(shift) and scales the others to match: the door
// through which a position's complexity may enter the model, shift = beta (kappa - mean kappa). beta is 0 unless a
// fit on honest games lowers the log loss on games held out from it.
func AdjustBest(p []float64, shift float64) {
	if len(p) < 2 || p[0] <= 0 || p[0] >= 1 {
		return
	}
	odds := p[0] / (1 - p[0]) * math.Exp(shift)
	best := odds / (1 + odds)
	rest := (1 - best) / (1 - p[0])
	p[0] = best
	for i := 1; i < len(p); i++ {
		p[i] *= rest
	}
}
