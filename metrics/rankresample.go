package metrics

import (
	"math"
	"slices"
)

// A RankCorrelation is Spearman's correlation over resamples of groups (games) of pairs. Both samples are sorted once;
// a resample only changes how often each pair counts, so that each costs a pass and not two sorts. It has scratch
// memory and belongs to one goroutine.
type RankCorrelation struct {
	group    []int // of each pair
	byX, byY []int // pairs in order of x, of y
	x, y     []float64
	times    []float64 // of each group in the resample
	rx, ry   []float64
}

// NewRankCorrelation takes the pairs by group: x[g][i] belongs to y[g][i]. A pair with a NaN has no rank and is left out.
func NewRankCorrelation(x, y [][]float64) *RankCorrelation {
	r := &RankCorrelation{times: make([]float64, len(x))}
	for g := range x {
		for i := range x[g] {
			if math.IsNaN(x[g][i]) || math.IsNaN(y[g][i]) {
				continue
			}
			r.byX, r.byY = append(r.byX, len(r.group)), append(r.byY, len(r.group))
			r.group = append(r.group, g)
			r.x, r.y = append(r.x, x[g][i]), append(r.y, y[g][i])
		}
	}
	r.rx, r.ry = make([]float64, len(r.x)), make([]float64, len(r.x))
	sortBy(r.byX, r.x)
	sortBy(r.byY, r.y)
	return r
}

func sortBy(order []int, key []float64) {
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case key[a] < key[b]:
			return -1
		case key[a] > key[b]:
			return 1
		}
		return a - b
	})
}

// Len is the number of pairs.
func (r *RankCorrelation) Len() int { return len(r.x) }

// Whole is the correlation of all pairs.
func (r *RankCorrelation) Whole() (float64, bool) {
	for g := range r.times {
		r.times[g] = 1
	}
	return r.correlate()
}

// Of is the correlation of a resample: the groups listed, each as often as it is listed.
func (r *RankCorrelation) Of(sample []int) (float64, bool) {
	clear(r.times)
	for _, g := range sample {
		r.times[g]++
	}
	return r.correlate()
}

func (r *RankCorrelation) correlate() (float64, bool) {
	n := r.ranks(r.rx, r.byX, r.x)
	r.ranks(r.ry, r.byY, r.y)
	mean := (n + 1) / 2
	var cov, vx, vy float64
	for i, g := range r.group {
		m, dx, dy := r.times[g], r.rx[i]-mean, r.ry[i]-mean
		cov, vx, vy = cov+m*dx*dy, vx+m*dx*dx, vy+m*dy*dy
	}
	if n < 2 || vx == 0 || vy == 0 {
		return 0, false
	}
	return cov / math.Sqrt(vx*vy), true
}

// ranks fills in the mean rank of each pair within the resample and returns the resample's size.
func (r *RankCorrelation) ranks(into []float64, order []int, key []float64) (n float64) {
	for lo := 0; lo < len(order); {
		hi, weight := lo, 0.0
		for hi < len(order) && key[order[hi]] == key[order[lo]] {
			weight += r.times[r.group[order[hi]]]
			hi++
		}
		for _, i := range order[lo:hi] {
			into[i] = n + (weight+1)/2
		}
		n, lo = n+weight, hi
	}
	return n
}
