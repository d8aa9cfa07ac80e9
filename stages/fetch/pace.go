package fetch

import (
	"context"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"plyquet/pipeline/run"
)

// A clock tells the time and waits. Tests have one that does not wait.
type clock struct {
	now   func() time.Time
	sleep func(ctx context.Context, d time.Duration) error
}

func wallClock() clock { return clock{time.Now, sleep} }

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// A pace keeps the workers from asking one host too often. It is shared by all of them.
type pace struct {
	clock clock
	delay time.Duration
	next  *run.Locked[map[string]time.Time] // host -> earliest start of the next request
}

func newPace(c clock, delay time.Duration) *pace {
	return &pace{c, delay, run.NewLocked(map[string]time.Time{})}
}

// turn waits until it is this caller's turn to ask host. A turn is reserved first and waited for afterwards, so
// callers go in the order in which they came and nobody polls.
func (p *pace) turn(ctx context.Context, host string) error {
	var wait time.Duration
	p.next.With(func(next *map[string]time.Time) {
		now := p.clock.now()
		at := (*next)[host]
		if at.Before(now) {
			at = now
		}
		wait = at.Sub(now)
		(*next)[host] = at.Add(p.delay)
	})
	return p.clock.sleep(ctx, wait)
}

// hold keeps everybody from asking host for d: when a server says "too many requests", it means all of us.
func (p *pace) hold(host string, d time.Duration) {
	p.next.With(func(next *map[string]time.Time) {
		if until := p.clock.now().Add(d); until.After((*next)[host]) {
			(*next)[host] = until
		}
	})
}

// contentTries is how often a file with bad content is transferred before it is believed. A cut that the transport
// did not notice is worth a second try; a page that says "closed" is not worth five.
const contentTries = 2

// allAttempts is how often one file is tried at all. A server that sends one byte more each time makes progress for ever.
const allAttempts = 1000

// patience decides how often one file is tried. An attempt that came further than all before it counts as the first
// again: a server that cuts every connection after a minute is slow, not broken.
type patience struct {
	opt      HTTP
	key      string
	all      int   // attempts
	failed   int   // attempts in a row without progress
	bad      int   // files with bad content
	furthest int64 // most bytes of an unfinished file so far
}

// after returns the wait before the next attempt, or the fault to end with. size is what is there of the file.
func (p *patience) after(f *fault, size int64) (wait time.Duration, end *fault) {
	p.all++
	p.failed++
	if size > p.furthest {
		p.furthest, p.failed = size, 1
	}
	if f.content {
		p.bad++
	}
	if !f.retry || p.failed >= p.opt.Attempts || p.bad >= contentTries || p.all >= allAttempts {
		return 0, f
	}
	if f.wait > p.opt.MaxWait {
		return 0, permanent(f.reason, "%s; the server asks to wait %v, longer than http.max_wait", f.Error(), f.wait)
	}
	return max(f.wait, backoff(p.opt.Backoff, p.opt.MaxWait, p.key, p.failed)), nil
}

// backoff is the wait after the given failed attempt (1-based): base, doubled each time, spread over 50..150 % so
// that many clients do not come back together. The spread is a hash of key and attempt, not a random number: a run
// repeats itself, and no generator is shared.
func backoff(base, longest time.Duration, key string, attempt int) time.Duration {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key + "#" + strconv.Itoa(attempt)))
	spread := 0.5 + float64(h.Sum64()>>11)/(1<<53)
	wait := float64(base) * float64(uint64(1)<<min(attempt-1, 30)) * spread
	return time.Duration(min(wait, float64(longest)))
}

// tooMany is how long a host is left alone after a 429 without Retry-After: Lichess asks for a full minute.
const tooMany = time.Minute

// retryAfter reads the header of that name, seconds or a date; 0 when there is none that can be read.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if n, err := strconv.ParseInt(text, 10, 32); err == nil {
		return time.Duration(max(n, 0)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
