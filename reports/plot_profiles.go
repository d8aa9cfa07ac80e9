package reports

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/plotter"
)

var profilesFigure = Figure{"profile-against-profile", "The same games in two profiles", drawProfiles, func(d *Data) string {
	return fmt.Sprintf("Scatter of game accuracy by %s against %s for %d sides of games, with the line of equality.",
		d.Pairs.YName, d.Pairs.XName, len(d.Pairs.X))
}}

func drawProfiles(d *Data) (*Image, error) {
	if d.Pairs == nil || len(d.Pairs.X) == 0 {
		return nil, ErrNoData
	}
	p := style("The same games in two profiles", "accuracy by "+d.Pairs.XName+", %", "accuracy by "+d.Pairs.YName+", %")
	points := make(plotter.XYs, len(d.Pairs.X))
	for i := range points {
		points[i] = plotter.XY{X: d.Pairs.X[i], Y: d.Pairs.Y[i]}
	}
	low := min(slices.Min(d.Pairs.X), slices.Min(d.Pairs.Y))
	line, err := plotter.NewLine(plotter.XYs{{X: low, Y: low}, {X: 100, Y: 100}})
	if err != nil {
		return nil, err
	}
	line.Color, line.Dashes = fadedInk, dashes[1]
	p.Add(line)
	if err := p.dots(0, "a side of a game", points); err != nil {
		return nil, err
	}
	p.explain("equal", line)
	return inches(p, 5.2, 5.0), nil
}
