package pgn

import "math"

// Took is the time of a move, if it is known.
type Took struct {
	Ms    int32
	Known bool
}

// Spent appends to dst the time each move of g.Moves took. odd counts the moves whose clock went up by more than the
// increment.
//
// In this order: [%emt]; the clocks: clock before - clock after + increment, if the time control is known and both
// clocks are; [%timestamp]. For the first move of a side the clock before is the base time, and the increment is not
// counted, as on Lichess, unless the clock then shows more than the base. A clock that shows more than it could
// ("more time" was given, a period has ended) says nothing: not known, never negative and never 0.
func (g *Game) Spent(c TimeControl, dst []Took) (spent []Took, odd int) {
	period, timed := c.First()
	var before [2]int64 // the mover's clock before the move; -1: not known
	before[0], before[1] = period.BaseMs, period.BaseMs
	side := g.Start.Turn()
	for i := range g.Moves {
		p := &g.Moves[i]
		took := int64(-1)
		if ms, ok := p.Elapsed(); ok {
			took = int64(ms)
		} else if ms, ok := p.Timestamp(); ok {
			took = int64(ms)
		}
		clock, has := p.Clock()
		if was := before[side]; has && timed && was >= 0 && p.has&hasEmt == 0 {
			d := was - int64(clock)
			if i >= 2 || d < 0 {
				d += period.IncrementMs
			}
			if d >= 0 {
				took = d
			} else {
				odd++
			}
		}
		before[side] = -1
		if has {
			before[side] = int64(clock)
		}
		dst = append(dst, Took{int32(max(0, min(took, math.MaxInt32))), took >= 0})
		side = side.Other()
	}
	return dst, odd
}
