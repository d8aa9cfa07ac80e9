package run

import (
	"context"
	"fmt"

	"plyquet/pipeline/plan"
	"plyquet/pipeline/stage"
)

// forecast says what running a step means: in the stage's own words if it has any, else by the size of its input.
func (x *executor) forecast(ctx context.Context, p *plan.Plan, s plan.Step, at int) string {
	section, _ := x.file.Section(s.Stage)
	if f, ok := section.Stage.(stage.Forecaster); ok {
		job := x.job(p, s, at, newMeter(s.Stage))
		var text string
		err := guard(func() (err error) { text, err = f.Forecast(ctx, job); return err })
		if err == nil {
			return text
		}
		x.opt.Log.Debug("no forecast", "stage", s.Stage, "error", err)
	}
	files, bytes, rows := 0, int64(0), int64(0)
	for _, list := range s.Inputs {
		for _, f := range list {
			files++
			bytes += f.Bytes
			rows += f.Rows
		}
	}
	size := fmt.Sprintf("%d input files, %.1f MB", files, float64(bytes)/1e6)
	switch {
	case files == 0:
		return ""
	case rows == 0:
		return size
	case rows < 100_000:
		return fmt.Sprintf("%s, %d rows", size, rows)
	}
	return fmt.Sprintf("%s, %.1f million rows", size, float64(rows)/1e6)
}
