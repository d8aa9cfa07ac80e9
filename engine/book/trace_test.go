package book

import "plyquet/engine/board"

// maxNamePlies is how far into a game names are looked for, as on Lichess: a position that comes back to an opening
// after that is a curiosity.
const maxNamePlies = 40

// Trace is a game's way through a book. Plies count half-moves from 1; 0 is none.
type Trace struct {
	Opening    Opening // of the last named position
	OpeningPly int     // the half-move that reached it
	LastHit    int     // the last book move
	FirstMiss  int     // the first move that was none: the exit, if leaving the book once is final
	Hits       int
}

// Exit is the half-move that left the book for good, gaps before it forgiven; 0 if the game never left it.
func (t Trace) Exit(plies int) int {
	if t.LastHit == plies {
		return 0
	}
	return t.LastHit + 1
}

// Trace follows a game from its start position. The moves must be legal.
func (b *Book) Trace(start board.Position, moves []board.Move) (t Trace) {
	p := start
	for i, m := range moves {
		ply, before := i+1, p
		p.Play(m)
		if b.Hit(&before, &p, m) {
			t.Hits++
			t.LastHit = ply
		} else if t.FirstMiss == 0 {
			t.FirstMiss = ply
		}
		if b.Names == nil || ply > maxNamePlies {
			continue
		}
		if o, ok := b.Names.Opening(&p); ok {
			t.Opening, t.OpeningPly = o, ply
		}
	}
	return t
}
