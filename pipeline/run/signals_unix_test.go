//go:build unix

package run

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
)

func TestFirstSignalAsksSecondCancels(t *testing.T) {
	asked := make(chan struct{})
	ctx, stop, release := Signals(t.Context(), func() { close(asked) })
	defer release()
	if stop() || ctx.Err() != nil {
		t.Fatal("stopped without a signal")
	}
	interrupt(t)
	<-asked
	if !stop() || ctx.Err() != nil {
		t.Errorf("after one signal: stop %t, context %v", stop(), ctx.Err())
	}
	interrupt(t)
	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, ErrKilled) {
		t.Errorf("cause %v, want %v", err, ErrKilled)
	}
}

func interrupt(t *testing.T) {
	t.Helper()
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
}
