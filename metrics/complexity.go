package metrics

import (
	"fmt"
	"slices"
)

// A DepthTable is what an engine thought of a position's moves at one depth: one row of the depth x rank matrix.
type DepthTable struct {
	Depth int
	Lines []Line // in the engine's order, best first
}

// A Line is one move of a DepthTable with its score, mover's view.
type Line struct {
	Move  int // any number that names the move within its position
	Score Score
}

// A MatePolicy says what becomes of mate scores, which have no distance to centipawns.
type MatePolicy string

const (
	// MatesDropMove leaves a move out at the depths where its score is a mate. The default: at full MultiPV even
	// sharp quiet positions have some absurd move that allows a mate.
	MatesDropMove MatePolicy = "drop_move"
	// MatesExcludePosition gives no value as soon as any line of any used depth is a mate: the rule of the article
	// this project began with.
	MatesExcludePosition MatePolicy = "exclude_position"
	// MatesExcludeBest gives no value when the first line of a used depth is a mate, and drops moves otherwise.
	MatesExcludeBest MatePolicy = "exclude_best"
	// MatesClamp bounds all scores by LossCapCp and puts mates at the bound.
	MatesClamp MatePolicy = "clamp"
)

// MatePolicies lists every policy.
func MatePolicies() []MatePolicy {
	return []MatePolicy{MatesDropMove, MatesExcludePosition, MatesExcludeBest, MatesClamp}
}

// ParseMatePolicy accepts the names of MatePolicies.
func ParseMatePolicy(name string) (MatePolicy, error) {
	if p := MatePolicy(name); slices.Contains(MatePolicies(), p) {
		return p, nil
	}
	return "", fmt.Errorf("mates %q: want one of %v", name, MatePolicies())
}

// ComplexityDefinition is everything besides the engine that a complexity value depends on. Values under different
// definitions are not comparable; in particular they fall with MaxDepth, because deep rankings agree more.
type ComplexityDefinition struct {
	Kendall
	Mates    MatePolicy
	MinDepth int // first depth used; 0: the first there is
	MaxDepth int // last depth used; 0: the last there is
}

// DefaultComplexity is the definition that all tables use unless told otherwise.
func DefaultComplexity() ComplexityDefinition {
	return ComplexityDefinition{
		Kendall: Kendall{Weight: WeightElement, Lambda: 0.5, Mu: 0.5},
		Mates:   MatesDropMove,
	}
}

// A NullReason says why there is no value. The zero value means that there is one.
type NullReason string

const (
	NullTerminal NullReason = "terminal"      // the game is over: there is nothing to choose
	NullMate     NullReason = "mate"          // excluded by the mate policy
	NullMoves    NullReason = "too_few_moves" // no two consecutive depths share two moves
	NullDepths   NullReason = "too_few_depths"
)

// Complexity is how much an engine changed its mind about the order of the moves while it looked deeper: 1 minus the
// mean similarity of consecutive depths. 0: it never did; 1: it reversed itself at every step.
//
// The idea is Biswas and Regan's ("Quantifying Depth and Complexity of Thinking and Knowledge", ICAART 2015); their
// exact pair weights are not public, so the definition in use is always stated with the value.
type Complexity struct {
	Value    float64 // meaningless unless Null is empty
	Null     NullReason
	Forced   bool // one legal move: Value is 0 by decree
	MinDepth int  // of the tables used
	MaxDepth int
	Moves    int // distinct moves in the tables used
	Terms    int // pairs of consecutive depths that count
	Mates    int // lines whose score was a mate
	Tau      []float64
}

// Of computes the complexity of a position from its tables in order of depth. legal is the number of legal moves in
// the position: one is forced, none is the end of the game.
func (d ComplexityDefinition) Of(tables []DepthTable, legal int) Complexity {
	tables = d.used(tables)
	c := Complexity{Moves: distinctMoves(tables), Mates: mateLines(tables)}
	if len(tables) > 0 {
		c.MinDepth, c.MaxDepth = tables[0].Depth, tables[len(tables)-1].Depth
	}
	switch {
	case legal == 0:
		c.Null = NullTerminal
		return c
	case legal == 1:
		c.Forced = true
		return c
	case d.excludes(tables):
		c.Null = NullMate
		return c
	case len(tables) < 2:
		c.Null = NullDepths
		return c
	}
	d.average(&c, tables)
	return c
}

// average fills the terms of c and its value.
func (d ComplexityDefinition) average(c *Complexity, tables []DepthTable) {
	sum := 0.0
	for i, deeper := range tables[1:] {
		if tables[i].Depth+1 != deeper.Depth {
			continue // a gap in the depths is no step of the engine's thinking
		}
		if tau, ok := d.Similarity(d.common(tables[i], deeper)); ok {
			c.Tau = append(c.Tau, tau)
			sum += tau
		}
	}
	c.Terms = len(c.Tau)
	if c.Terms == 0 {
		c.Null = NullMoves
		return
	}
	c.Value = 1 - sum/float64(c.Terms)
}

func (d ComplexityDefinition) used(tables []DepthTable) []DepthTable {
	if !slices.IsSortedFunc(tables, func(a, b DepthTable) int { return a.Depth - b.Depth }) {
		panic("metrics: depth tables out of order")
	}
	for len(tables) > 0 && tables[0].Depth < d.MinDepth {
		tables = tables[1:]
	}
	for d.MaxDepth > 0 && len(tables) > 0 && tables[len(tables)-1].Depth > d.MaxDepth {
		tables = tables[:len(tables)-1]
	}
	return tables
}

func (d ComplexityDefinition) excludes(tables []DepthTable) bool {
	for _, t := range tables {
		for i, line := range t.Lines {
			counts := d.Mates == MatesExcludePosition || d.Mates == MatesExcludeBest && i == 0
			if counts && line.Score.IsMate() {
				return true
			}
		}
	}
	return false
}

// common returns the scaled evaluations at both depths of the moves that both tables value, in the order of a. A move
// seen at one depth only says nothing about order.
func (d ComplexityDefinition) common(a, b DepthTable) (x, y []float64) {
	at := make(map[int]float64, len(b.Lines))
	for _, line := range b.Lines {
		if u, ok := d.scaled(line.Score); ok {
			at[line.Move] = u
		}
	}
	for _, line := range a.Lines {
		u, ok := d.scaled(line.Score)
		if deeper, both := at[line.Move]; ok && both {
			x, y = append(x, u), append(y, deeper)
		}
	}
	return x, y
}

func (d ComplexityDefinition) scaled(s Score) (float64, bool) {
	if d.Mates == MatesClamp {
		return ScaledPawns(BoundedCp(s)), true
	}
	cp, ok := s.Cp()
	return ScaledPawns(float64(cp)), ok
}

func distinctMoves(tables []DepthTable) int {
	seen := map[int]bool{}
	for _, t := range tables {
		for _, line := range t.Lines {
			seen[line.Move] = true
		}
	}
	return len(seen)
}

func mateLines(tables []DepthTable) (n int) {
	for _, t := range tables {
		for _, line := range t.Lines {
			if line.Score.IsMate() {
				n++
			}
		}
	}
	return n
}
