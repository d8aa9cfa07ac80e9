package signals

import "plyquet/metrics"

// zeroLossStreak is the longest run of moves as good as the engine's best inside one game. Its probability is that of
// a run this long or longer anywhere in the player's games under the model: long runs come by chance.
var zeroLossStreak = Signal{
	Name: "zero_loss_streak", Unit: "moves", Modelled: true,
	Doc: "Longest run of consecutive decisions of one game without any loss, with the chance of such a run under the model.",
	Measure: func(e *Evidence, in Inputs) Finding {
		used, modelled, warnings := e.comparable()
		f := Finding{N: used.count(), Games: len(used.Games)}
		f.warn(warnings...)
		longest := 0
		var chances [][]float64
		for _, g := range used.Games {
			hits, p := make([]bool, len(g.Decisions)), make([]float64, len(g.Decisions))
			for i, d := range g.Decisions {
				equal := d.Facts.Equal
				hits[i], p[i] = equal.Actual > 0, min(1, equal.Expected)
			}
			longest = max(longest, metrics.LongestRun(hits))
			chances = append(chances, p)
		}
		f.Value = maybe(float64(longest), f.N > 0)
		if modelled {
			f.Expected = metrics.Known(metrics.ExpectedLongestRun(chances))
			f.P = metrics.Known(metrics.RunChance(chances, longest))
		}
		return f
	},
}
