package reports

import (
	"fmt"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// maxDots is how many points a scatter draws. 22,000 of them make an SVG of 3 MB, in which nobody sees more than in a
// tenth of it; medians, fits and sample sizes are of all points.
const maxDots = 1500

// thin takes at most maxDots points, evenly from the given order, so that the same points are drawn each time.
func thin(points plotter.XYs) plotter.XYs {
	n := len(points)
	if n <= maxDots {
		return points
	}
	drawn := make(plotter.XYs, maxDots)
	for i := range drawn {
		drawn[i] = points[i*n/maxDots]
	}
	return drawn
}

// inkOf is the opacity and radius of one of n dots: a hundred have to be seen each, a thousand show where they are dense.
func inkOf(n int) (alpha uint8, radius float64) {
	switch {
	case n <= 100:
		return 150, 2.2
	case n <= 400:
		return 100, 1.9
	}
	return 60, 1.5
}

// dots adds a scatter in the colour of series i, with a legend entry that says how many points there are.
func (c *chart) dots(i int, what string, points plotter.XYs) error {
	drawn := thin(points)
	alpha, radius := inkOf(len(drawn))
	sc, err := plotter.NewScatter(drawn)
	if err != nil {
		return err
	}
	sc.Color, sc.Shape, sc.Radius = faded(tone(i), alpha), glyphs[0], vg.Points(radius)
	c.Add(sc)
	label := fmt.Sprintf("%s (n = %s)", what, groupDigits(int64(len(points))))
	if len(drawn) < len(points) {
		label = fmt.Sprintf("%s (n = %s, %s drawn)", what, groupDigits(int64(len(points))), groupDigits(int64(len(drawn))))
	}
	c.explain(label, sc)
	return nil
}
