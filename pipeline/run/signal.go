package run

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// ErrKilled is the cause of a context that a second signal has cancelled.
var ErrKilled = errors.New("stopped at once by a second signal")

// Signals connects Ctrl-C and SIGTERM to a run: after the first signal stop returns true and first is called; the second
// cancels the context. release restores the default behaviour.
func Signals(parent context.Context, first func()) (ctx context.Context, stop func() bool, release func()) {
	ctx, cancel := context.WithCancelCause(parent)
	var stopped atomic.Bool
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-signals:
				if stopped.Swap(true) {
					cancel(ErrKilled)
				} else {
					first()
				}
			case <-done:
				return
			}
		}
	}()
	return ctx, stopped.Load, func() {
		signal.Stop(signals)
		close(done)
		<-ended
		cancel(nil)
	}
}
