package uci

import (
	"context"
	"errors"
	"time"
)

// MaxAttempts bounds a unit that fails at ever different places.
const MaxAttempts = 50

// Unit runs work from a cleared engine: hash and histories are empty as after a start. When the engine fails inside
// it, the engine is started again and work is run again from its beginning, so that what a warm hash knows is always
// the same and a failure leaves no trace in the results. work must therefore begin with a clean slate of its own.
//
// A unit is given up, with a *PoisonError, when the same one of its searches has failed Config.Tries times in a row, or at
// once when a search is too slow. The session is then ready for the next unit. A *StartError means that no unit can work.
// Errors of work that are no *Failure are returned as they are.
func (s *Session) Unit(ctx context.Context, work func() error) error {
	sameStep, lastStep := 0, -1
	for attempt := 1; ; attempt++ {
		err := s.attempt(ctx, work)
		f := failure(err)
		if f == nil {
			if err == nil {
				s.wait = 0
			}
			return err
		}
		if s.step != lastStep {
			sameStep, lastStep = 0, s.step
		}
		sameStep++
		if f.Kind == Slow {
			return &PoisonError{attempt, err}
		}
		s.drop()
		if s.wait = grow(s.wait); s.step > 0 {
			s.wait = firstPause // it worked for a while: this is no engine that cannot start
		}
		s.cfg.Log.Warn("engine failed", "kind", string(f.Kind), "attempt", attempt, "search", s.step+1, "error", err)
		if sameStep >= s.cfg.Tries || attempt >= MaxAttempts {
			return &PoisonError{attempt, err}
		}
	}
}

// failure returns the fault that a unit may be repeated for. What keeps an engine from starting has been repeated already.
func failure(err error) *Failure {
	var start *StartError
	var f *Failure
	if errors.As(err, &start) || !errors.As(err, &f) {
		return nil
	}
	return f
}

func (s *Session) attempt(ctx context.Context, work func() error) error {
	s.step = 0
	if err := s.clear(ctx); err != nil {
		return err
	}
	return work()
}

// clear empties the engine's hash and histories. ucinewgame does both in every engine tried; a "Clear Hash" button is the same call
// in Stockfish and missing in others, and setting Hash anew clears the table but not the histories.
func (s *Session) clear(ctx context.Context) error {
	if err := s.ensure(ctx); err != nil {
		return err
	}
	defer s.p.interruptible(ctx)()
	deadline := time.Now().Add(s.cfg.Timeouts.Ready)
	if err := s.p.send("ucinewgame", deadline); err != nil {
		return s.fail(Crashed, "ready", err)
	}
	return s.ready(ctx, "ready", deadline)
}

// Pauses before a start: 100 ms after the first failure, four times as long after each further one, up to 5 s.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 5 * time.Second
)

func grow(d time.Duration) time.Duration { return min(max(4*d, firstPause), lastPause) }

// backOff pauses before a start. It sleeps in small steps to notice the end of ctx: a select would need a channel.
func (s *Session) backOff(ctx context.Context) error {
	end := time.Now().Add(s.wait)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		left := time.Until(end)
		if left <= 0 {
			return nil
		}
		time.Sleep(min(left, 50*time.Millisecond))
	}
}
