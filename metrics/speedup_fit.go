package metrics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// fitTimes finds the non-negative x for which the sum of x_i basis_i(n) is nearest to the measured times, relative to
// them. There are at most three unknowns, so every subset of them that may be non-zero is tried and the best feasible
// one kept: the exact solution of non-negative least squares, without an iteration to trust.
func fitTimes(runs []Timing, basis func(n float64) []float64) ([]float64, error) {
	var rows [][]float64
	counts := map[int]bool{}
	for _, run := range runs {
		if run.Workers < 1 || !(run.Seconds > 0) || math.IsInf(run.Seconds, 0) {
			return nil, fmt.Errorf("%d workers took %g s: want at least 1 worker and a positive time", run.Workers, run.Seconds)
		}
		row := basis(float64(run.Workers))
		for i := range row {
			row[i] /= run.Seconds
		}
		rows = append(rows, row)
		counts[run.Workers] = true
	}
	unknowns := len(basis(1))
	if len(counts) < unknowns {
		return nil, fmt.Errorf("%w: %d, want at least %d", ErrTooFewCounts, len(counts), unknowns)
	}
	best, least := []float64(nil), math.Inf(1)
	for subset := 1; subset < 1<<unknowns; subset++ {
		x, ok := leastSquares(rows, subset)
		if r := residual(rows, x); ok && r < least && slices.Min(x) >= 0 {
			best, least = x, r
		}
	}
	if best == nil {
		return nil, fmt.Errorf("no scaling law fits %d runs", len(runs))
	}
	return best, nil
}

// leastSquares solves rows x = 1 for the unknowns in the bit set subset, the others being zero, by the normal
// equations and Gauss elimination with pivots.
func leastSquares(rows [][]float64, subset int) (x []float64, ok bool) {
	var free []int
	for i := range rows[0] {
		if subset>>i&1 == 1 {
			free = append(free, i)
		}
	}
	m := make([][]float64, len(free))
	for i, a := range free {
		m[i] = make([]float64, len(free)+1)
		for _, row := range rows {
			for j, b := range free {
				m[i][j] += row[a] * row[b]
			}
			m[i][len(free)] += row[a]
		}
	}
	x = make([]float64, len(rows[0]))
	if !eliminate(m) {
		return x, false
	}
	for i, a := range free {
		x[a] = m[i][len(free)]
	}
	return x, true
}

// eliminate brings an augmented matrix to the identity; false when it is singular.
func eliminate(m [][]float64) bool {
	for i := range m {
		pivot := i
		for k := i + 1; k < len(m); k++ {
			if math.Abs(m[k][i]) > math.Abs(m[pivot][i]) {
				pivot = k
			}
		}
		m[i], m[pivot] = m[pivot], m[i]
		if m[i][i] == 0 {
			return false
		}
		for j := len(m[i]) - 1; j >= i; j-- {
			m[i][j] /= m[i][i]
		}
		for k := range m {
			for j := len(m[k]) - 1; k != i && j >= i; j-- {
				m[k][j] -= m[k][i] * m[i][j]
			}
		}
	}
	return true
}

func residual(rows [][]float64, x []float64) (sum float64) {
	for _, row := range rows {
		miss := -1.0
		for i, v := range row {
			miss += v * x[i]
		}
		sum += miss * miss
	}
	return sum
}

// refit returns percentile intervals of what fit yields over stratified resamples of the runs.
func refit(runs []Timing, b Bootstrap, fit func([]Timing) []float64) ([]Interval, bool) {
	byCount := map[int][]Timing{}
	for _, run := range runs {
		byCount[run.Workers] = append(byCount[run.Workers], run)
	}
	var values [][]float64
	rng, sample := rand.New(rand.NewPCG(b.Seed, uint64(len(runs)))), make([]Timing, len(runs))
	for range b.Draws {
		for i, run := range runs {
			same := byCount[run.Workers]
			if len(same) < 2 {
				return nil, false
			}
			sample[i] = same[rng.IntN(len(same))]
		}
		for i, v := range fit(sample) {
			if i == len(values) {
				values = append(values, nil)
			}
			values[i] = append(values[i], v)
		}
	}
	var out []Interval
	for _, v := range values {
		slices.Sort(v)
		tail := (1 - b.Level) / 2
		out = append(out, Interval{Quantile(v, tail), Quantile(v, 1-tail)})
	}
	return out, len(out) > 0
}
