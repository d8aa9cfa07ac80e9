package reports

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// BenchFigure draws one plot of a benchmark.
type BenchFigure struct {
	Name, Title string
	Draw        func(*Bench) (*Image, error)
}

// Bench is every single run of a benchmark, with the fits of its speedup.
type Bench struct {
	Machine string // "2 cores, AMD EPYC": goes into the subtitle
	Cores   int    // physical limit; beyond it no ideal line is drawn
	Runs    []BenchRun
	Fits    []SpeedupFit
}

// BenchRun is one measured run. Workers 0 is the sequential path: one goroutine and no pool.
type BenchRun struct {
	Task    string  // "positions", "ingest", "evaluate"
	Size    string  // name of the data size
	MB      float64 // input size
	Workers int
	Seconds float64 // wall time
}

// SpeedupFit is a fitted law of one task and size, such as Amdahl's.
type SpeedupFit struct {
	Task, Size string
	Label      string // "Amdahl: 96.2 % parallel (95 % CI 95.1-97.0)"
	Speedup    func(workers float64) float64
}

var speedupFigure = BenchFigure{"speedup", "Speedup over worker counts", drawSpeedup}

// benchSeries is the runs of one task and size, with the sequential median as the base of its speedups.
type benchSeries struct {
	task, size string
	mb         float64
	base       float64
	runs       []BenchRun
}

// series groups runs by task and size in order of first appearance; a group without sequential runs takes its
// one-worker median as the base.
func (b *Bench) series() []benchSeries {
	var out []benchSeries
	for _, r := range b.Runs {
		i := slices.IndexFunc(out, func(s benchSeries) bool { return s.task == r.Task && s.size == r.Size })
		if i < 0 {
			out = append(out, benchSeries{task: r.Task, size: r.Size, mb: r.MB})
			i = len(out) - 1
		}
		out[i].runs = append(out[i].runs, r)
	}
	for i := range out {
		if out[i].base = median(out[i].times(0)); math.IsNaN(out[i].base) {
			out[i].base = median(out[i].times(1))
		}
	}
	return out
}

func (s benchSeries) times(workers int) []float64 {
	var t []float64
	for _, r := range s.runs {
		if r.Workers == workers {
			t = append(t, r.Seconds)
		}
	}
	return t
}

// workers lists the parallel worker counts in rising order.
func (s benchSeries) workers() []int {
	var w []int
	for _, r := range s.runs {
		if r.Workers > 0 && !slices.Contains(w, r.Workers) {
			w = append(w, r.Workers)
		}
	}
	slices.Sort(w)
	return w
}

// median of an unsorted sample; NaN when it is empty.
func median(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	s := slices.Clone(v)
	slices.Sort(s)
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

func drawSpeedup(b *Bench) (*Image, error) {
	p := style("Speedup over the sequential run", "workers", "speedup")
	top, err := drawRatios(p, b, func(s benchSeries, r BenchRun) float64 { return s.base / r.Seconds })
	if err != nil {
		return nil, err
	}
	if err := addIdeal(p, float64(b.Cores)); err != nil {
		return nil, err
	}
	for i, f := range b.Fits {
		fn := plotter.NewFunction(f.Speedup)
		fn.XMin, fn.XMax, fn.Samples = 1, top, 200
		fn.Color, fn.Dashes, fn.Width = faded(tone(i), 200), dashes[2], vg.Points(1)
		p.Add(fn)
		p.explain(f.Label, fn)
	}
	p.X.Min, p.Y.Min = 0.8, 0
	p.Y.Max = math.Max(p.Y.Max, float64(b.Cores)*1.05)
	return inches(p, 6.5, 4.6), nil
}

// addIdeal draws y = x up to the number of cores: beyond it a perfect program would be flat.
func addIdeal(p *chart, cores float64) error {
	line, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 1}, {X: cores, Y: cores}})
	if err != nil {
		return err
	}
	line.Color, line.Dashes, line.Width = fadedInk, dashes[1], vg.Points(1.2)
	p.Add(line)
	p.explain(fmt.Sprintf("ideal, up to %g cores", cores), line)
	return nil
}

// drawRatios adds each series of the bench: every run as a dot, the median as a line with min-max bars. It returns
// the largest worker count.
func drawRatios(p *chart, b *Bench, ratio func(benchSeries, BenchRun) float64) (float64, error) {
	if len(b.Runs) == 0 {
		return 0, ErrNoData
	}
	var ticks []float64
	for i, s := range b.series() {
		var dots, mids plotter.XYs
		var spread plotter.YErrors
		for _, w := range s.workers() {
			var at []float64
			for _, r := range s.runs {
				if r.Workers == w {
					v := ratio(s, r)
					at = append(at, v)
					dots = append(dots, plotter.XY{X: float64(w), Y: v})
				}
			}
			m := median(at)
			mids = append(mids, plotter.XY{X: float64(w), Y: m})
			spread = append(spread, struct{ Low, High float64 }{m - slices.Min(at), slices.Max(at) - m})
			if !slices.Contains(ticks, float64(w)) {
				ticks = append(ticks, float64(w))
			}
		}
		label := fmt.Sprintf("%s, %s (%.0f MB), median of %d runs, min-max bars", s.task, s.size, s.mb, len(s.times(s.workers()[0])))
		if err := addMedians(p, i, label, dots, mids, spread); err != nil {
			return 0, err
		}
	}
	slices.Sort(ticks)
	p.X.Tick.Marker = fixedTicks(ticks...)
	return ticks[len(ticks)-1], nil
}

// addMedians draws one series: optional single runs as dots, then medians joined by a line, with bars.
func addMedians(p *chart, i int, label string, dots, mids plotter.XYs, spread plotter.YErrors) error {
	if len(dots) > 0 {
		sc, err := plotter.NewScatter(dots)
		if err != nil {
			return err
		}
		sc.Color, sc.Shape, sc.Radius = faded(tone(i), 90), glyphs[i%len(glyphs)], vg.Points(2)
		p.Add(sc)
	}
	line, pts, err := plotter.NewLinePoints(mids)
	if err != nil {
		return err
	}
	line.Color, line.Width, line.Dashes = tone(i), vg.Points(1.5), dashes[i%len(dashes)]
	pts.Color, pts.Shape, pts.Radius = tone(i), glyphs[i%len(glyphs)], vg.Points(3.2)
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{mids, spread})
	if err != nil {
		return err
	}
	bars.Color, bars.CapWidth = faded(tone(i), 160), vg.Points(6)
	p.Add(bars, line, pts)
	p.explain(label, line, pts)
	return nil
}
