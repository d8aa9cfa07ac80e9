package evaluate

import (
	"slices"
	"testing"

	"plyquet/engine/board"
	"plyquet/metrics"
	"plyquet/stages/evaluate/evalcache"
)

// An entry of the cache that no search can have found was a panic in the middle of a run, or a wrong row.
func TestOnlyWhatASearchCanHaveFoundIsRecalled(t *testing.T) {
	st := &station{pos: board.Start(), legal: 20}
	line := evalcache.Line{Move: "e2e4", Score: metrics.Cp(20), Win: 10, Draw: 980, Loss: 10, HasWDL: true}
	depth := func(d int, lines ...evalcache.Line) evalcache.Depth {
		return evalcache.Depth{Depth: d, Nodes: 100, Lines: lines}
	}
	whole := func(depths ...evalcache.Depth) *evalcache.Matrix { return &evalcache.Matrix{Legal: 20, Depths: depths} }
	with := func(change func(*evalcache.Line)) *evalcache.Matrix {
		l := line
		change(&l)
		return whole(depth(1, l))
	}
	if good := whole(depth(1, line), depth(3, line, line)); !fits(good, st) {
		t.Error("a good entry is refused")
	}
	for name, m := range map[string]*evalcache.Matrix{
		"no depths":      whole(),
		"no lines":       whole(depth(1)),
		"wrong order":    whole(depth(2, line), depth(1, line)),
		"depth 0":        whole(depth(0, line)),
		"depth 2^15":     whole(depth(1<<15, line)),
		"negative nodes": whole(evalcache.Depth{Depth: 1, Nodes: -1, Lines: []evalcache.Line{line}}),
		"other position": {Legal: 21, Depths: []evalcache.Depth{depth(1, line)}},
		"illegal move":   with(func(l *evalcache.Line) { l.Move = "e2e5" }),
		"no move":        with(func(l *evalcache.Line) { l.Move = "\xff\x1b[2J" }),
		"score":          with(func(l *evalcache.Line) { l.Score = metrics.Cp(1 << 30) }),
		"mate":           with(func(l *evalcache.Line) { l.Score = metrics.MateIn(-1 << 30) }),
		"wdl":            with(func(l *evalcache.Line) { l.Win = -5 }),
		"many lines":     whole(depth(1, slices.Repeat([]evalcache.Line{line}, 21)...)),
	} {
		if fits(m, st) {
			t.Errorf("%s is taken", name)
		}
	}
	if allFit([]evalcache.Matrix{{Legal: 20}}, []station{*st}) {
		t.Error("a position that was not searched is taken")
	}
	if !allFit([]evalcache.Matrix{{}}, []station{{terminal: "stalemate"}}) {
		t.Error("a position that needs no search is refused")
	}
}
