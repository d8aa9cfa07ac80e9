package metrics

// A Trace is the scaled loss of one move against the best move of each depth, in order of depth: how the engine's
// opinion of that move grew. Mates count as LossCapCp. Depths at which the move was not listed are left out.
type Trace []TracePoint

// A TracePoint is one depth of a Trace.
type TracePoint struct {
	Depth int
	Loss  float64 // scaled pawns, >= 0
}

// Thresholds in scaled pawns.
const (
	exposedLoss     = 0.10  // from here on a loss is an error
	satisficingLoss = 0.05  // up to here a move is as good as the best
	trapSwing       = -0.50 // a trap swings at least this far down ...
	trapLoss        = 0.30  // ... and costs at least this much at the last depth
)

// TraceOf follows a move through tables in order of depth.
func TraceOf(tables []DepthTable, move int) Trace {
	var t Trace
	for _, table := range tables {
		best, own, found := 0.0, 0.0, false
		for i, line := range table.Lines {
			u := ScaledPawns(BoundedCp(line.Score))
			if i == 0 || u > best {
				best = u
			}
			if line.Move == move {
				own, found = u, true
			}
		}
		if found {
			t = append(t, TracePoint{table.Depth, best - own})
		}
	}
	return t
}

// Swing is the sum over all depths of the loss there minus the loss at the last depth. Positive: the move looked bad
// early and got better; negative: it looked good and was refuted. Undefined for an empty trace.
// Source: Regan's "Depth of Satisficing" (2015) and both papers of Biswas and Regan.
func (t Trace) Swing() (swing float64, ok bool) {
	last, ok := t.FinalLoss()
	for _, p := range t {
		swing += p.Loss - last
	}
	return swing, ok
}

// FinalLoss is the loss at the last depth.
func (t Trace) FinalLoss() (float64, bool) {
	if len(t) == 0 {
		return 0, false
	}
	return t[len(t)-1].Loss, true
}

// IsTrap reports a move that shallow thinking likes and deep thinking refutes.
func (t Trace) IsTrap() bool {
	swing, _ := t.Swing()
	last, ok := t.FinalLoss()
	return ok && swing < trapSwing && last >= trapLoss
}

// ExposureDepth is the least depth from which on the move is an error at every depth; undefined when it is none at
// the last depth. The level-k studies count errors by it: stronger players err on errors that are exposed deeper.
func (t Trace) ExposureDepth() (depth int, ok bool) {
	for i := len(t) - 1; i >= 0 && t[i].Loss >= exposedLoss; i-- {
		depth, ok = t[i].Depth, true
	}
	return depth, ok
}

// SatisficingDepth is the greatest depth at which the move was as good as the best: a player who looks no further
// would be content with it. Undefined when it never was.
func (t Trace) SatisficingDepth() (depth int, ok bool) {
	for _, p := range t {
		if p.Loss <= satisficingLoss {
			depth, ok = p.Depth, true
		}
	}
	return depth, ok
}

// SettleDepth is the least depth from which on the engine's first move is its final one.
func SettleDepth(tables []DepthTable) (depth int, ok bool) {
	final := -1
	for i := len(tables) - 1; i >= 0; i-- {
		if len(tables[i].Lines) == 0 {
			break
		}
		first := tables[i].Lines[0].Move
		if !ok {
			final = first
		}
		if first != final {
			break
		}
		depth, ok = tables[i].Depth, true
	}
	return depth, ok
}
