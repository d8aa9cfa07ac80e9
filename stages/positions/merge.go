package positions

import (
	"cmp"
	"iter"
	"slices"
)

// merged yields the positions of a partition, spilled and not, each once.
func (p *partition) merged() iter.Seq2[*position, error] {
	if len(p.runs) == 0 {
		return p.all()
	}
	sources := []iter.Seq2[*position, error]{p.all()}
	for _, r := range p.runs {
		sources = append(sources, r.all())
	}
	return merge(sources)
}

// merge joins sorted sequences into one. Equal positions are added up. A linear search for the smallest head is enough:
// there are as many sources as a partition has been spilled times, a few.
func merge(sources []iter.Seq2[*position, error]) iter.Seq2[*position, error] {
	return func(yield func(*position, error) bool) {
		var heads []*head
		defer func() {
			for _, h := range heads {
				h.stop()
			}
		}()
		for _, s := range sources {
			next, stop := iter.Pull2(s)
			heads = append(heads, &head{next: next, stop: stop})
		}
		var out position
		for {
			low, err := lowest(heads)
			if err != nil {
				yield(nil, err)
				return
			}
			if low == nil {
				return
			}
			out.key, out.planes, out.moves = low.key, low.planes, out.moves[:0]
			for _, h := range heads {
				if h.p != nil && h.p.compare(&out) == 0 {
					out.moves = append(out.moves, h.p.moves...)
					h.p = nil
				}
			}
			out.moves = addUp(out.moves)
			if !yield(&out, nil) {
				return
			}
		}
	}
}

// head is the next position of one source.
type head struct {
	next func() (*position, error, bool)
	stop func()
	p    *position // nil: to be fetched
	done bool
}

// lowest fetches what is missing and returns the first position of all heads; nil at the end.
func lowest(heads []*head) (*position, error) {
	var low *position
	for _, h := range heads {
		if h.p == nil && !h.done {
			p, err, ok := h.next()
			if err != nil {
				return nil, err
			}
			h.p, h.done = p, !ok
		}
		if h.p != nil && (low == nil || h.p.compare(low) < 0) {
			low = h.p
		}
	}
	return low, nil
}

// addUp sorts moves and adds equal ones.
func addUp(moves []movesPlayed) []movesPlayed {
	slices.SortFunc(moves, func(a, b movesPlayed) int { return cmp.Compare(a.move, b.move) })
	n := 0
	for i, m := range moves {
		if i > 0 && moves[n-1].move == m.move {
			for o, c := range m.counts {
				moves[n-1].counts[o] += c
			}
			continue
		}
		moves[n] = m
		n++
	}
	return moves[:n]
}
