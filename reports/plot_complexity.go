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
	return fmt.Sprintf("Scatter of the scaled loss of the played move against the complexity of the position, %d positions, with means of fifths%s.", len(lossPoints(d)), correlationClause(d))
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
	means := fifths(xy)
	inside, beyond := frame(xy)
	if err := p.dots(0, "a decision", inside); err != nil {
		return nil, err
	}
	line, pts, err := plotter.NewLinePoints(means)
	if err != nil {
		return nil, err
	}
	line.Color, line.Width = tone(1), vg.Points(1.6)
	pts.Color, pts.Shape, pts.Radius = tone(1), glyphs[1], vg.Points(3.4)
	p.Add(line, pts)
	p.explain("mean of a fifth of the decisions", line, pts)
	if len(d.Correlations) > 0 {
		p.explain(d.Correlations[0].String())
	}
	if beyond > 0 {
		p.explain(fmt.Sprintf("%d with a larger loss are not drawn; means count them", beyond))
	}
	p.Y.Min = 0
	return inches(p, 6.0, 4.4), nil
}

// frame leaves out the few decisions far above the others: a lost queen would press all the rest to the axis.
func frame(xy plotter.XYs) (inside plotter.XYs, beyond int) {
	losses := make([]float64, len(xy))
	for i, q := range xy {
		losses[i] = q.Y
	}
	top := math.Max(1, 1.2*quantile(losses, 0.98))
	for _, q := range xy {
		if q.Y <= top {
			inside = append(inside, q)
		}
	}
	return inside, len(xy) - len(inside)
}

func correlationClause(d *Data) string {
	if len(d.Correlations) == 0 {
		return ""
	}
	return "; " + d.Correlations[0].String()
}

// String is "rank correlation 0.21 (95 % 0.02 to 0.38, 48 games)".
func (c Correlation) String() string {
	if !c.Bounded {
		return fmt.Sprintf("rank correlation %.2f (no interval: %d games)", c.Rho, c.Games)
	}
	return fmt.Sprintf("rank correlation %.2f (95 %% %.2f to %.2f, %s games resampled)", c.Rho, c.Low, c.High, groupDigits(int64(c.Games)))
}

var complexityByRatingFigure = Figure{"complexity-by-rating", "Complexity by rating of the mover", drawComplexityByRating, func(d *Data) string {
	return fmt.Sprintf("Median complexity with quartiles in bands of 200 Elo of the mover, %d positions, %d of a rated mover.", len(d.Complexity), len(ratedComplexity(d)))
}}

func ratedComplexity(d *Data) plotter.XYs {
	var xy plotter.XYs
	for _, c := range d.Complexity {
		if c.Elo > 0 && !math.IsNaN(c.Kappa) {
			xy = append(xy, plotter.XY{X: c.Elo, Y: c.Kappa})
		}
	}
	return xy
}

func drawComplexityByRating(d *Data) (*Image, error) {
	xy := ratedComplexity(d)
	if len(xy) < minBand {
		return nil, ErrNoData
	}
	p := style("Complexity by rating of the mover", "rating, Elo", "complexity")
	if err := p.dots(0, "a position", xy); err != nil {
		return nil, err
	}
	if err := addBands(p, 1, 0, "median and quartiles of 200 Elo", xy); err != nil {
		return nil, err
	}
	p.Y.Min = 0
	return inches(p, 6.0, 4.0), nil
}
