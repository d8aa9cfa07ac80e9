package signals

import "plyquet/metrics"

// llr is the sum of the per-move suspicions: how much better "some moves came from an engine" explains the choices
// than the model of the player's rating does. Honest players have negative sums.
var llr = Signal{
	Name: "llr", Unit: "nats", Modelled: true,
	Doc: "Log-likelihood ratio of help against the model of the rating, summed over decisions; z compares it with honest play in the same positions.",
	Measure: func(e *Evidence, in Inputs) Finding {
		used, modelled, warnings := e.comparable()
		if !modelled {
			f := Finding{N: e.count(), Games: len(e.Games)}
			f.warn(warnings...)
			return f
		}
		games := used.sums(func(d *Decision) metrics.Tally { return d.Facts.LLR })
		t := total(games)
		f := compare(used, t, modelled, warnings)
		f.Value, f.Expected = maybe(t.Actual, t.N > 0), maybe(t.Expected, t.N > 0)
		f.resample(in.Bootstrap, games, func(t metrics.Tally) (float64, bool) { return t.Actual, true })
		return f
	},
}
