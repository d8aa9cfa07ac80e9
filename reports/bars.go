package reports

import (
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var (
	paper   = color.NRGBA{246, 246, 240, 255}
	midGrey = color.NRGBA{150, 170, 190, 255}
)

// bar is one layer of a stacked horizontal bar chart.
type bar struct {
	label  string
	values plotter.Values
	fill   color.Color
}

// stack adds horizontal bars, each layer to the right of the one before it.
func stack(p *chart, width vg.Length, layers []bar) error {
	var below *plotter.BarChart
	for _, l := range layers {
		b, err := plotter.NewBarChart(l.values, width)
		if err != nil {
			return err
		}
		b.Horizontal, b.Color = true, l.fill
		b.LineStyle.Color, b.LineStyle.Width = ink, vg.Points(0.5)
		if below != nil {
			b.StackOn(below)
		}
		below = b
		p.Add(b)
		p.explain(l.label, b)
	}
	return nil
}
