package signals

import (
	"math/rand/v2"

	"plyquet/metrics"
	"plyquet/stages/rows"
)

// Limits of helpWhenWorse.
const (
	worseCp      = -100 // the best line is at most this for the player
	minWorse     = 20   // decisions on either side
	permutations = 1000
)

// helpWhenWorse asks whether the moves become more engine-like when the game goes badly: the mean excess of the
// likelihood ratio in worse positions minus that in all others. Its probability comes from exchanging the labels
// "worse" and "other" inside each game, which is the only place where they are exchangeable.
var helpWhenWorse = Signal{
	Name: "llr_when_worse", Unit: "nats", Modelled: true,
	Doc: "Excess of the likelihood ratio per decision in positions of -1.00 and worse, over that in all others.",
	Measure: func(e *Evidence, in Inputs) Finding {
		used, modelled, warnings := e.comparable()
		f := Finding{N: used.count(), Games: len(used.Games)}
		f.warn(warnings...)
		if !modelled {
			return f
		}
		excess, worse := labelled(used)
		value, ok := contrast(excess, worse)
		if !ok {
			f.warn(rows.WarnFewDecisions)
			return f
		}
		f.Value, f.Expected = metrics.Known(value), metrics.Known(0)
		if in.Bootstrap.Draws > 0 {
			f.P = metrics.Known(permute(excess, worse, value, in.Bootstrap.Seed))
		}
		return f
	},
}

// labelled lists, by game, how far each ratio exceeds its expectation and whether the player stood worse.
func labelled(e *Evidence) (excess [][]float64, worse [][]bool) {
	for _, g := range e.Games {
		var x []float64
		var w []bool
		for _, d := range g.Decisions {
			x = append(x, d.Facts.LLR.Actual-d.Facts.LLR.Expected)
			w = append(w, d.Situation.BestCp <= worseCp)
		}
		excess, worse = append(excess, x), append(worse, w)
	}
	return excess, worse
}

func contrast(excess [][]float64, worse [][]bool) (float64, bool) {
	var sum [2]float64
	var n [2]float64
	for g := range excess {
		for i, x := range excess[g] {
			at := 0
			if worse[g][i] {
				at = 1
			}
			sum[at] += x
			n[at]++
		}
	}
	return sum[1]/n[1] - sum[0]/n[0], n[0] >= minWorse && n[1] >= minWorse
}

// permute is the share of label exchanges with a contrast as large, the observed one counted among them.
func permute(excess [][]float64, worse [][]bool, observed float64, seed uint64) float64 {
	rng := rand.New(rand.NewPCG(seed, permutations))
	as := 1
	for range permutations {
		for _, w := range worse {
			rng.Shuffle(len(w), func(a, b int) { w[a], w[b] = w[b], w[a] })
		}
		if v, _ := contrast(excess, worse); v >= observed {
			as++
		}
	}
	return float64(as) / (permutations + 1)
}
