package reports

import (
	"fmt"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

var gameCurveFigure = Figure{"win-chance", "Win chance of one game", drawGameCurve, func(d *Data) string {
	return fmt.Sprintf("White's win chance over the %d plies of %s, with %d marked moves.", len(d.Game.Win)-1, d.Game.Label, len(d.Game.Marked))
}}

func drawGameCurve(d *Data) (*Image, error) {
	if d.Game == nil || len(d.Game.Win) < 2 {
		return nil, ErrNoData
	}
	p := style(d.Game.Label, "ply", "White's win chance, %")
	curve := make(plotter.XYs, len(d.Game.Win))
	for i, w := range d.Game.Win {
		curve[i] = plotter.XY{X: float64(i), Y: w}
	}
	line, err := plotter.NewLine(curve)
	if err != nil {
		return nil, err
	}
	line.Color, line.Width = ink, vg.Points(1.4)
	half, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 50}, {X: float64(len(curve) - 1), Y: 50}})
	if err != nil {
		return nil, err
	}
	half.Color, half.Dashes = fadedInk, dashes[2]
	p.Add(half, line)
	byClass := map[string]plotter.XYs{}
	var order []string
	for _, m := range d.Game.Marked {
		if _, seen := byClass[m.Class]; !seen {
			order = append(order, m.Class)
		}
		at := plotter.XY{X: float64(m.Ply), Y: d.Game.Win[m.Ply]}
		byClass[m.Class] = append(byClass[m.Class], at)
		if err := note(p, at.X+1, at.Y, m.Label, text.XLeft, text.YBottom); err != nil {
			return nil, err
		}
	}
	for i, class := range order {
		sc, err := plotter.NewScatter(byClass[class])
		if err != nil {
			return nil, err
		}
		sc.Color, sc.Shape, sc.Radius = fillOf(class, i), glyphs[i%len(glyphs)], vg.Points(3.6)
		p.Add(sc)
		p.Legend.Add(class, sc)
	}
	p.Y.Min, p.Y.Max = 0, 100
	return inches(p, 7.2, 3.8), nil
}
