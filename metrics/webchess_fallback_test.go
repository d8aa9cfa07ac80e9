package metrics

import (
	"math"
	"testing"
)

// The app's own test: a loss of 10 for White and 220 for Black, printed to one decimal.
func TestWebchessFallbackAccuracy(t *testing.T) {
	white, black := WebchessFallbackAccuracy(10), WebchessFallbackAccuracy(220)
	both := accuracySum{floor: 1}
	both.add(white, 1)
	both.add(black, 1)
	overall, _ := both.mean()
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"white", white, 96.7}, {"black", black, 48.0}, {"overall", overall.Value, 68.3}, {"no loss", WebchessFallbackAccuracy(-5), 100}} {
		if math.Abs(c.got-c.want) > 0.05 {
			t.Errorf("%s: %.3f, want %.1f", c.name, c.got, c.want)
		}
	}
}
