package reports

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var costFigure = BenchFigure{"cost-by-size", "Wall time against input size", drawCost}

// drawCost draws median wall time against input size, a line a task and worker count, both axes logarithmic: a
// slope of one is linear cost.
func drawCost(b *Bench) (*Image, error) {
	if len(b.Runs) == 0 {
		return nil, ErrNoData
	}
	p := style("Wall time against input size", "input, MB", "seconds")
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	lines := costLines(b.series())
	var xs []float64
	for i, l := range lines {
		line, pts, err := plotter.NewLinePoints(l.points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Dashes, line.Width = tone(i), dashes[i%len(dashes)], vg.Points(1.5)
		pts.Color, pts.Shape, pts.Radius = tone(i), glyphs[i%len(glyphs)], vg.Points(3)
		p.Add(line, pts)
		p.explain(l.label, line, pts)
		for _, xy := range l.points {
			xs = append(xs, xy.X)
		}
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = decadeTicks{}, decadeTicks{}
	p.X.Min, p.X.Max = slices.Min(xs)/1.3, slices.Max(xs)*1.3
	return inches(p, 6.5, 4.6), nil
}

type costLine struct {
	label  string
	points plotter.XYs
}

func costLines(series []benchSeries) []costLine {
	var lines []costLine
	at := map[string]int{}
	for _, s := range series {
		for _, w := range append([]int{0}, s.workers()...) {
			t := s.times(w)
			if len(t) == 0 {
				continue
			}
			label := fmt.Sprintf("%s, %d workers", s.task, w)
			switch w {
			case 0:
				label = s.task + ", sequential"
			case 1:
				label = s.task + ", 1 worker"
			}
			i, ok := at[label]
			if !ok {
				i = len(lines)
				at[label] = i
				lines = append(lines, costLine{label: label})
			}
			lines[i].points = append(lines[i].points, plotter.XY{X: math.Max(s.mb, 1e-3), Y: math.Max(median(t), 1e-4)})
		}
	}
	for _, l := range lines {
		slices.SortFunc(l.points, func(a, b plotter.XY) int { return int(math.Copysign(1, a.X-b.X)) })
	}
	return lines
}

// decadeTicks labels 1, 2 and 5 times the powers of ten inside the axis.
type decadeTicks struct{}

func (decadeTicks) Ticks(min, max float64) []plot.Tick {
	var ticks []plot.Tick
	for e := math.Floor(math.Log10(min)); e <= math.Ceil(math.Log10(max)); e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, e); v >= min && v <= max {
				ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%g", roundTo(v, 6))})
			}
		}
	}
	return ticks
}
