package signals

import (
	"fmt"

	"plyquet/metrics"
	"plyquet/stages/rows"
)

// topCount is T1, T2 or T3 under the nested rule of metrics.TopRule: the figures that people quote, with no
// expectation of their own. The z of match and match_top3 is the honest form of them.
func topCount(k int) Signal {
	return Signal{
		Name: fmt.Sprintf("t%d", k), Unit: "share",
		Doc: fmt.Sprintf("Share of moves among the engine's first %d, where the choice was not forced (PGN-Spy's nested rule).", k),
		Measure: func(e *Evidence, _ Inputs) Finding {
			var t metrics.TopCount
			games, lines := 0, 0
			for _, g := range e.Games {
				before := t.Of[k-1]
				for _, d := range g.Decisions {
					t = t.Plus(d.Top)
					lines = max(lines, d.Situation.Lines)
				}
				if t.Of[k-1] > before {
					games++
				}
			}
			n := t.Of[k-1]
			f := Finding{N: n, Games: games}
			f.warn(rows.WarnNotScored)
			if lines <= k {
				f.warn(rows.WarnTooFewLines)
			}
			if interval, ok := metrics.Wilson(t.Hits[k-1], n, metrics.Z95); ok {
				f.Interval, f.Kind = interval, WilsonInterval
				f.Value = metrics.Known(float64(t.Hits[k-1]) / float64(n))
			}
			return f
		},
	}
}
