package signals

import (
	"plyquet/metrics"
	"plyquet/stages/rows"
)

// match is how often the engine's own first move was played.
var match = Signal{
	Name: "match", Unit: "share", Modelled: true,
	Doc:     "Share of decisions in which the engine's first move was played.",
	Measure: rate(func(d *Decision) metrics.Tally { return d.Facts.Match }),
}

// matchTop3 is how often one of the engine's first three moves was played. A search with two lines cannot say: an
// unlisted move would be the third.
var matchTop3 = Signal{
	Name: "match_top3", Unit: "share", Modelled: true,
	Doc: "Share of decisions in which one of the engine's first three moves was played.",
	Measure: func(e *Evidence, in Inputs) Finding {
		listed := e.only(func(d *Decision) bool { return d.ListsTop3 })
		f := rate(func(d *Decision) metrics.Tally { return d.Facts.Top3 })(listed, in)
		if f.N == 0 {
			f.warn(rows.WarnTooFewLines)
		}
		return f
	},
}

// equalBest does not depend on the arbitrary order of moves that score alike.
var equalBest = Signal{
	Name: "equal_best", Unit: "share", Modelled: true,
	Doc:     "Share of decisions in which a move scored as high as the engine's first was played.",
	Measure: rate(func(d *Decision) metrics.Tally { return d.Facts.Equal }),
}
