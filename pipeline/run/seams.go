package run

import "plyquet/pipeline/stage"

// Seams are the places where a test takes hold of one execution of a stage. Nil functions change nothing.
type Seams struct {
	// Stop is asked before each shard; true ends the stage with ErrInterrupted after the parts in flight.
	Stop func() bool
	// Hook is called at the points of the commit protocol.
	Hook func(Point)
	// Closing executes nothing: every shard must have been done, as in Commit.
	Closing bool
}

// Attach gives a job built by hand a ledger with these seams.
func Attach(job *stage.Job, s Seams) {
	led := newLedger(job)
	if s.Stop != nil {
		led.stop = s.Stop
	}
	if s.Hook != nil {
		led.hook = s.Hook
	}
	led.closing = s.Closing
	job.Ledger = led
}
