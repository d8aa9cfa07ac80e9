package stagetest

import "testing"

// Sequential skips a test that works in one goroutine, and long, under the race detector: it would find nothing there.
func Sequential(t testing.TB) {
	t.Helper()
	if Raced {
		t.Skip("works in one goroutine: not under the race detector")
	}
}
