package uci

import (
	"testing"

	"plyquet/metrics"
)

func TestInfoFieldsInAnyOrder(t *testing.T) {
	want := Info{Depth: 25, Rank: 2, Score: metrics.Cp(-12), Nodes: 260608217, Time: 108796, HasDepth: true, HasScore: true}
	for _, line := range []string{
		"info depth 25 seldepth 37 multipv 2 score cp -12 nodes 260608217 nps 2395384 hashfull 999 tbhits 0 time 108796 pv a6a5 c1b2",
		"info time 108796 nps 2395384 score cp -12 nodes 260608217 multipv 2 depth 25 seldepth 37 tbhits 0 hashfull 999 pv a6a5 c1b2",
		"info  multipv 2   depth 25 pv a6a5 c1b2 score cp -12 time 108796 nodes 260608217",
		"info depth 25 multipv 2 score cp -12 time 108796 nodes 260608217 pv a6a5 multipv",
		"info depth 25 multipv 2 score cp -12 time 108796 nodes 260608217 pv a6a5 string depth 3 score cp 99",
	} {
		got, ok := ParseInfo([]byte(line))
		if !ok || string(got.Move) != "a6a5" {
			t.Errorf("%s: ok %v, move %q", line, ok, got.Move)
		}
		if got.Move = nil; !equalInfo(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", line, got, want)
		}
	}
}

func equalInfo(a, b Info) bool {
	return a.Depth == b.Depth && a.Rank == b.Rank && a.Score == b.Score && a.Bound == b.Bound && a.WDL == b.WDL &&
		a.Nodes == b.Nodes && a.Time == b.Time && a.HasDepth == b.HasDepth && a.HasScore == b.HasScore && string(a.Move) == string(b.Move)
}

func TestInfoScores(t *testing.T) {
	for _, c := range []struct {
		line  string
		score metrics.Score
		bound Bound
		wdl   WDL
	}{
		{"info depth 1 score cp 29 wdl 37 961 2 lowerbound nodes 1 pv e2e4", metrics.Cp(29), Lower, WDL{37, 961, 2, true}},
		{"info depth 1 score cp 29 lowerbound wdl 37 961 2 nodes 1 pv e2e4", metrics.Cp(29), Lower, WDL{37, 961, 2, true}},
		{"info depth 1 score cp 29 upperbound pv e2e4", metrics.Cp(29), Upper, WDL{}},
		{"info depth 1 score mate 3 pv e2e4", metrics.MateIn(3), Exact, WDL{}},
		{"info depth 1 score mate -128 pv e2e4", metrics.MateIn(-128), Exact, WDL{}},
		{"info depth 0 score mate 0", metrics.Mated(), Exact, WDL{}},
		{"info depth 1 score cp 7 wdl 1 2 pv e2e4", metrics.Cp(7), Exact, WDL{}},
	} {
		got, ok := ParseInfo([]byte(c.line))
		if !ok || !got.HasScore || got.Score != c.score || got.Bound != c.bound || got.WDL != c.wdl {
			t.Errorf("%s: %+v, %v", c.line, got, ok)
		}
	}
}

func TestDamagedInfoIsNotUsedInPart(t *testing.T) {
	for _, line := range []string{
		"info depth 1 score cp 3 nodes -5 pv e2e4",
		"info depth 1 score cp 3 time -1 pv e2e4",
		"info depth 1 score cp 3 nodes 999999999999999999 pv e2e4", // a sum of them is negative
		"info depth 5 multipv 1x score cp 3 pv e2e4",
		"info depth 5 multipv 0 score cp 3 pv e2e4",
		"info depth -1 score cp 3 pv e2e4",
		"info depth 5 score cp 99999999999999999999 pv e2e4",
		"info depth 5 score cp --3 pv e2e4",
		"info depth 5 score mate 99999 pv e2e4",
		"info depth 5 score cp 3 wdl 5 6 1001 pv e2e4",
		"infos depth 5", "", "bestmove e2e4",
	} {
		if got, ok := ParseInfo([]byte(line)); ok {
			t.Errorf("%q was accepted: %+v", line, got)
		}
	}
}

func TestEmptyAndProseInfoSayNothing(t *testing.T) {
	for _, line := range []string{"info", "info string score cp 999 pv a1a1 this is text", "info depth", "info score", "info pv", "info currmove e2e4 currmovenumber 3"} {
		got, ok := ParseInfo([]byte(line))
		if !ok || got.HasScore || got.HasDepth || got.Move != nil {
			t.Errorf("%q: %+v, %v", line, got, ok)
		}
	}
}

func TestBestMove(t *testing.T) {
	for _, c := range []struct {
		line, move string
		ok         bool
	}{
		{"bestmove e2e4 ponder e7e5", "e2e4", true},
		{"  bestmove   a7a8q", "a7a8q", true},
		{"bestmove (none)", "", true},
		{"bestmove 0000", "", true},
		{"bestmove", "", true},
		{"bestmove NULL", "", true},
		{"bestmoves e2e4", "", false},
		{"info depth 1", "", false},
	} {
		move, ok := ParseBestMove([]byte(c.line))
		if string(move) != c.move || ok != c.ok {
			t.Errorf("%q: %q, %v", c.line, move, ok)
		}
	}
}

func TestParsingAllocatesNothing(t *testing.T) {
	line := []byte("info depth 25 seldepth 37 multipv 2 score cp -12 wdl 1 2 997 nodes 260608217 nps 2395384 hashfull 999 tbhits 0 time 108796 pv a6a5 c1b2 e7e8q")
	bad := []byte("info depth x multipv y score cp z pv e2e4")
	n := testing.AllocsPerRun(100, func() {
		ParseInfo(line)
		ParseInfo(bad)
		ParseBestMove(line)
	})
	if n != 0 {
		t.Errorf("%v allocations a line", n)
	}
}

func BenchmarkParseInfo(b *testing.B) {
	line := []byte("info depth 25 seldepth 37 multipv 2 score cp -12 wdl 1 2 997 nodes 260608217 nps 2395384 hashfull 999 tbhits 0 time 108796 pv a6a5 c1b2 e7e8q")
	for b.Loop() {
		if info, ok := ParseInfo(line); !ok || info.Rank != 2 {
			b.Fatal("misread")
		}
	}
	b.SetBytes(int64(len(line)))
}
