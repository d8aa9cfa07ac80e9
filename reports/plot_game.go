package reports

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var gameCurveFigure = Figure{"win-chance", "Win chance of one game", drawGameCurve, func(d *Data) string {
	return fmt.Sprintf("White's win chance over the %d plies of %s; marked are moves that changed it: %d.", len(d.Game.Win)-1, d.Game.Label, len(d.Game.Marked))
}}

// Printed size of the curve, inches.
const curveWidth, curveHeight = 7.2, 3.8

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
	if err := addMarks(p, d.Game); err != nil {
		return nil, err
	}
	if err := addMarkLabels(p, d.Game); err != nil {
		return nil, err
	}
	p.X.Tick.Marker = wholeTicks{}
	p.Y.Min, p.Y.Max = 0, 100
	return inches(p, curveWidth, curveHeight), nil
}

// addMarks draws a glyph for each marked move, one colour and shape a class.
func addMarks(p *chart, g *GameCurve) error {
	byClass := map[string]plotter.XYs{}
	for _, m := range g.Marked {
		byClass[m.Class] = append(byClass[m.Class], plotter.XY{X: float64(m.Ply), Y: g.Win[m.Ply]})
	}
	drawn := 0
	for _, class := range Ladder {
		if len(byClass[class]) == 0 {
			continue
		}
		sc, err := plotter.NewScatter(byClass[class])
		if err != nil {
			return err
		}
		sc.Color, sc.Shape, sc.Radius = fillOf(class, drawn), markGlyphs[drawn%len(markGlyphs)], vg.Points(3.8)
		p.Add(sc)
		p.explain(class, sc)
		drawn++
	}
	return nil
}

const maxMarkLabels = 14 // more of them are a thicket

// markGlyphs are filled, so that a mark stands out of the curve.
var markGlyphs = [...]draw.GlyphDrawer{draw.PyramidGlyph{}, draw.CircleGlyph{}, draw.BoxGlyph{}}

// addMarkLabels names the marked moves where there is room, the costliest first. A name that would cover another one
// is left out: the mark stays, and the move list has it.
func addMarkLabels(p *chart, g *GameCurve) error {
	style := text.Style{Font: sans(8.5), Handler: plot.DefaultTextHandler}
	room := newLabelRoom(g.Win, curveWidth, curveHeight)
	for _, m := range slices.SortedStableFunc(slices.Values(g.Marked), func(a, b MarkedMove) int { return cmp.Compare(b.Lost, a.Lost) }) {
		if len(room.taken) == maxMarkLabels {
			break
		}
		spot, ok := room.place(m.Ply, textWidth(style, m.Label))
		if !ok {
			continue
		}
		if err := note(p, spot.x, spot.y, m.Label, text.XLeft, text.YBottom); err != nil {
			return err
		}
	}
	return nil
}
