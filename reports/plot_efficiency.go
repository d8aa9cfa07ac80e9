package reports

import (
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var efficiencyFigure = BenchFigure{"efficiency", "Efficiency: speedup divided by workers", drawEfficiency}

func drawEfficiency(b *Bench) (*Image, error) {
	p := style("Efficiency: speedup divided by workers", "workers", "efficiency")
	top, err := drawRatios(p, b, func(s benchSeries, r BenchRun) float64 { return s.base / r.Seconds / float64(r.Workers) })
	if err != nil {
		return nil, err
	}
	one, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 1}, {X: math.Min(top, float64(b.Cores)), Y: 1}})
	if err != nil {
		return nil, err
	}
	one.Color, one.Dashes, one.Width = fadedInk, dashes[1], vg.Points(1.2)
	p.Add(one)
	p.explain("ideal", one)
	p.X.Min, p.Y.Min, p.Y.Max = 0.8, 0, math.Max(p.Y.Max, 1.1)
	return inches(p, 6.5, 4.2), nil
}
