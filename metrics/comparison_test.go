package metrics

import (
	"fmt"
	"testing"
)

// centipawnsFor is the loss from 0.00 in centipawns that costs the given win chance.
func centipawnsFor(c Curve, loss float64) float64 {
	lo, hi := 0.0, 5000.0
	for range 60 {
		mid := (lo + hi) / 2
		if 0.5-winAt(c, -mid) < loss {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// winAt interpolates the curve between whole centipawns.
func winAt(c Curve, cp float64) float64 {
	lo := int(cp) - 1
	f := cp - float64(lo)
	return c.Win(Cp(lo))*(1-f) + c.Win(Cp(lo+1))*f
}

func TestExpectedPointsClasses(t *testing.T) {
	for loss, want := range map[float64]Class{0: ClassBest, -0.1: ClassBest, 1e-9: ClassExcellent, 0.02: ClassExcellent,
		0.0200001: ClassGood, 0.05: ClassGood, 0.0500001: ClassInaccuracy, 0.10: ClassInaccuracy, 0.1000001: ClassMistake,
		0.20: ClassMistake, 0.2000001: ClassBlunder, 1: ClassBlunder} {
		if got := ExpectedPointsClass(loss); got != want {
			t.Errorf("%v lost: %v, want %v", loss, got, want)
		}
	}
	for loss, cp := range map[float64]float64{0.02: 21.7, 0.05: 54.5, 0.10: 110.1, 0.20: 230.1} {
		near(t, "centipawns", centipawnsFor(LichessCurve(), loss), cp, 0.06)
	}
}

func TestWintrchessCutoffsInCentipawns(t *testing.T) {
	for i, cp := range []float64{11.4, 51.6, 92.2, 139.9, 269.9} {
		near(t, "centipawns", centipawnsFor(WintrchessCurve(), WintrchessCutoffs()[i]), cp, 0.06)
	}
}

func TestFreechessCutoffs(t *testing.T) {
	for cp, want := range map[int][5]float64{
		0:     {0, 27.55, 60.55, 108.09, 225.82},
		100:   {0, 41.86, 88.98, 146.33, 269.09},
		-300:  {12.37, 82.48, 157.84, 234.81, 373.63},
		-1000: {119.89, 350.65, 524.85, 670.49, 928.52},
	} {
		for i, cut := range FreechessCutoffs(cp) {
			near(t, fmt.Sprintf("%d, rung %d", cp, i), cut, want[i], 0.006)
		}
	}
}

func TestEnCroissantGlyphs(t *testing.T) {
	c := LichessCurve()
	for cp, want := range map[int]string{-500: "??", -200: "?", -100: "?!", -50: ""} {
		if got := EnCroissantGlyph(c.Win(Cp(0)) - c.Win(Cp(cp))); got != want {
			t.Errorf("0 -> %d: %q, want %q", cp, got, want)
		}
	}
	if got := LichessCentipawns().Loss(Cp(0), Mated()); got != 1000 {
		t.Errorf("0 -> mated loses %d", got)
	}
}

func TestChesskitElo(t *testing.T) {
	for _, tc := range [][4]float64{
		{0, 3100, 2156.39, 2489.98}, {20, 2538.07, 1951.18, 2253.03}, {50, 1880.25, 1679.40, 1939.20},
		{80, 1392.92, 1445.47, 1669.08}, {100, 1140.43, 1307.91, 1510.25}, {150, 691.70, 1018.60, 1176.18},
	} {
		near(t, "unrated", ChesskitElo(tc[0]), tc[1], 0.006)
		near(t, "rated 1500", ChesskitEloRated(tc[0], 1500), tc[2], 0.006)
		near(t, "rated 2000", ChesskitEloRated(tc[0], 2000), tc[3], 0.006)
	}
}

func TestChesskitOfTheWorkedGame(t *testing.T) {
	players, ok := ChesskitOf(workedGame())
	if !ok {
		t.Fatal("no accuracy")
	}
	near(t, "white", players[0].Accuracy.Value, 86.7174473936, 1e-9)
	near(t, "black", players[1].Accuracy.Value, 68.5414827480, 1e-9)
	near(t, "ACPL of white", players[0].ACPL, 37.75, 1e-9)
	if _, ok := ChesskitOf(sheetOf(false, 20, 15)); ok {
		t.Error("one move gives both players an accuracy")
	}
	if _, ok := ChesskitOf(sheetOf(false, 20, 15, none, 15)); ok {
		t.Error("a gap must give none")
	}
	for n := range 100 { // no window leaves the game
		ChesskitOf(sheetOf(false, 0, make([]int, n)...))
	}
}

func TestStockfishWDL(t *testing.T) {
	models := map[string]WDLModel{}
	for _, m := range WDLModels() {
		models[m.Version] = m
	}
	for _, tc := range []struct {
		version           string
		cp, material, ply int
		want              WDL
	}{
		{"18", 0, 78, 0, WDL{21, 958, 21}}, {"18", 50, 78, 0, WDL{128, 869, 3}}, {"18", 100, 78, 0, WDL{500, 500, 0}},
		{"18", 200, 78, 0, WDL{979, 21, 0}}, {"18", 0, 58, 0, WDL{3, 994, 3}}, {"18", 50, 58, 0, WDL{50, 950, 0}},
		{"18", 100, 58, 0, WDL{500, 500, 0}}, {"18", 200, 58, 0, WDL{997, 3, 0}}, {"18", 0, 17, 0, WDL{1, 998, 1}},
		{"18", 50, 3, 0, WDL{35, 965, 0}},
		{"15.1", 100, 0, 64, WDL{497, 503, 0}}, {"16", -52, 0, 63, WDL{0, 932, 68}}, {"16.1", 51, 0, 158, WDL{36, 964, 0}},
	} {
		if got := models[tc.version].WDL(tc.cp, tc.material, tc.ply); got != tc.want {
			t.Errorf("Stockfish %s, %d cp: %v, want %v", tc.version, tc.cp, got, tc.want)
		}
	}
	for material, want := range map[int][2]float64{78: {382.37288938, 99.66006270}, 58: {385.47354455, 65.42403365},
		17: {388.22278368, 58.56566722}} {
		a, b := models["18"].parameters(material, 0)
		near(t, "a", a, want[0], 1e-8)
		near(t, "b", b, want[1], 1e-8)
	}
	// the newest three agree that +1.00 wins half the games, whatever the material
	for _, v := range []string{"18", "17.1", "17"} {
		for _, material := range []int{20, 40, 70} {
			if w := models[v].WDL(100, material, 0); w.Win != 500 {
				t.Errorf("Stockfish %s, +1.00: %v", v, w)
			}
		}
	}
	near(t, "expected score of +1.00", WDL{500, 500, 0}.Expected(), 0.75, 0)
	near(t, "and of the other side", WDL{500, 500, 0}.Neg().Expected(), 0.25, 0)
}

func TestLC0(t *testing.T) {
	near(t, "Q 0.5", LC0Centipawns(0.5), 89.4, 0.05)
	near(t, "Q 0.9", LC0Centipawns(0.9), 545.8, 0.05)
	if got, want := LC0WDL(0.5, 0.3), (WDL{600, 300, 100}); got != want {
		t.Errorf("Q .5 D .3: %v, want %v", got, want)
	}
}
