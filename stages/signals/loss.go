package signals

import "plyquet/metrics"

// scaledLoss is Regan's average scaled difference.
var scaledLoss = Signal{
	Name: "asd", Unit: "scaled_pawns", Loss: true, Modelled: true,
	Doc:     "Mean scaled loss of the played moves (Regan's average scaled difference).",
	Measure: mean(func(d *Decision) metrics.Tally { return d.Facts.Scaled }),
}

// centipawnLoss is the mean loss everybody knows. A single game's says next to nothing: it explains some 6 % of the
// variance of ratings.
var centipawnLoss = Signal{
	Name: "acpl", Unit: "cp", Loss: true, Modelled: true,
	Doc:     "Mean centipawn loss, each loss at most 1000.",
	Measure: mean(func(d *Decision) metrics.Tally { return d.Facts.Cp }),
}

// phaseLoss is the mean scaled loss in one phase of the game.
func phaseLoss(phase string) Signal {
	measure := mean(func(d *Decision) metrics.Tally { return d.Facts.Scaled })
	return Signal{
		Name: "asd_" + phase, Unit: "scaled_pawns", Loss: true, Modelled: true,
		Doc: "Mean scaled loss in the " + phase + ".",
		Measure: func(e *Evidence, in Inputs) Finding {
			return measure(e.only(func(d *Decision) bool { return d.Situation.Phase == phase }), in)
		},
	}
}
