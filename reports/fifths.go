package reports

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/plotter"
)

// fifths sorts the points by x and returns the mean x and mean y of each fifth of them.
func fifths(points plotter.XYs) plotter.XYs {
	s := slices.Clone(points)
	slices.SortFunc(s, func(a, b plotter.XY) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	var out plotter.XYs
	for i := range 5 {
		lo, hi := i*len(s)/5, (i+1)*len(s)/5
		if lo == hi {
			continue
		}
		var m plotter.XY
		for _, q := range s[lo:hi] {
			m.X += q.X / float64(hi-lo)
			m.Y += q.Y / float64(hi-lo)
		}
		out = append(out, m)
	}
	return out
}
