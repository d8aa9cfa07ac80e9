package run

import (
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"plyquet/pipeline/stage"
)

// A Display shows how far the steps of a run have come. Text that is written to it appears above whatever it draws.
type Display interface {
	io.Writer
	// Step starts the display of a step; end finishes it.
	Step(name string) (p stage.Progress, end func())
	Close()
}

// A meter is the progress of one step. Stages count units of their own choice; the verbs count shards beside them.
type meter struct {
	name       string
	started    Locked[time.Time]
	total      atomic.Int64
	done       atomic.Int64
	shardTotal atomic.Int64
	shardDone  atomic.Int64
	unit, note Locked[string]
}

func newMeter(name string) *meter {
	m := &meter{name: name}
	m.begin(time.Now())
	return m
}

func (m *meter) begin(now time.Time) { m.started.With(func(t *time.Time) { *t = now }) }

// Start begins the count; a stage that works in phases calls it for each of them.
func (m *meter) Start(total int64, unit string) {
	m.done.Store(0)
	m.total.Store(total)
	m.unit.With(func(u *string) { *u = unit })
	m.begin(time.Now())
}

func (m *meter) Add(n int64) { m.done.Add(n) }

func (m *meter) Note(text string) { m.note.With(func(s *string) { *s = text }) }

// shards implements what ledger.crew looks for.
func (m *meter) shards(total int) (tick func()) {
	m.shardTotal.Add(int64(total))
	return func() { m.shardDone.Add(1) }
}

// A reading is a meter at one moment. Without a total of the stage's own, shards are what is counted.
type reading struct {
	done, total int64
	unit, note  string
	perSecond   float64
	left        time.Duration // 0: unknown
}

func (m *meter) read(now time.Time) (r reading) {
	r.done, r.total = m.done.Load(), m.total.Load()
	m.unit.With(func(u *string) { r.unit = *u })
	m.note.With(func(n *string) { r.note = *n })
	if r.total == 0 && r.done == 0 {
		r.done, r.total, r.unit = m.shardDone.Load(), m.shardTotal.Load(), "shards"
	}
	var elapsed float64
	m.started.With(func(t *time.Time) { elapsed = now.Sub(*t).Seconds() })
	if elapsed > 0 {
		r.perSecond = float64(r.done) / elapsed
	}
	if r.total > r.done && r.perSecond > 0 {
		r.left = time.Duration(float64(r.total-r.done) / r.perSecond * float64(time.Second)).Round(time.Second)
	}
	return r
}

// Quiet shows nothing; text goes to w.
func Quiet(w io.Writer) Display { return quiet{w} }

type quiet struct{ io.Writer }

func (quiet) Step(name string) (stage.Progress, func()) { return newMeter(name), func() {} }
func (quiet) Close()                                    {}

// Lines logs one line for each step every few seconds: for files and cluster logs. The log must not write to w by way
// of a Display that draws.
func Lines(w io.Writer, log *slog.Logger, every time.Duration) Display {
	return &lines{Writer: w, log: log, every: every}
}

type lines struct {
	io.Writer
	log   *slog.Logger
	every time.Duration
}

func (l *lines) Step(name string) (stage.Progress, func()) {
	m := newMeter(name)
	return m, everyTick(l.every, func(now time.Time) { l.line(m, m.read(now)) })
}

func (l *lines) line(m *meter, r reading) {
	args := []any{"stage", m.name, "done", r.done}
	if r.total > 0 {
		args = append(args, "total", r.total)
	}
	args = append(args, "unit", r.unit, "per_second", int64(r.perSecond))
	if r.left > 0 {
		args = append(args, "left", r.left)
	}
	if r.note != "" {
		args = append(args, "note", r.note)
	}
	l.log.Info("progress", args...)
}

func (*lines) Close() {}

// everyTick calls fn periodically until stop is called; stop returns when fn is not running any more.
func everyTick(period time.Duration, fn func(now time.Time)) (stop func()) {
	ticker := time.NewTicker(period)
	done := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for {
			select {
			case now := <-ticker.C:
				fn(now)
			case <-done:
				return
			}
		}
	})
	return sync.OnceFunc(func() {
		ticker.Stop()
		close(done)
		running.Wait()
	})
}
