package metrics

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Bootstrap resamples whole groups (games, players) with replacement: decisions of one game are not independent,
// so an interval over single decisions would be too narrow. The same seed gives the same interval.
type Bootstrap struct {
	Draws int
	Seed  uint64
	Level float64 // for example 0.95
}

// DefaultBootstrap is 2,000 draws at 95 %.
func DefaultBootstrap(seed uint64) Bootstrap { return Bootstrap{Draws: 2000, Seed: seed, Level: 0.95} }

// MinBootstrapGroups is the least number of groups that an interval is given for: with fewer, resampling cannot show
// anything that was not seen.
const MinBootstrapGroups = 5

// Percentile returns the percentile interval of a statistic over n groups. stat is called with the indices of one
// resample, which it must not keep; draws for which it is undefined are left out, and more than half of them make the
// interval undefined.
func (b Bootstrap) Percentile(n int, stat func(sample []int) (float64, bool)) (Interval, bool) {
	if n < MinBootstrapGroups || b.Draws < 1 {
		return Interval{}, false
	}
	rng := rand.New(rand.NewPCG(b.Seed, uint64(n)))
	sample, values := make([]int, n), make([]float64, 0, b.Draws)
	for range b.Draws {
		for i := range sample {
			sample[i] = rng.IntN(n)
		}
		if v, ok := stat(sample); ok {
			values = append(values, v)
		}
	}
	if len(values)*2 < b.Draws {
		return Interval{}, false
	}
	slices.Sort(values)
	tail := (1 - b.Level) / 2
	return Interval{Quantile(values, tail), Quantile(values, 1-tail)}, true
}

// Quantile interpolates the q-quantile of sorted, non-empty values linearly between order statistics (type 7).
func Quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(math.Floor(at))
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
