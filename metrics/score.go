package metrics

import (
	"cmp"
	"fmt"
)

// Score is an engine's verdict: centipawns or a forced mate. It has an order and a negation but no subtraction:
// mate is not a large centipawn, so differences are only taken between win chances. The zero value is a score of
// 0 centipawns.
//
// A Score has a point of view (White's in tables, the side to move's inside engine/uci) that the holder states.
type Score struct {
	kind scoreKind
	n    int32 // centipawns, or moves to mate (>= 0)
}

type scoreKind int8

const (
	kindCp     scoreKind = 0
	kindMating scoreKind = 1  // the point of view mates in n moves; n = 0: has just mated
	kindMated  scoreKind = -1 // the point of view is mated in n moves; n = 0: is mated now
)

// Cp is a score in centipawns.
func Cp(cp int) Score { return Score{kindCp, int32(cp)} }

// MateIn is a forced mate in n > 0 own moves; n < 0 means being mated in -n moves, as UCI and PGN write it.
// It panics for 0, which has no side: use Mated or HasMated.
func MateIn(n int) Score {
	switch {
	case n > 0:
		return Score{kindMating, int32(n)}
	case n < 0:
		return Score{kindMated, int32(-n)}
	}
	panic("metrics: MateIn(0)")
}

// Mated is the score of a side that is checkmated; HasMated that of the side that gave the mate.
func Mated() Score    { return Score{kindMated, 0} }
func HasMated() Score { return Score{kindMating, 0} }

// Cp returns the centipawns, and false for a mate.
func (s Score) Cp() (int, bool) { return int(s.n), s.kind == kindCp }

// Mate returns the distance with its sign (negative: being mated), and false for centipawns. A distance of 0 has no
// sign; Wins tells whose it is.
func (s Score) Mate() (int, bool) { return int(s.kind) * int(s.n), s.kind != kindCp }

// IsMate reports a forced or given mate of either side; Wins and Loses say whose.
func (s Score) IsMate() bool { return s.kind != kindCp }
func (s Score) Wins() bool   { return s.kind == kindMating }
func (s Score) Loses() bool  { return s.kind == kindMated }

// Neg is the same verdict from the other side.
func (s Score) Neg() Score {
	if s.kind == kindCp {
		return Score{kindCp, -s.n}
	}
	return Score{-s.kind, s.n}
}

// Cmp orders scores from worst to best: mated now < mated in 1 < mated in 9 < any cp < mate in 9 < mate in 1 < has mated.
func (s Score) Cmp(t Score) int {
	if s.kind != t.kind {
		return cmp.Compare(s.kind, t.kind)
	}
	if s.kind == kindMating {
		return cmp.Compare(t.n, s.n)
	}
	return cmp.Compare(s.n, t.n)
}

// String prints "+0.35", "#3", "#-2", and "#" or "#-" for a mate on the board.
func (s Score) String() string {
	switch {
	case s.kind == kindCp:
		return fmt.Sprintf("%+.2f", float64(s.n)/100)
	case s.n == 0 && s.kind == kindMating:
		return "#"
	case s.n == 0:
		return "#-"
	}
	return fmt.Sprintf("#%d", int(s.kind)*int(s.n))
}
