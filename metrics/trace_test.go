package metrics

import "testing"

// A move that looked good (losses 0, 0), then worse and worse: a trap; and one that grew into the best.
var trapTables = tablesOf(
	[]int{10, 20, -90},
	[]int{10, 20, -80},
	[]int{10, -10, 0},
	[]int{10, -60, 20},
	[]int{10, -80, 40},
)

func TestTraceOfTrapAndLateBloomer(t *testing.T) {
	trap, late, steady := TraceOf(trapTables, 1), TraceOf(trapTables, 2), TraceOf(trapTables, 0)
	swing, ok := trap.Swing()
	last, _ := trap.FinalLoss()
	near(t, "final loss", last, ScaledLoss(40, -80), 1e-12)
	// losses: 0, 0, u(10)-u(-10), u(20)-u(-60), u(40)-u(-80)
	want := ScaledLoss(10, -10) + ScaledLoss(20, -60) + last - 5*last
	near(t, "swing of the trap", swing, want, 1e-12)
	if !ok || !trap.IsTrap() || late.IsTrap() || steady.IsTrap() {
		t.Error("trap not told from the other moves")
	}
	if up, _ := late.Swing(); up <= 0 {
		t.Errorf("a move that got better swings %g, want > 0", up)
	}
	if d, ok := trap.ExposureDepth(); !ok || d != 3 {
		t.Errorf("exposed at %d, want 3", d)
	}
	if d, ok := trap.SatisficingDepth(); !ok || d != 2 {
		t.Errorf("satisficing to depth %d, want 2", d)
	}
	if _, ok := late.ExposureDepth(); ok {
		t.Error("the best move at the last depth cannot be exposed")
	}
	if d, ok := SettleDepth(trapTables); !ok || d != 4 {
		t.Errorf("settled at %d, want 4", d)
	}
}

func TestTraceOfUnlistedMoveIsUndefined(t *testing.T) {
	none := TraceOf(trapTables, 9)
	if _, ok := none.Swing(); ok {
		t.Error("swing of a move that was never listed")
	}
	if _, ok := none.SatisficingDepth(); ok || none.IsTrap() {
		t.Error("facts of a move that was never listed")
	}
	if _, ok := SettleDepth(nil); ok {
		t.Error("settled without tables")
	}
}

func TestMateForMateIsNoLoss(t *testing.T) {
	tables := []DepthTable{{1, []Line{{0, MateIn(2)}, {1, MateIn(7)}, {2, Cp(400)}}}}
	loss, _ := TraceOf(tables, 1).FinalLoss()
	near(t, "mate in 7 for mate in 2", loss, 0, 0)
	loss, _ = TraceOf(tables, 2).FinalLoss()
	near(t, "4.00 for mate", loss, ScaledLoss(1000, 400), 1e-12)
}
