package board

import "math/bits"

// Phase is a part of a game as Lichess cuts it.
type Phase uint8

const (
	Opening Phase = iota
	Middlegame
	Endgame
)

func (ph Phase) String() string { return [3]string{"opening", "middlegame", "endgame"}[ph] }

// Divider finds where the middlegame and the endgame begin, by the rule of scalachess's Divider
// (https://github.com/lichess-org/scalachess, MIT): few pieces, thinned back ranks, or mixed armies. Feed it the
// positions of a game in order, the start position first. The zero value is ready for a game.
type Divider struct {
	boards      int // positions seen
	middle, end int // 1 + index of the first position of the phase; 0: not found
}

// The thresholds of the rule.
const (
	middleOfficers = 10
	endOfficers    = 6
	backRankMin    = 4
	mixedMin       = 150
)

// Add takes the next position.
func (d *Divider) Add(p *Position) {
	d.boards++
	if d.end != 0 {
		return
	}
	officers := (p.Occupied() &^ (p.roles[Pawn] | p.roles[King])).Count()
	if d.middle == 0 && (officers <= middleOfficers || p.backRanksSparse() || p.mixedness() > mixedMin) {
		d.middle = d.boards
	}
	if d.middle != 0 && officers <= endOfficers {
		d.end = d.boards
	}
}

// Middle is the index of the first position of the middlegame. A game that goes from the opening straight into the
// endgame has none.
func (d *Divider) Middle() (int, bool) {
	return d.middle - 1, d.middle != 0 && d.middle != d.end
}

// End is the index of the first position of the endgame.
func (d *Divider) End() (int, bool) { return d.end - 1, d.end != 0 }

// Phase is the phase of the position with an index, and so of the move made there. All positions of the game must have
// been added.
func (d *Divider) Phase(index int) Phase {
	if end, ok := d.End(); ok && index >= end {
		return Endgame
	}
	if middle, ok := d.Middle(); ok && index >= middle {
		return Middlegame
	}
	return Opening
}

func (p *Position) backRanksSparse() bool {
	return (p.colors[White]&rank1).Count() < backRankMin || (p.colors[Black]&rank8).Count() < backRankMin
}

// mixedness sums a value over the 49 squares of two by two: how close the armies stand, and how far advanced.
func (p *Position) mixedness() (sum int) {
	for y := range 7 {
		white := uint32(p.colors[White]>>(8*y)) & 0xffff
		black := uint32(p.colors[Black]>>(8*y)) & 0xffff
		for x := range 7 {
			w := white>>x&3 | white>>(x+6)&12
			b := black>>x&3 | black>>(x+6)&12
			sum += int(mixTable[y][(w<<4|b)&255])
		}
	}
	return sum
}

// mixTable holds the value of a square of two by two: by the rank of its lower edge and the four bits of either color.
var mixTable = makeMixTable()

func makeMixTable() (t [7][256]uint8) {
	for y := range t {
		for i := range t[y] {
			t[y][i] = uint8(mixValue(bits.OnesCount(uint(i>>4)), bits.OnesCount(uint(i&15)), y+1))
		}
	}
	return t
}

// mixValue is the published table: w white and b black pieces, y the rank of the lower edge, 1..7.
func mixValue(w, b, y int) int {
	switch [2]int{w, b} {
	case [2]int{0, 1}:
		return 1 + y
	case [2]int{0, 2}:
		return unless(y >= 6, 2+6-y)
	case [2]int{0, 3}, [2]int{0, 4}:
		return unless(y >= 7, 3+7-y)
	case [2]int{1, 0}:
		return 1 + 8 - y
	case [2]int{2, 0}:
		return unless(y <= 2, 2+y-2)
	case [2]int{3, 0}, [2]int{4, 0}:
		return unless(y <= 1, 3+y-1)
	case [2]int{1, 1}:
		return 5 + max(4-y, y-4)
	case [2]int{1, 2}:
		return 4 + 7 - y
	case [2]int{1, 3}:
		return 5 + 7 - y
	case [2]int{2, 1}:
		return 4 + y - 1
	case [2]int{3, 1}:
		return 5 + y - 1
	case [2]int{2, 2}:
		return 7
	}
	return 0
}

func unless(zero bool, value int) int {
	if zero {
		return 0
	}
	return value
}
