package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var rocFigure = Figure{"roc", "Receiver operating characteristic of the signals", drawROC, func(d *Data) string {
	best := slices.MaxFunc(d.ROC, func(a, b ROCCurve) int { return int(math.Copysign(1, a.AUC-b.AUC)) })
	return fmt.Sprintf("True-positive rate over false-positive rate of %d signals on labelled games (%s); the best area is %.3f (%s).", len(d.ROC), cmp.Or(d.ROCTitle, "all"), best.AUC, best.Name)
}}

var calibrationFigure = Figure{"calibration", "Calibration: z of players believed clean", drawCalibration, func(d *Data) string {
	return fmt.Sprintf("Quantiles of %d observed z scores (%s) against the normal distribution, with the line of equality.", len(d.Calibration), d.CalibratedBy)
}}

func drawROC(d *Data) (*Image, error) {
	if len(d.ROC) == 0 {
		return nil, ErrNoData
	}
	p := style(cmp.Or(d.ROCTitle, "Signals on labelled games"), "false-positive rate", "true-positive rate")
	chance, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
	if err != nil {
		return nil, err
	}
	chance.Color, chance.Dashes = fadedInk, dashes[2]
	p.Add(chance)
	for i, c := range d.ROC {
		xy := make(plotter.XYs, len(c.FPR))
		for k := range xy {
			xy[k] = plotter.XY{X: c.FPR[k], Y: c.TPR[k]}
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width, line.Dashes = tone(i), vg.Points(1.6), dashes[i%len(dashes)]
		p.Add(line)
		p.explain(fmt.Sprintf("%s, AUC %.3f (n = %d)", c.Name, c.AUC, c.N), line)
	}
	p.explain("chance", chance)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	return inches(p, 5.4, 5.2), nil
}

// drawCalibration is a normal Q-Q plot: a calibrated z lies on the line, an over-dispersed one is steeper.
func drawCalibration(d *Data) (*Image, error) {
	n := len(d.Calibration)
	if n < 5 {
		return nil, ErrNoData
	}
	p := style("z of honest players, "+d.CalibratedBy, "quantile of the normal distribution", "observed z")
	z := slices.Clone(d.Calibration)
	slices.Sort(z)
	xy := make(plotter.XYs, n)
	for i := range z {
		xy[i] = plotter.XY{X: math.Sqrt2 * math.Erfinv(2*(float64(i)+0.5)/float64(n)-1), Y: z[i]}
	}
	edge := math.Max(3, math.Max(-z[0], z[n-1]))
	line, err := plotter.NewLine(plotter.XYs{{X: -edge, Y: -edge}, {X: edge, Y: edge}})
	if err != nil {
		return nil, err
	}
	line.Color, line.Dashes = fadedInk, dashes[1]
	p.Add(line)
	if err := p.dots(0, "an honest player", xy); err != nil {
		return nil, err
	}
	p.explain("standard normal", line)
	return inches(p, 5.2, 5.0), nil
}
