package run

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"plyquet/pipeline/stage"
)

// Bars draws a progress bar for each step on a terminal. Logs must be written to the Display and not to the
// terminal, or they tear the bar.
//
// Note: off a terminal the library draws nothing and swallows text that is written through it; Lines is for that.
func Bars(terminal io.Writer) Display {
	return &bars{terminal: terminal, drawn: mpb.New(mpb.WithOutput(terminal), mpb.WithWidth(32), mpb.WithAutoRefresh())}
}

type bars struct {
	terminal io.Writer
	drawn    *mpb.Progress // nil after Close
}

func (b *bars) Write(p []byte) (int, error) {
	if b.drawn == nil {
		return b.terminal.Write(p)
	}
	return b.drawn.Write(p)
}

func (b *bars) Close() {
	if b.drawn != nil {
		b.drawn.Wait()
		b.drawn = nil
	}
}

const redraw = 120 * time.Millisecond

// Step draws from a meter that the workers only add to: the bar itself costs a message between goroutines per update.
func (b *bars) Step(name string) (stage.Progress, func()) {
	m := newMeter(name)
	var shown Locked[reading]
	bar := b.drawn.AddBar(0,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(fmt.Sprintf("%-10s ", name))),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) (text string) {
			shown.With(func(r *reading) { text = r.text() })
			return text
		})),
	)
	stop := everyTick(redraw, func(now time.Time) {
		r := m.read(now)
		shown.With(func(s *reading) { *s = r })
		bar.SetTotal(max(r.total, r.done+1), false)
		bar.SetCurrent(r.done)
	})
	return m, func() {
		stop()
		bar.Abort(true)
		bar.Wait()
	}
}

func (r reading) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, " %d", r.done)
	if r.total > 0 {
		fmt.Fprintf(&b, "/%d", r.total)
	}
	fmt.Fprintf(&b, " %s  %.0f/s", r.unit, r.perSecond)
	if r.left > 0 {
		fmt.Fprintf(&b, "  %s left", r.left)
	}
	if r.note != "" {
		b.WriteString("  " + r.note)
	}
	return b.String()
}
