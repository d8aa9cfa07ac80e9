package metrics

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// An Interval is a range of values that a statistic is known to.
type Interval struct{ Low, High float64 }

// Z95 is the two-sided 95 % point of the normal distribution.
const Z95 = 1.959963984540054

// Wilson is the score interval of a proportion of hits in n trials (Wilson 1927) at z standard deviations; undefined
// without trials. Unlike the textbook interval it stays inside [0, 1] and is right for small n.
func Wilson(hits, n int, z float64) (Interval, bool) {
	if n <= 0 {
		return Interval{}, false
	}
	size, p := float64(n), float64(hits)/float64(n)
	centre := p + z*z/(2*size)
	half := z * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	scale := 1 + z*z/size
	return Interval{max(0, (centre-half)/scale), min(1, (centre+half)/scale)}, true
}

// UpperTail is the probability that a standard normal variable exceeds z.
func UpperTail(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

// UpperPoint is the inverse of UpperTail: the z that is exceeded with probability p in (0, 1).
//
// Note: math.Erfcinv(p) is Erfinv(1-p) and infinite for p below 1e-16, where this is exact.
func UpperPoint(p float64) float64 { return -mathext.NormalQuantile(p) }
