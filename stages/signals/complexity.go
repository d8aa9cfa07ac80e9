package signals

import (
	"fmt"

	"plyquet/metrics"
	"plyquet/stages/rows"
)

func hasComplexity(d *Decision) bool {
	_, ok := d.complexity()
	return ok
}

// weightedAgreement counts a match by how hard the position was: agreeing in a hard position says more.
var weightedAgreement = Signal{
	Name: "complexity_agreement", Unit: "share", Modelled: true,
	Doc: "Agreement with the engine's first move, each decision weighted by the complexity of its position.",
	Measure: func(e *Evidence, in Inputs) Finding {
		used, modelled, warnings := e.only(hasComplexity).comparable()
		games := used.sums(func(d *Decision) metrics.Tally {
			w, _ := d.complexity()
			t := d.Facts.Match
			return metrics.Tally{N: t.N, Actual: w * t.Actual, Expected: w * t.Expected, Var: w * w * t.Var}
		})
		weights := used.sums(func(d *Decision) metrics.Tally {
			w, _ := d.complexity()
			return metrics.Tally{N: 1, Actual: w}
		})
		t, weight := total(games), total(weights).Actual
		f := compare(used, t, modelled, warnings)
		f.Value = maybe(t.Actual/weight, weight > 0)
		f.Expected = maybe(t.Expected/weight, weight > 0 && modelled)
		if interval, ok := in.Bootstrap.Percentile(len(games), func(sample []int) (float64, bool) {
			hits, weight := 0.0, 0.0
			for _, i := range sample {
				hits, weight = hits+games[i].Actual, weight+weights[i].Actual
			}
			return hits / weight, weight > 0
		}); ok {
			f.Interval, f.Kind = interval, BootstrapInterval
		} else {
			f.warn(rows.WarnFewGames)
		}
		return f
	},
}

// agreementAt is the match rate in one third of the positions by complexity (0: the easiest), the thirds being those
// of all decisions of the run.
func agreementAt(third int) Signal {
	names := [...]string{"low", "middle", "high"}
	measure := rate(func(d *Decision) metrics.Tally { return d.Facts.Match })
	return Signal{
		Name: "match_" + names[third] + "_complexity", Unit: "share", Modelled: true,
		Doc: fmt.Sprintf("Share of matches in the third of the positions with %s complexity.", names[third]),
		Measure: func(e *Evidence, in Inputs) Finding {
			return measure(e.only(func(d *Decision) bool {
				v, ok := d.complexity()
				return ok && in.third(v) == third
			}), in)
		},
	}
}

func (in Inputs) third(v float64) int {
	switch {
	case v < in.Terciles[0]:
		return 0
	case v < in.Terciles[1]:
		return 1
	}
	return 2
}

// criticalAgreement is the match rate at critical moments.
var criticalAgreement = Signal{
	Name: "critical_match", Unit: "share", Modelled: true,
	Doc: "Share of matches in positions where a player rated 2000 is expected to lose at least 0.15 scaled pawns.",
	Measure: func(e *Evidence, in Inputs) Finding {
		measure := rate(func(d *Decision) metrics.Tally { return d.Facts.Match })
		return measure(e.only((*Decision).Critical), in)
	},
}
