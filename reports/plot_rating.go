package reports

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
)

var accuracyByRatingFigure = Figure{"accuracy-by-rating", "Accuracy by rating",
	func(d *Data) (*Image, error) {
		return drawByRating(d, "Accuracy by rating", "accuracy, %", func(g RatedGame) float64 { return g.Accuracy })
	},
	func(d *Data) string {
		return describeBands(d, "accuracy")
	}}

var acplByRatingFigure = Figure{"acpl-by-rating", "Average centipawn loss by rating",
	func(d *Data) (*Image, error) {
		return drawByRating(d, "Average centipawn loss by rating", "ACPL, centipawns a move", func(g RatedGame) float64 { return g.ACPL })
	},
	func(d *Data) string {
		return describeBands(d, "centipawn loss")
	}}

const ratingBand = 200 // Elo

// describeBands counts the sides of games once, not once a profile.
func describeBands(d *Data, what string) string {
	shown := dottedProfile(profilesOf(d.Accuracy))
	var ratings, values []float64
	for _, g := range d.Accuracy {
		if g.Profile == shown {
			ratings, values = append(ratings, g.Rating), append(values, 0)
		}
	}
	n := groupDigits(int64(len(ratings)))
	if !slices.ContainsFunc(Bands(ratings, values), func(b Band) bool { return b.N >= minBand }) {
		return fmt.Sprintf("The %s of %s rated sides of games, each a dot: no band of %d Elo holds the %d that a median takes.", what, n, ratingBand, minBand)
	}
	return fmt.Sprintf("Median %s of %s rated sides of games in bands of %d Elo that hold at least %d, with quartiles, a line a profile.", what, n, ratingBand, minBand)
}

// minBand is the least number of values that a band's median is drawn for: quartiles of two values say nothing.
const minBand = 5

// drawByRating draws, for each profile, the median of every band of 200 Elo with its quartiles, and the sides of games
// of one profile as dots: those of all would hide each other.
func drawByRating(d *Data, title, unit string, value func(RatedGame) float64) (*Image, error) {
	p := style(title, "rating, Elo", unit)
	profiles := profilesOf(d.Accuracy)
	points := make(map[string]plotter.XYs, len(profiles))
	for _, g := range d.Accuracy {
		if v := value(g); !math.IsNaN(v) && g.Rating > 0 {
			points[g.Profile] = append(points[g.Profile], plotter.XY{X: g.Rating, Y: v})
		}
	}
	shown := dottedProfile(profiles)
	if len(points[shown]) == 0 {
		return nil, ErrNoData
	}
	if err := p.dots(slices.Index(profiles, shown), "a side of a game, "+shown, points[shown]); err != nil {
		return nil, err
	}
	for i, profile := range profiles {
		// Series are set apart by a few Elo so that their bars do not hide each other.
		if err := addBands(p, i, float64(i-1)*18, fmt.Sprintf("%s, median and quartiles", profile), points[profile]); err != nil {
			return nil, err
		}
	}
	p.Y.Min = math.Max(0, p.Y.Min)
	return inches(p, 6.5, 4.2), nil
}

func profilesOf(games []RatedGame) []string {
	var names []string
	for _, g := range games {
		if !slices.Contains(names, g.Profile) {
			names = append(names, g.Profile)
		}
	}
	slices.Sort(names)
	return names
}

// dottedProfile is lichess, the best known one, where a run has it.
func dottedProfile(profiles []string) string {
	if len(profiles) == 0 || slices.Contains(profiles, "lichess") {
		return "lichess"
	}
	return profiles[0]
}

// A Band is the values of one band of ratings.
type Band struct {
	From                  int // Elo; the band ends 200 above it
	N                     int
	Median, Lower, Higher float64 // with the quartiles
}

// Bands sorts points by rating into bands of 200 Elo. It is what the figures draw and what figures.json says.
func Bands(ratings, values []float64) []Band {
	byBand := map[int][]float64{}
	for i, r := range ratings {
		if r > 0 && !math.IsNaN(values[i]) {
			b := int(r) / ratingBand * ratingBand
			byBand[b] = append(byBand[b], values[i])
		}
	}
	bands := make([]Band, 0, len(byBand))
	for from, v := range byBand {
		bands = append(bands, Band{from, len(v), median(v), quantile(v, 0.25), quantile(v, 0.75)})
	}
	slices.SortFunc(bands, func(a, b Band) int { return a.From - b.From })
	return bands
}

// addBands draws the medians of bands that hold enough values, with bars from quartile to quartile.
func addBands(p *chart, i int, shift float64, label string, points plotter.XYs) error {
	ratings, values := make([]float64, len(points)), make([]float64, len(points))
	for k, q := range points {
		ratings[k], values[k] = q.X, q.Y
	}
	var mids plotter.XYs
	var spread plotter.YErrors
	for _, b := range Bands(ratings, values) {
		if b.N < minBand {
			continue
		}
		mids = append(mids, plotter.XY{X: float64(b.From+ratingBand/2) + shift, Y: b.Median})
		spread = append(spread, struct{ Low, High float64 }{b.Median - b.Lower, b.Higher - b.Median})
	}
	if len(mids) == 0 {
		return nil
	}
	return addMedians(p, i, label, nil, mids, spread)
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
