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
// clocks are; [%timestamp]. A clock that shows more than it could ("more time" was given, a period has ended) says
// nothing: not known, never negative and never 0. What holds for the first move of a side stands at player.move.
func (g *Game) Spent(c TimeControl, dst []Took) (spent []Took, odd int) {
	period, timed := c.First()
	start := player{timed: timed, begins: true, known: true, clock: period.BaseMs, increment: period.IncrementMs}
	players := [2]player{start, start}
	side := g.Start.Turn()
	for i := range g.Moves {
		p := &g.Moves[i]
		clock, has := p.Clock()
		took, up := players[side].move(int64(clock), has)
		if ms, ok := p.Elapsed(); ok {
			took, up = Took{ms, true}, false
		} else if ms, ok := p.Timestamp(); ok && !took.Known {
			took = Took{ms, true}
		}
		if up {
			odd++
		}
		dst = append(dst, took)
		side = side.Other()
	}
	return dst, odd
}

// player is one side's clock.
type player struct {
	timed     bool  // the time control is known
	begins    bool  // the next move is the side's first
	known     bool  // clock is known
	clock     int64 // before the next move, milliseconds
	increment int64
}

// move takes the clock after the next move, if there is one. up reports a clock that went up by more than the increment.
//
// The clock before the first move is the base time. That move earns no increment, as on Lichess, unless the clock shows
// more than the base. Half of the base is no time spent but Lichess's berserk: half the time and no increments.
func (p *player) move(after int64, has bool) (took Took, up bool) {
	before, increment, usable := p.clock, p.increment, p.timed && p.known && has
	if p.begins && usable {
		switch {
		case before > 0 && 2*after == before:
			p.increment, usable = 0, false
		case after <= before:
			increment = 0
		}
	}
	p.clock, p.known, p.begins = after, has, false
	if !usable {
		return Took{}, false
	}
	d := before - after + increment
	return Took{int32(max(0, min(d, math.MaxInt32))), d >= 0}, d < 0
}
