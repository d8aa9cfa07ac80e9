package metrics

import (
	"fmt"
	"testing"
)

func TestMoveAccuracy(t *testing.T) {
	for _, tc := range []struct {
		name  string
		decay Decay
		want  map[float64]float64 // win percent lost -> accuracy
	}{
		{"lichess", LichessDecay(), map[float64]float64{0: 100, 0.5: 98.778005, 1: 96.603977, 2: 92.395376, 5: 80.815300,
			10: 64.579828, 15: 51.520827, 20: 41.016819, 30: 25.772048, 40: 15.909002, 50: 9.527819, 60: 5.399328,
			70: 2.728282, 80: 1.000171, 90: 0, 0.22366: 100, -3: 100}},
		{"cap", CAPDecay(), map[float64]float64{0: 100, 0.5: 96.950860, 1: 93.991933, 2: 88.333843, 5: 73.260945,
			10: 53.452240, 20: 27.906343, 30: 13.886457, 50: 5, 100: 5, -1: 100}},
		{"cap without floor", Decay{103.1668, 0.06, 3.1669, 0, 0}, map[float64]float64{50: 1.969473, 58.07: 0}},
		{"webchess", WebchessDecay(), map[float64]float64{0: 100, 50: 9.530272, 100: 0}},
	} {
		for lost, want := range tc.want {
			near(t, fmt.Sprintf("%s: %v %%", tc.name, lost), tc.decay.Accuracy(lost/100), want, 5e-7)
		}
	}
	if a := LichessDecay().Accuracy(0.00223664); a >= 100 {
		t.Errorf("a loss of 0.223664 %% scores %v, want less than 100", a)
	}
	if a, b := LichessDecay().Accuracy(0.887154), LichessDecay().Accuracy(0.887155); a <= 0 || b != 0 {
		t.Errorf("the curve must reach 0 at 88.7154 %%: %v, %v", a, b)
	}
	near(t, "floor of cap bites at 42.27 %", CAPDecay().Accuracy(0.4227), 5, 1e-2)
	near(t, "en-croissant 0 -> -500", Decay{103.1668, 0.04354, 3.1669, 1, 0}.Accuracy(
		LichessCurve().Win(Cp(0))-LichessCurve().Win(Cp(-500))), 19.0656, 5e-5)
}
