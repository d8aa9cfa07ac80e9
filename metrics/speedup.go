package metrics

import (
	"errors"
	"fmt"
	"math"
)

// A Timing is one run of the same work by Workers workers.
type Timing struct {
	Workers int
	Seconds float64
}

// An Amdahl is the fit of Amdahl's law: T(n) = T1 (f + (1-f)/n), where f is the serial share.
type Amdahl struct {
	T1     float64 // seconds of one worker on the fitted line
	Serial float64 // f in [0, 1]
}

// Speedup is T1/T(n).
func (a Amdahl) Speedup(n float64) float64 { return 1 / (a.Serial + (1-a.Serial)/n) }

// A USL is the fit of Gunther's universal scalability law: T(n) = T1 (1 + sigma (n-1) + kappa n (n-1)) / n.
type USL struct {
	T1    float64
	Sigma float64 // contention: the share that queues for something shared, >= 0
	Kappa float64 // coherency: the cost of keeping pairs of workers in agreement, >= 0
}

// Speedup is T1/T(n).
func (u USL) Speedup(n float64) float64 { return n / (1 + u.Sigma*(n-1) + u.Kappa*n*(n-1)) }

// Peak is the number of workers beyond which more of them make it slower; undefined without coherency cost.
func (u USL) Peak() (float64, bool) {
	if u.Kappa <= 0 {
		return 0, false
	}
	return math.Sqrt(max(0, 1-u.Sigma) / u.Kappa), true
}

// ErrTooFewCounts is returned, wrapped, when the runs cover too few worker counts for the law.
var ErrTooFewCounts = errors.New("too few different worker counts")

// FitAmdahl fits Amdahl's law to runs of at least two worker counts.
//
// Both laws are linear in their unknown times, so this is weighted least squares in closed form, each run weighted by
// 1/T^2 because noise grows with the time measured. Parameters that would leave their range are put at its edge.
func FitAmdahl(runs []Timing) (Amdahl, error) {
	x, err := fitTimes(runs, func(n float64) []float64 { return []float64{1, 1 / n} })
	if err != nil {
		return Amdahl{}, fmt.Errorf("amdahl's law: %w", err)
	}
	return Amdahl{T1: x[0] + x[1], Serial: x[0] / (x[0] + x[1])}, nil
}

// FitUSL fits the universal scalability law to runs of at least three worker counts. See FitAmdahl for the method.
func FitUSL(runs []Timing) (USL, error) {
	x, err := fitTimes(runs, func(n float64) []float64 { return []float64{1 / n, (n - 1) / n, n - 1} })
	if err != nil {
		return USL{}, fmt.Errorf("universal scalability law: %w", err)
	}
	if x[0] <= 0 {
		return USL{}, errors.New("universal scalability law: one worker would take no time")
	}
	return USL{T1: x[0], Sigma: x[1] / x[0], Kappa: x[2] / x[0]}, nil
}

// AmdahlIntervals and USLIntervals refit resamples of the runs, drawn within each worker count, and return percentile
// intervals of the parameters; undefined when a worker count was run only once, for then nothing is known of the spread.
func AmdahlIntervals(runs []Timing, b Bootstrap) (serial Interval, ok bool) {
	out, ok := refit(runs, b, func(sample []Timing) []float64 {
		if a, err := FitAmdahl(sample); err == nil {
			return []float64{a.Serial}
		}
		return nil
	})
	if !ok {
		return Interval{}, false
	}
	return out[0], true
}

// USLIntervals: see AmdahlIntervals.
func USLIntervals(runs []Timing, b Bootstrap) (sigma, kappa Interval, ok bool) {
	out, ok := refit(runs, b, func(sample []Timing) []float64 {
		if u, err := FitUSL(sample); err == nil {
			return []float64{u.Sigma, u.Kappa}
		}
		return nil
	})
	if !ok {
		return Interval{}, Interval{}, false
	}
	return out[0], out[1], true
}
