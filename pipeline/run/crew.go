package run

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/alitto/pond/v2"
)

// ErrInterrupted ends a run that was asked to stop: parts in flight were finished and committed.
var ErrInterrupted = errors.New("interrupted")

// A result is what the work on one shard has made: applied in shard order, or discarded.
type result interface {
	apply() error
	discard() error
}

// A hand is one worker: its state lives in the closures and belongs to one goroutine.
type hand struct {
	do    func(ctx context.Context, i int) (result, error)
	name  func(i int) string
	close func() error // nil: nothing to close
}

// A crew works through a list of shards.
type crew struct {
	size int         // goroutines; 0 = the calling one
	todo []int       // shards in order
	stop func() bool // true: take no further shard
	tick func()      // called after each shard that was applied
}

// work builds up to size hands with newHand (one call at a time) and lets them take shards until the list is empty, something fails, or
// stop says so. The sequential path is the same code without the pool.
func (c crew) work(ctx context.Context, newHand func() (hand, error)) error {
	if len(c.todo) == 0 {
		return context.Cause(ctx)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	q := newQueue(ctx, cancel, c)
	if c.size == 0 {
		q.labour(newHand)
	} else {
		pool := pond.NewPool(c.size)
		for range c.size {
			pool.Submit(func() { q.labour(newHand) })
		}
		pool.StopAndWait()
	}
	return q.finish()
}

// A queue deals the shards of a crew in order and applies the results in the same order, whoever finishes first.
// A worker whose result is not next in line leaves it here and goes on; at most window results wait at a time.
type queue struct {
	crew
	ctx    context.Context
	cancel context.CancelCauseFunc
	window int

	hiring sync.Mutex // newHand calls are serialised

	mu       sync.Mutex
	moved    *sync.Cond     // applied has grown, or the work has failed
	taken    int            // positions of todo that have been dealt
	applied  int            // positions that have been applied
	waiting  map[int]result // finished, but not yet next in line
	applying bool           // a worker is applying results; the others only leave theirs
	failed   error
	failedAt int
	late     []error // errors of closing and discarding, reported when there is no other
}

// windowPerHand bounds how far the fastest worker runs ahead of the commit. A waiting result holds sealed files on
// disk and its rejects in memory; 16 lets one shard take 16 times as long as its neighbours before anyone idles.
const windowPerHand = 16

func newQueue(ctx context.Context, cancel context.CancelCauseFunc, c crew) *queue {
	q := &queue{crew: c, ctx: ctx, cancel: cancel, window: windowPerHand * max(c.size, 1), waiting: map[int]result{}}
	q.moved = sync.NewCond(&q.mu)
	return q
}

// labour is the life of one worker.
func (q *queue) labour(newHand func() (hand, error)) {
	h, err := q.hire(newHand)
	if err != nil {
		q.fail(-1, err)
		return
	}
	for {
		pos, ok := q.take()
		if !ok {
			break
		}
		r, err := q.attempt(h, q.todo[pos])
		if err != nil {
			q.drop(r)
			q.fail(pos, fmt.Errorf("%s: %w", h.name(q.todo[pos]), err))
			break
		}
		q.put(pos, r)
	}
	if h.close != nil {
		if err := guard(h.close); err != nil {
			q.later(fmt.Errorf("close worker: %w", err))
		}
	}
}

func (q *queue) hire(newHand func() (hand, error)) (h hand, err error) {
	q.hiring.Lock()
	defer q.hiring.Unlock()
	if q.ctx.Err() != nil {
		return hand{}, context.Cause(q.ctx)
	}
	err = guard(func() error { h, err = newHand(); return err })
	if err != nil {
		return hand{}, fmt.Errorf("start worker: %w", err)
	}
	return h, nil
}

func (q *queue) attempt(h hand, shard int) (r result, err error) {
	err = guard(func() error { r, err = h.do(q.ctx, shard); return err })
	return r, err
}

// take deals the next position. It blocks while the commit is a window behind; the worker that holds the commit up
// is not blocked, so this ends.
func (q *queue) take() (pos int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.failed == nil && q.taken < len(q.todo) && q.taken >= q.applied+q.window {
		q.moved.Wait()
	}
	if q.failed != nil || q.taken == len(q.todo) || q.ctx.Err() != nil || q.stop() {
		return 0, false
	}
	q.taken++
	return q.taken - 1, true
}

// put hands in the result of a position and applies everything that is next in line.
func (q *queue) put(pos int, r result) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting[pos] = r
	for !q.applying && q.failed == nil {
		next, ok := q.waiting[q.applied]
		if !ok {
			return
		}
		q.applying = true
		q.mu.Unlock()
		err := guard(next.apply)
		q.mu.Lock()
		q.applying = false
		if err != nil {
			q.failLocked(q.applied, fmt.Errorf("commit shard %d: %w", q.todo[q.applied], err))
			return
		}
		delete(q.waiting, q.applied)
		q.applied++
		q.tick()
		q.moved.Broadcast()
	}
}

func (q *queue) fail(pos int, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.failLocked(pos, err)
}

// failLocked keeps the error of the first shard in order. Shards that failed because another failure cancelled them
// do not count, or the message would depend on timing.
func (q *queue) failLocked(pos int, err error) {
	echo := q.failed != nil && errors.Is(err, context.Canceled)
	if !echo && (q.failed == nil || pos < q.failedAt || errors.Is(q.failed, context.Canceled)) {
		q.failed, q.failedAt = err, pos
	}
	q.cancel(err)
	q.moved.Broadcast()
}

func (q *queue) drop(r result) {
	if r == nil {
		return
	}
	if err := guard(r.discard); err != nil {
		q.later(err)
	}
}

func (q *queue) later(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.late = append(q.late, err)
}

// finish discards what was not applied and says how the work ended.
func (q *queue) finish() error {
	for _, r := range q.waiting {
		q.drop(r)
	}
	switch {
	case q.failed != nil:
		return q.failed
	case q.ctx.Err() != nil:
		return context.Cause(q.ctx)
	case q.applied < len(q.todo):
		return ErrInterrupted
	}
	return errors.Join(q.late...)
}

// A PanicError is a panic of a stage, caught at the border of the machinery.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

func guard(fn func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{v, debug.Stack()}
		}
	}()
	return fn()
}
