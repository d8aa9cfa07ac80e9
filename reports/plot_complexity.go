package reports

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var complexityByPhaseFigure = Figure{"complexity-by-phase", "Complexity by phase of the game", drawComplexityByPhase, func(d *Data) string {
	return fmt.Sprintf("Box plots of the complexity of %d positions in opening, middlegame and endgame.", len(d.Complexity))
}}

var complexityLossFigure = Figure{"complexity-against-loss", "Complexity against the human's loss", drawComplexityLoss, func(d *Data) string {
	return fmt.Sprintf("Scatter of the scaled loss of the played move against the complexity of the position, %d positions, with medians of fifths.", len(lossPoints(d)))
}}

var phases = []string{"opening", "middlegame", "endgame"}

func drawComplexityByPhase(d *Data) (*Image, error) {
	if len(d.Complexity) == 0 {
		return nil, ErrNoData
	}
	p := style("Complexity by phase of the game", "", "complexity")
	names := make([]string, len(phases))
	for i, phase := range phases {
		var v plotter.Values
		for _, c := range d.Complexity {
			if c.Phase == phase && !math.IsNaN(c.Kappa) {
				v = append(v, c.Kappa)
			}
		}
		names[i] = fmt.Sprintf("%s (n = %d)", phase, len(v))
		if len(v) < 2 {
			continue
		}
		box, err := plotter.NewBoxPlot(vg.Points(46), float64(i), v)
		if err != nil {
			return nil, err
		}
		box.FillColor, box.BoxStyle.Color = faded(tone(i), 110), ink
		p.Add(box)
	}
	p.X.Tick.Marker = namedTicks(names)
	p.X.Min, p.X.Max, p.Y.Min = -0.6, float64(len(phases))-0.4, 0
	return inches(p, 5.6, 4.0), nil
}

func lossPoints(d *Data) plotter.XYs {
	var xy plotter.XYs
	for _, c := range d.Complexity {
		if !math.IsNaN(c.Kappa) && !math.IsNaN(c.Loss) {
			xy = append(xy, plotter.XY{X: c.Kappa, Y: c.Loss})
		}
	}
	return xy
}

// drawComplexityLoss draws every decision and the mean loss of fifths by complexity: a rank correlation in pictures.
func drawComplexityLoss(d *Data) (*Image, error) {
	xy := lossPoints(d)
	if len(xy) < 5 {
		return nil, ErrNoData
	}
	p := style("Complexity against the human's loss", "complexity", "scaled loss of the played move")
	sc, err := plotter.NewScatter(xy)
	if err != nil {
		return nil, err
	}
	sc.Color, sc.Shape, sc.Radius = faded(tone(0), 110), glyphs[0], vg.Points(2)
	p.Add(sc)
	p.Legend.Add(fmt.Sprintf("a decision (n = %d)", len(xy)), sc)
	line, pts, err := plotter.NewLinePoints(fifths(xy))
	if err != nil {
		return nil, err
	}
	line.Color, line.Width = tone(1), vg.Points(1.6)
	pts.Color, pts.Shape, pts.Radius = tone(1), glyphs[1], vg.Points(3.4)
	p.Add(line, pts)
	p.Legend.Add("mean of a fifth of the decisions", line, pts)
	p.Y.Min = 0
	return inches(p, 6.0, 4.4), nil
}
