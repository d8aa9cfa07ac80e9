// Package run executes a plan. It is the only package with goroutines: the worker pool (alitto/pond), the ordered
// commit of parts, progress, cancellation and the locks of shared accumulators all live here.
package run

import (
	"context"
	"errors"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

var errNotBuilt = errors.New("run: not built yet")

// Out is where the work on one shard leaves its results: parts of tables (table.Create(out.Staging, id)), counts and
// rejects. It belongs to the worker that has the shard; everything in it is committed together or not at all.
type Out struct {
	*table.Staging
	// Index is the shard's number among all shards of the stage.
	Index int
}

// Seen, Keep, Filter and Fault feed the funnel of the stage.
func (o *Out) Seen(n int64)                  {}
func (o *Out) Keep(n int64)                  {}
func (o *Out) Filter(reason string, n int64) {}
func (o *Out) Fault(r stage.Reject)          {} // counts one rejected unit by r.Reason and records it
func (o *Out) Warn(r stage.Reject)           {} // records a fault of a unit that is kept all the same (truncated game)
func (o *Out) Add(extra string, n int64)     {} // further totals

// Each maps shards to part files. Workers take shards in order from a bounded queue; newWorker runs once for each
// goroutine and its result is closed at the end if it is an io.Closer; a shard's files, counts and rejects are
// committed by rename, in shard order; shards that an earlier run of the same fingerprint has committed are skipped; the first error
// cancels the rest; a panic becomes an error that names the shard. With job.Workers == 0 all of it runs on the
// calling goroutine. job.Shards restricts it to a part of the shards.
func Each[S, W any](ctx context.Context, job *stage.Job, shards []S, newWorker func() (W, error),
	do func(ctx context.Context, w W, shard S, out *Out) error) error {
	return errNotBuilt
}

// Fold maps shards to accumulators, one for each worker, and returns them in worker order for the caller to merge.
// Counts and rejects go to out, whose Staging is nil: a fold writes no parts.
func Fold[S, A any](ctx context.Context, job *stage.Job, shards []S, newAcc func() (A, error),
	add func(ctx context.Context, acc A, shard S, out *Out) error) ([]A, error) {
	return nil, errNotBuilt
}

// Once is Each with a single shard, for stages that write one small result.
func Once(ctx context.Context, job *stage.Job, do func(ctx context.Context, out *Out) error) error {
	return errNotBuilt
}

// Locked is a value that several workers share; With holds the lock while fn runs.
type Locked[T any] struct{ v T }

// NewLocked wraps v.
func NewLocked[T any](v T) *Locked[T] { return &Locked[T]{v: v} }

// With calls fn with the lock held.
func (l *Locked[T]) With(fn func(v *T)) {}
