package fetch

import (
	"context"
	"errors"
	"io"
	"time"
)

var errStalled = errors.New("stalled")

// leastPerStall is the number of bytes that must come within one stall period. A limit on silence alone would let a
// server that sends a byte a minute hold a worker for ever.
const leastPerStall = 1 << 10

// A stallGuard cancels a context when too little is read for too long. It belongs to one request.
type stallGuard struct {
	cancel context.CancelCauseFunc
	timer  *time.Timer
	period time.Duration
	came   int
}

func guardStall(ctx context.Context, period time.Duration) (context.Context, *stallGuard) {
	ctx, cancel := context.WithCancelCause(ctx)
	g := &stallGuard{cancel: cancel, period: period}
	g.timer = time.AfterFunc(period, func() { cancel(errStalled) })
	return ctx, g
}

// pause stops the clock of the guard, resume starts it anew.
func (g *stallGuard) pause()  { g.timer.Stop() }
func (g *stallGuard) resume() { g.timer.Reset(g.period) }

func (g *stallGuard) stop() {
	g.timer.Stop()
	g.cancel(nil)
}

// reader counts what r gives and keeps the guard quiet as long as enough comes.
func (g *stallGuard) reader(r io.Reader) io.Reader { return guardedReader{g, r} }

type guardedReader struct {
	guard *stallGuard
	r     io.Reader
}

func (g guardedReader) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	if g.guard.came += n; g.guard.came >= leastPerStall {
		g.guard.came = 0
		g.guard.timer.Reset(g.guard.period)
	}
	return n, err
}
