package signals

import (
	"plyquet/metrics"
	"plyquet/stages/rows"
)

// minPairs is the least number of decisions for a correlation with time.
const minPairs = 30

func hasTime(d *Decision) bool {
	_, ok := d.think()
	return ok
}

// timeVariation is how evenly the player thinks. Flat timing alone is common among weak players.
var timeVariation = Signal{
	Name: "time_variation", Unit: "ratio",
	Doc: "Standard deviation of the thinking times over their mean.",
	Measure: func(e *Evidence, in Inputs) Finding {
		used := e.only(hasTime)
		games := make([][]float64, len(used.Games))
		var all []float64
		for i, g := range used.Games {
			for _, d := range g.Decisions {
				s, _ := d.think()
				games[i] = append(games[i], s)
			}
			all = append(all, games[i]...)
		}
		f := Finding{N: len(all), Games: len(games), Value: maybe(metrics.Variation(all))}
		f.warn(rows.WarnNotScored)
		f.resampleValues(in.Bootstrap, len(games), func(sample []int) (float64, bool) {
			var drawn []float64
			for _, i := range sample {
				drawn = append(drawn, games[i]...)
			}
			return metrics.Variation(drawn)
		})
		return f
	},
}

// timeAgainstComplexity: people think longer in harder positions, a relay of moves does not. Elsewhere the correlation
// with a simple measure of difficulty was 0.00 +- 0.11 in every rating band, so it is shown and not scored.
var timeAgainstComplexity = Signal{
	Name: "time_complexity", Unit: "correlation",
	Doc: "Rank correlation of thinking time and complexity.",
	Measure: func(e *Evidence, in Inputs) Finding {
		return timeCorrelation(e.only(hasComplexity), in, func(d *Decision) float64 { v, _ := d.complexity(); return v })
	},
}

// timeAgainstDifficulty is the same with the expected loss of a reference player.
var timeAgainstDifficulty = Signal{
	Name: "time_difficulty", Unit: "correlation",
	Doc: "Rank correlation of thinking time and the difficulty of the position for a player rated 2000.",
	Measure: func(e *Evidence, in Inputs) Finding {
		return timeCorrelation(e.only(func(d *Decision) bool { return d.HasSpread }), in,
			func(d *Decision) float64 { return d.Difficulty })
	},
}

func timeCorrelation(e *Evidence, in Inputs, against func(*Decision) float64) Finding {
	used := e.only(hasTime)
	x, y := make([][]float64, len(used.Games)), make([][]float64, len(used.Games))
	for i, g := range used.Games {
		for _, d := range g.Decisions {
			s, _ := d.think()
			x[i], y[i] = append(x[i], s), append(y[i], against(d))
		}
	}
	f := Finding{N: used.count(), Games: len(used.Games)}
	f.warn(rows.WarnNotScored)
	if f.N < minPairs {
		f.warn(rows.WarnFewDecisions)
		return f
	}
	r := metrics.NewRankCorrelation(x, y)
	f.Value = maybe(r.Whole())
	f.resampleValues(in.Bootstrap, len(used.Games), r.Of)
	return f
}

// resampleValues is resample for statistics that are not made of sums.
func (f *Finding) resampleValues(b metrics.Bootstrap, games int, stat func(sample []int) (float64, bool)) {
	if interval, ok := b.Percentile(games, stat); ok {
		f.Interval, f.Kind = interval, BootstrapInterval
		return
	}
	f.warn(rows.WarnFewGames)
}
