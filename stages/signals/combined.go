package signals

import "plyquet/metrics"

// combined is the largest of three adjusted z, corrected for having looked at three: the likelihood ratio is best for
// diluted copying, the scaled loss for help that avoids the engine's first move, agreement at critical moments for help
// that is taken only there. A suspect's way is not known beforehand.
//
// The mean of the first two was tried and rejected. Area under the curve of llr / asd / mean / combined on real games of
// players rated 2080 to 2420 with substituted moves, 240 decisions, Stockfish 15.1 at depth 7 with 16 lines: .982 / .889 /
// .967 / .980 for 20 % of the engine's first moves, .931 / .938 / .947 / .940 for 30 % within 15 centipawns, and .673 / .778 /
// .730 / .816 for the tenth of the decisions that is most critical. No signal beats every other everywhere; this one is
// never far from the best specialist.
var combined = Signal{
	Name: "combined", Unit: "z", Standard: true, Modelled: true,
	Doc: "Largest of the adjusted z of llr, asd and critical_match, corrected for three looks (Sidak).",
	Measure: func(e *Evidence, in Inputs) Finding {
		parts := Inputs{Baseline: in.Baseline, Terciles: in.Terciles} // no intervals
		first := llr.Measure(e, parts)
		f := Finding{N: first.N, Games: first.Games}
		f.warn(first.Warnings...)
		if !first.Z.OK {
			return f
		}
		z := []float64{in.Baseline.adjust(llr, first)}
		for _, s := range []Signal{scaledLoss, criticalAgreement} {
			if part := s.Measure(e, parts); part.Z.OK && part.N >= minPart {
				z = append(z, in.Baseline.adjust(s, part))
			}
		}
		best := metrics.BestZ(z)
		f.Value, f.Z, f.Expected = metrics.Known(best), metrics.Known(best), metrics.Known(0)
		return f
	},
}

// minPart is the least number of decisions of a part: the z of a few critical moments is no normal variable.
const minPart = 10

func (b Baseline) adjust(s Signal, f Finding) float64 {
	c, _ := b.calibration(s)
	return c.Adjust(f.Z.V)
}
