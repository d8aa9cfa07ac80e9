package signals

import "plyquet/metrics"

// combined joins the likelihood ratio, which is best for diluted copying, with the scaled loss, which is best for
// help that avoids the engine's first move or comes at critical moments. Both are adjusted first.
var combined = Signal{
	Name: "combined", Unit: "z", Standard: true, Modelled: true,
	Doc: "Mean of the adjusted z of llr and asd, scaled by their correlation among honest players.",
	Measure: func(e *Evidence, in Inputs) Finding {
		ratio, loss := llr.Measure(e, Inputs{Baseline: in.Baseline}), scaledLoss.Measure(e, Inputs{Baseline: in.Baseline})
		f := Finding{N: ratio.N, Games: ratio.Games}
		f.warn(ratio.Warnings...)
		if !ratio.Z.OK || !loss.Z.OK {
			return f
		}
		forRatio, _ := in.Baseline.calibration(llr)
		forLoss, _ := in.Baseline.calibration(scaledLoss)
		z := metrics.CombineZ(forRatio.Adjust(ratio.Z.V), forLoss.Adjust(loss.Z.V), in.Baseline.correlation())
		f.Value, f.Z, f.Expected = Maybe{z, true}, Maybe{z, true}, Maybe{0, true}
		return f
	},
}

func (b Baseline) correlation() float64 {
	if b.Correlation == 0 {
		return metrics.MatchLossCorrelation
	}
	return b.Correlation
}
