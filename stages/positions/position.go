package positions

import (
	"cmp"
	"iter"
	"slices"

	"plyquet/engine/board"
)

// position is one counted position in the order of the table.
type position struct {
	key    int64
	planes board.Planes
	moves  []movesPlayed // at least one, by move; NoMove stands for the visits that were the last one counted
}

type movesPlayed struct {
	move   board.Move
	counts tally
}

// counts is the sum over the moves.
func (p *position) counts() (t tally) {
	for _, m := range p.moves {
		for i, n := range m.counts {
			t[i] += n
		}
	}
	return t
}

// all yields the positions of a partition in order. The yielded position is valid until the next step.
func (p *partition) all() iter.Seq2[*position, error] {
	return func(yield func(*position, error) bool) {
		var out position
		for _, at := range p.sorted() {
			e := p.entry(int(at.number))
			out.key, out.planes, out.moves = at.key, e.planes, p.movesOf(e, out.moves[:0])
			if !yield(&out, nil) {
				return
			}
		}
	}
}

// movesOf appends the moves of an entry, sorted. The first one has what the others leave of the counts.
func (p *partition) movesOf(e *entry, dst []movesPlayed) []movesPlayed {
	first := movesPlayed{e.first, e.counts}
	for at := e.more; at != 0; {
		m := p.moreAt(at)
		dst = append(dst, movesPlayed{m.move, m.counts})
		for i, n := range m.counts {
			first.counts[i] -= n
		}
		at = m.next
	}
	dst = append(dst, first)
	slices.SortFunc(dst, func(a, b movesPlayed) int { return cmp.Compare(a.move, b.move) })
	return dst
}

// compare orders positions as the table does.
func (p *position) compare(o *position) int {
	if c := cmp.Compare(p.key, o.key); c != 0 {
		return c
	}
	return p.planes.Compare(o.planes)
}
