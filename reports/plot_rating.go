package reports

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var accuracyByRatingFigure = Figure{"accuracy-by-rating", "Accuracy by rating",
	func(d *Data) (*Image, error) {
		return drawByRating(d, "Accuracy by rating", "accuracy, %", func(g RatedGame) float64 { return g.Accuracy })
	},
	func(d *Data) string {
		return fmt.Sprintf("Median accuracy of %d sides of games in bands of 200 Elo, with quartiles, a line a profile.", len(d.Accuracy))
	}}

var acplByRatingFigure = Figure{"acpl-by-rating", "Average centipawn loss by rating",
	func(d *Data) (*Image, error) {
		return drawByRating(d, "Average centipawn loss by rating", "ACPL, centipawns a move", func(g RatedGame) float64 { return g.ACPL })
	},
	func(d *Data) string {
		return fmt.Sprintf("Median centipawn loss of %d sides of games in bands of 200 Elo, with quartiles, a line a profile.", len(d.Accuracy))
	}}

const ratingBand = 200 // Elo

// drawByRating draws every side of a game as a dot and, for bands of 200 Elo, the median with its quartiles.
func drawByRating(d *Data, title, unit string, value func(RatedGame) float64) (*Image, error) {
	p := style(title, "rating, Elo", unit)
	drawn := 0
	for _, profile := range profilesOf(d.Accuracy) {
		bands := map[int][]float64{}
		var dots plotter.XYs
		for _, g := range d.Accuracy {
			if v := value(g); g.Profile == profile && !math.IsNaN(v) && g.Rating > 0 {
				dots = append(dots, plotter.XY{X: g.Rating, Y: v})
				b := int(g.Rating) / ratingBand
				bands[b] = append(bands[b], v)
			}
		}
		if len(dots) == 0 {
			continue
		}
		if err := addBands(p, drawn, profile, dots, bands); err != nil {
			return nil, err
		}
		drawn++
	}
	if drawn == 0 {
		return nil, ErrNoData
	}
	p.Y.Min = math.Max(0, p.Y.Min)
	return inches(p, 6.5, 4.4), nil
}

func profilesOf(games []RatedGame) []string {
	var names []string
	for _, g := range games {
		if !slices.Contains(names, g.Profile) {
			names = append(names, g.Profile)
		}
	}
	return names
}

// addBands draws the dots faintly and the band medians with quartile bars; a band of fewer than three sides has no
// bar, because quartiles of two values say nothing.
func addBands(p *plot.Plot, i int, label string, dots plotter.XYs, bands map[int][]float64) error {
	sc, err := plotter.NewScatter(dots)
	if err != nil {
		return err
	}
	sc.Color, sc.Shape, sc.Radius = faded(tone(i), 45), glyphs[i%len(glyphs)], vg.Points(1.4)
	keys := make([]int, 0, len(bands))
	for b := range bands {
		keys = append(keys, b)
	}
	slices.Sort(keys)
	var mids plotter.XYs
	var spread plotter.YErrors
	for _, b := range keys {
		v := bands[b]
		m := median(v)
		// Series are set apart by a few Elo so that their bars do not hide each other.
		mids = append(mids, plotter.XY{X: float64(b*ratingBand) + ratingBand/2 + float64(i-1)*18, Y: m})
		e := struct{ Low, High float64 }{}
		if len(v) >= 3 {
			e.Low, e.High = m-quantile(v, 0.25), quantile(v, 0.75)-m
		}
		spread = append(spread, e)
	}
	p.Add(sc)
	return addMedians(p, i, fmt.Sprintf("%s, median and quartiles (n = %d)", label, len(dots)), nil, mids, spread)
}

// quantile of an unsorted sample by linear interpolation.
func quantile(v []float64, q float64) float64 {
	s := slices.Clone(v)
	slices.Sort(s)
	at := q * float64(len(s)-1)
	lo := int(at)
	if lo+1 == len(s) {
		return s[lo]
	}
	return s[lo] + (at-float64(lo))*(s[lo+1]-s[lo])
}
