package signals

import (
	"plyquet/metrics"
	"plyquet/stages/rows"
)

// rate is a signal of the kind "share of decisions in which ..." with a Wilson interval.
func rate(of func(d *Decision) metrics.Tally) func(*Evidence, Inputs) Finding {
	return func(e *Evidence, in Inputs) Finding {
		used, modelled, warnings := e.comparable()
		t := total(used.sums(of))
		f := compare(used, t, modelled, warnings)
		if interval, ok := metrics.Wilson(int(t.Actual+0.5), t.N, metrics.Z95); ok {
			f.Interval, f.Kind = interval, WilsonInterval
		}
		return f
	}
}

// mean is a signal of the kind "mean of a loss", with z turned round and an interval by game.
func mean(of func(d *Decision) metrics.Tally) func(*Evidence, Inputs) Finding {
	return func(e *Evidence, in Inputs) Finding {
		used, modelled, warnings := e.comparable()
		games := used.sums(of)
		f := compare(used, total(games), modelled, warnings)
		if modelled {
			f.Z = maybe(metrics.ZLoss(total(games)))
		}
		f.resample(in.Bootstrap, games, metrics.Tally.Mean)
		return f
	}
}

// compare fills in value, expectation and raw z of a tally.
func compare(used *Evidence, t metrics.Tally, modelled bool, warnings []string) Finding {
	f := Finding{N: t.N, Games: len(used.Games), Value: maybe(t.Mean())}
	f.warn(warnings...)
	if modelled {
		f.Expected = maybe(t.Projected())
		f.Z = maybe(t.Z())
	}
	return f
}

// resample adds a bootstrap interval, or says why there is none.
func (f *Finding) resample(b metrics.Bootstrap, games []metrics.Tally, stat func(metrics.Tally) (float64, bool)) {
	if interval, ok := bootstrapMean(b, games, stat); ok {
		f.Interval, f.Kind = interval, BootstrapInterval
		return
	}
	f.warn(rows.WarnFewGames)
}
