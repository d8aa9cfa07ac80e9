package uci

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// FailureKind says how an engine failed.
type FailureKind string

const (
	Crashed      FailureKind = "crashed"      // the process ended or closed its pipes
	Hung         FailureKind = "hung"         // it does not even answer isready
	Slow         FailureKind = "slow"         // the search went past its time limit
	Garbage      FailureKind = "garbage"      // what it prints is not the protocol
	Inconsistent FailureKind = "inconsistent" // its answer does not fit the position: it has analysed another one
	Refused      FailureKind = "refused"      // it has declared the command an error and given up
)

// Failure is a fault of the engine, not of the caller. It is the only error that
// Unit tries again, except for a Slow one.
type Failure struct {
	Kind  FailureKind
	Doing string // "search", "start", "ready"
	Said  string // the last line that was no part of the protocol, often the engine's own explanation; may be empty
	Err   error
}

func (f *Failure) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "engine %s during %s", f.Kind, f.Doing)
	if f.Err != nil {
		fmt.Fprintf(&b, ": %v", f.Err)
	}
	if f.Said != "" {
		fmt.Fprintf(&b, " (it said %q)", f.Said)
	}
	return b.String()
}

func (f *Failure) Unwrap() error { return f.Err }

// StartError is an engine that cannot be brought to work at all. Doing the next unit would not help.
type StartError struct {
	Command  []string
	Attempts int
	Err      error
}

func (e *StartError) Error() string {
	return fmt.Sprintf("engine %s does not start after %d attempts: %v", strings.Join(e.Command, " "), e.Attempts, e.Err)
}

func (e *StartError) Unwrap() error { return e.Err }

// PoisonError is a unit of work that the engine does not survive. Other units are not affected.
type PoisonError struct {
	Attempts int
	Err      error // the last failure
}

func (e *PoisonError) Error() string {
	return fmt.Sprintf("given up after %d attempts: %v", e.Attempts, e.Err)
}
func (e *PoisonError) Unwrap() error { return e.Err }

// Kind is the kind of the last failure.
func (e *PoisonError) Kind() FailureKind {
	var f *Failure
	if errors.As(e.Err, &f) {
		return f.Kind
	}
	return ""
}

// QueryError is a question that is not sent: the engine would crash on it or, worse, silently answer another one.
type QueryError struct{ Problem string }

func (e *QueryError) Error() string { return "not sent to the engine: " + e.Problem }

var (
	errLeft    = errors.New("the process has ended")
	errFlood   = errors.New("too much output that is no part of the protocol")
	errBinary  = errors.New("binary output")
	errTimeout = errors.New("no answer in time")
)

func (s *Session) fail(kind FailureKind, doing string, err error) error {
	f := &Failure{Kind: kind, Doing: doing, Err: err}
	if s.p != nil {
		f.Said = s.p.said
	}
	return f
}

func (s *Session) readFailure(doing string, err error) error {
	switch {
	case errors.Is(err, errTimeout):
		return s.fail(Hung, doing, err)
	case errors.Is(err, errFlood):
		return s.fail(Garbage, doing, err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		s.drop() // in the middle of something; what it prints next would be taken for the answer to another question
		return err
	}
	return s.fail(Crashed, doing, err)
}
