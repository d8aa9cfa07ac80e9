package reports

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

var bumpFigure = Figure{"complexity-bump", "Ranks of the moves by search depth", drawBump, func(d *Data) string {
	return fmt.Sprintf("The most complex position, %s: the ranks of the best %d of %d moves over depths %d to %d; crossing lines are complexity (%.3f).",
		d.Bump.Label, min(bumpMoves, len(d.Bump.Moves)), len(d.Bump.Moves), d.Bump.Depths[0], d.Bump.Depths[len(d.Bump.Depths)-1], d.Bump.Kappa)
}}

const bumpMoves = 10 // moves drawn: those that end best

// drawBump draws the rank of each move at each depth, rank 1 on top: lines that cross are what complexity counts.
func drawBump(d *Data) (*Image, error) {
	if d.Bump == nil || len(d.Bump.Depths) < 2 || len(d.Bump.Moves) == 0 {
		return nil, ErrNoData
	}
	b := d.Bump
	p := style(fmt.Sprintf("%s: complexity %.3f", b.Label, b.Kappa), "search depth", "rank of the move")
	last, deepest := b.Depths[len(b.Depths)-1], 1
	for m := 0; m < min(bumpMoves, len(b.Moves)); m++ {
		var xy plotter.XYs
		for i, depth := range b.Depths {
			if r := b.Rank[m][i]; r > 0 {
				xy = append(xy, plotter.XY{X: float64(depth), Y: -float64(r)})
				deepest = max(deepest, r)
			}
		}
		if err := addBumpLine(p, m, b.Moves[m], xy, float64(last)); err != nil {
			return nil, err
		}
	}
	p.Y.Tick.Marker = rankTicks(deepest)
	ticks := make([]float64, len(b.Depths))
	for i, depth := range b.Depths {
		ticks[i] = float64(depth)
	}
	p.X.Tick.Marker = fixedTicks(ticks...)
	p.X.Max = float64(last) + 0.9
	return inches(p, 6.5, 4.6), nil
}

func addBumpLine(p *chart, i int, move string, xy plotter.XYs, last float64) error {
	if len(xy) == 0 {
		return nil
	}
	line, pts, err := plotter.NewLinePoints(xy)
	if err != nil {
		return err
	}
	line.Color, line.Width, line.Dashes = tone(i), vg.Points(1.6), dashes[(i/len(palette))%len(dashes)]
	pts.Color, pts.Shape, pts.Radius = tone(i), glyphs[i%len(glyphs)], vg.Points(2.6)
	p.Add(line, pts)
	end := xy[len(xy)-1]
	if end.X != last {
		return nil
	}
	return note(p, end.X+0.2, end.Y, move, text.XLeft, text.YCenter)
}

// rankTicks labels -1, -2, ... as 1, 2, ...: the axis runs downwards.
func rankTicks(deepest int) plot.ConstantTicks {
	step := max(1, deepest/10)
	var ticks plot.ConstantTicks
	for r := 1; r <= deepest; r += step {
		ticks = append(ticks, plot.Tick{Value: -float64(r), Label: fmt.Sprint(r)})
	}
	return ticks
}
