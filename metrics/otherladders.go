package metrics

// Cut-offs of further public systems, for comparing ladders. Their special classes (sacrifices, forced moves,
// book by piece placement) are not here.

// WintrchessCutoffs are the expected points lost (WintrchessCurve) from which a move is excellent, okay, inaccuracy,
// mistake and blunder.
func WintrchessCutoffs() []float64 { return []float64{0.01, 0.045, 0.08, 0.12, 0.22} }

// FreechessCutoffs are the largest centipawn losses that freechess calls best, excellent, good, inaccuracy and
// mistake when the evaluation before the move was cp: quadratic in its size.
func FreechessCutoffs(cp int) [5]float64 {
	x := float64(max(cp, -cp))
	var cut [5]float64
	for i, c := range [5][3]float64{
		{0.0001, 0.0236, -3.7143},
		{0.0002, 0.1231, 27.5455},
		{0.0002, 0.2643, 60.5455},
		{0.0002, 0.3624, 108.0909},
		{0.0003, 0.4027, 225.8182},
	} {
		cut[i] = max(0, (c[0]*x+c[1])*x+c[2])
	}
	return cut
}

// EnCroissantGlyph is the annotation that en-croissant gives to a loss of win chance (Lichess's curve, strict limits).
func EnCroissantGlyph(loss float64) string {
	switch {
	case loss > 0.20:
		return "??"
	case loss > 0.10:
		return "?"
	case loss > 0.05:
		return "?!"
	}
	return ""
}
