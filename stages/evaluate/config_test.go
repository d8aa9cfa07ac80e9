package evaluate

import (
	"strings"
	"testing"
	"time"

	"plyquet/engine/uci"
)

func TestValidateReportsEveryProblemAtOnce(t *testing.T) {
	s := New()
	s.Source, s.Tries, s.Engine.HashMB = "oracle", 0, 0
	s.Engine.Options = map[string]string{"multipv": "3", "Contempt": "0"}
	s.Grade = Grade{Depth: 0, Nodes: 0, MultiPV: 0, Hash: "lukewarm"}
	s.Complexity = Complexity{Positions: 1, From: Graded, Profile: "slow", Depth: 1, MultiPV: 1, FromMove: 0, Phases: []string{"opening", "end"}, PerGame: -1}
	err := s.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{
		`source: want engine, comments, not "oracle"`, "tries:", "engine.hash_mb:", "engine.options: multipv is set by plyquet", "grade.depth: set depth or nodes",
		"grade.multipv:", "grade.hash:", "complexity.profile:", "complexity.depth:", "complexity.multipv:", "complexity.from_move:",
		"complexity.per_game:", `complexity.phases[1]: want opening, middlegame, endgame, not "end"`, "complexity.from: graded, but",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("lacks %q:\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "Contempt") || strings.Contains(err.Error(), "phases[0]") {
		t.Errorf("complains of good values:\n%v", err)
	}
	if err := New().Validate(); err != nil {
		t.Errorf("defaults: %v", err)
	}
}

func TestAmountsAndDurationsReadBack(t *testing.T) {
	for text, want := range map[string]Amount{"0": 0, "30": 30, "all": every} {
		var a Amount
		if err := a.UnmarshalText([]byte(text)); err != nil || a != want || a.String() != text {
			t.Errorf("%s: %v, %v", text, a, err)
		}
	}
	for _, text := range []string{"", "-1", "1.5", "ALL", "2147483647"} {
		var a Amount
		if err := a.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is %v", text, a)
		}
	}
	var d Duration
	if err := d.UnmarshalText([]byte("90s")); err != nil || time.Duration(d) != 90*time.Second {
		t.Error(d, err)
	}
	for _, text := range []string{"0s", "-1m", "soon", "5"} {
		if err := d.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is a duration", text)
		}
	}
}

func TestMemoryBoundsTheEngines(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		wanted      int
		each, limit int64
		fit         int
	}{
		{2, 150 * mib, 4096 * mib, 2}, {8, 600 * mib, 4096 * mib, 6}, {8, 600 * mib, 599 * mib, 0}, {8, 0, mib, 8}, {8, mib, 0, 8},
	} {
		got, err := enginesThatFit(c.wanted, c.each, c.limit)
		if got != c.fit || (err != nil) != (c.fit == 0) {
			t.Errorf("%+v: %d, %v", c, got, err)
		}
	}
}

// The estimate is within a factor of two of what Stockfish 15.1 needed per position, in thousands of nodes.
func TestEstimateIsNearMeasuredCosts(t *testing.T) {
	for _, c := range []struct {
		depth, lines int
		warm         bool
		measured     float64
	}{
		{12, 1, false, 40}, {12, 2, false, 77}, {14, 1, false, 95}, {14, 3, false, 274}, {16, 2, false, 431}, {18, 1, false, 427},
		{12, 2, true, 51}, {14, 1, true, 54}, {16, 3, true, 505}, {18, 5, true, 1878},
		{10, 33, false, 321}, {12, 33, false, 971}, {12, 10, false, 345}, {12, 20, false, 664}, {14, 20, false, 1571},
	} {
		got := float64(expectedNodes(c.depth, 0, c.lines, c.warm)) / 1000
		if got > 2*c.measured || got < c.measured/2 {
			t.Errorf("%+v: expected %.0f", c, got)
		}
	}
	if got := expectedNodes(0, 5000, 3, true); got != 5000 {
		t.Errorf("a node limit of 5000 is expected to take %d", got)
	}
}

func TestForecastIsSaidInWords(t *testing.T) {
	for nodes, want := range map[int64]string{
		5_000_000: "about 6 s on 1 engine", 600_000_000: "about 10 min on 1 engine", 4_800_000_000: "about 1 h 20 min on 1 engine",
	} {
		if got := forecast(nodes, 1e6, 1); got != want {
			t.Errorf("%d nodes: %q, want %q", nodes, got, want)
		}
	}
	if got := forecast(9_600_000_000, 1e6, 2); got != "about 1 h 20 min on 2 engines" {
		t.Error(got)
	}
}

func TestFingerprintNamesWhatResultsDependOn(t *testing.T) {
	id := uci.Identity{Name: "Fish 2", Network: "nn-1.nnue"}
	e := Engine{HashMB: 64, Options: map[string]string{"Zeal": "3", "Contempt": "0"}}
	got, err := e.fingerprint(id, e.settings("/"), nil)
	if err != nil || got != "Fish 2, nn-1.nnue, Hash 64, Contempt 0, Zeal 3" {
		t.Errorf("%q, %v", got, err)
	}
}
