// Package run executes a plan. It is the only package with goroutines: the worker pool (alitto/pond), the ordered
// commit of parts, progress, cancellation and the locks of shared accumulators all live here.
//
// Stages use the verbs Each, Fold, Scatter and Once and the type Locked; the command line uses Plan, Run and Commit. It is
// not for deciding what has to run (pipeline/plan), nor for what a shard is: stages cut their work.
//
// Order: parts, counts and rejects are committed in the order of the shards, whoever finishes first. Memory: a worker and
// an Out belong to one goroutine at a time; what a shard leaves in its worker is there for the next shard.
//
// What a shard has finished is on disk before anything else depends on it:
//
//	files under temporary names, fsynced   Staging.Seal, in the worker
//	renamed, in shard order                Staging.Publish
//	state/STAGE/00003.json                 the shard's record: fingerprint, files, counts, rejects
//	folders fsynced                        when every shard has its record
//	manifest.json                          the step's entry
//
// A kill between any two of these leaves a state that the next run completes to the same bytes.
package run

import (
	"context"
	"fmt"
	"io"

	"plyquet/pipeline/stage"
)

// Each maps shards to part files. Workers take shards in order from a bounded queue; newWorker runs once for each
// goroutine and its result is closed at the end if it is an io.Closer; a shard's files, counts and rejects are
// committed by rename, in shard order; shards that an earlier run of the same fingerprint has committed are skipped; the first error
// cancels the rest; a panic becomes an error that names the shard. With job.Workers == 0 all of it runs on the
// calling goroutine. job.Shards restricts it to a part of the shards.
//
// A stage may call Each several times: shard numbers, and with them part numbers, run on from call to call.
// A shard that implements fmt.Stringer is named by it in errors.
func Each[S, W any](ctx context.Context, job *stage.Job, shards []S, newWorker func() (W, error),
	do func(ctx context.Context, w W, shard S, out *Out) error) error {
	led := ledgerOf(job)
	base := led.claim(len(shards))
	lo, hi := job.Shards.Bounds(len(shards))
	todo, err := led.missing(base, lo, hi)
	if err != nil {
		return err
	}
	return led.crew(job, todo).work(ctx, func() (hand, error) {
		w, err := newWorker()
		if err != nil {
			return hand{}, err
		}
		return hand{
			close: closerOf(w),
			name:  func(i int) string { return shardName(base+i, shards[i]) },
			do: func(ctx context.Context, i int) (result, error) {
				out := led.out(base + i)
				if err := do(ctx, w, shards[i], out); err != nil {
					return out, err
				}
				return out, out.Seal()
			},
		}, nil
	})
}

// Fold maps shards to accumulators, one for each worker, and returns them in worker order for the caller to merge.
// Which worker gets which shard depends on timing, so the merge must be commutative and associative.
// Counts and rejects go to out, whose Staging is nil: a fold writes no parts, and is done again when a run is resumed.
// An accumulator that is an io.Closer is closed by its worker when there are no more shards.
// It needs every shard in one process: with job.Shards restricted it is an error.
func Fold[S, A any](ctx context.Context, job *stage.Job, shards []S, newAcc func() (A, error),
	add func(ctx context.Context, acc A, shard S, out *Out) error) ([]A, error) {
	led := ledgerOf(job)
	if !job.Shards.All() {
		return nil, fmt.Errorf("%s gathers all shards in one process and cannot run with --shards", job.Stage)
	}
	folded := led.fold()
	crew := led.crew(job, upTo(len(shards)))
	accs := make([]A, 0, crew.size)
	err := crew.work(ctx, func() (hand, error) {
		acc, err := newAcc()
		if err != nil {
			return hand{}, err
		}
		accs = append(accs, acc) // newHand calls are serialised by the crew
		return hand{
			close: closerOf(acc),
			name:  func(i int) string { return shardName(i, shards[i]) },
			do: func(ctx context.Context, i int) (result, error) {
				out := &Out{Index: i, ledger: folded}
				return out, add(ctx, acc, shards[i], out)
			},
		}, nil
	})
	if err != nil {
		return nil, err
	}
	led.folds = append(led.folds, folded)
	return accs, nil
}

// Once is Each with a single shard, for stages that write one small result. When shards are dealt to several tasks
// the first of them does it.
func Once(ctx context.Context, job *stage.Job, do func(ctx context.Context, out *Out) error) error {
	return Each(ctx, job, []struct{}{{}}, func() (struct{}, error) { return struct{}{}, nil },
		func(ctx context.Context, _, _ struct{}, out *Out) error { return do(ctx, out) })
}

func closerOf(w any) func() error {
	if c, ok := w.(io.Closer); ok {
		return c.Close
	}
	return nil
}

// shardName names a shard in errors: by its number, and by its own String method if it has one.
func shardName(index int, shard any) string {
	if s, ok := shard.(fmt.Stringer); ok {
		return fmt.Sprintf("shard %d (%s)", index, s)
	}
	return fmt.Sprintf("shard %d", index)
}

func upTo(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}
