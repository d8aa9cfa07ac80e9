package evaluate

import (
	"cmp"
	"container/heap"
	"slices"

	"plyquet/stages/gamerecord"
)

// positionDraw chooses the positions of the complexity search: among all that qualify, those with the lowest lots. It
// keeps no more candidates than can win, so any number of games can be entered.
type positionDraw struct {
	c          *Complexity
	seed       uint64
	considered int
	best       candidates // a heap, the worst on top
	walk       walker
}

type candidate struct {
	spot
	lot   uint64
	nodes int64 // expected cost
}

func newPositionDraw(s *Stage, seed uint64) *positionDraw {
	return &positionDraw{c: &s.Complexity, seed: seed}
}

// enter puts the positions of a game into the draw. A decision qualifies from a certain move on, in the wanted phases,
// and if there is a choice.
func (d *positionDraw) enter(g *game, r *gamerecord.Game) {
	if d.c.Positions == 0 {
		return
	}
	var own []candidate
	stations := d.walk.walk(g)
	for ply := range g.moves {
		st := &stations[ply]
		if st.pos.FullMoves() < d.c.FromMove || st.legal < 2 || st.terminal != "" ||
			len(d.c.Phases) > 0 && !slices.Contains(d.c.Phases, r.Plies[ply].Phase) {
			continue
		}
		own = append(own, candidate{spot{g, ply}, lot(d.seed, r.GameHash, ply+1),
			expectedNodes(d.c.depth(), 0, min(d.c.MultiPV, st.legal), false)})
	}
	d.considered += len(own)
	if d.c.PerGame > 0 && len(own) > d.c.PerGame {
		slices.SortFunc(own, byLot)
		own = own[:d.c.PerGame]
	}
	for _, c := range own {
		d.offer(c)
	}
}

func (d *positionDraw) offer(c candidate) {
	if len(d.best) < int(d.c.Positions) {
		heap.Push(&d.best, c)
	} else if byLot(c, d.best[0]) < 0 {
		d.best[0] = c
		heap.Fix(&d.best, 0)
	}
}

// result ends the draw: the winners, cut to the node budget in the order of their lots, then in file order. The budget
// is spent by expected cost: by real cost, who comes last would depend on which engine is faster.
func (d *positionDraw) result() []spot {
	slices.SortFunc(d.best, byLot)
	var spots []spot
	var spent int64
	for _, c := range d.best {
		if spent += c.nodes; d.c.MaxNodes > 0 && spent > d.c.MaxNodes {
			break
		}
		spots = append(spots, c.spot)
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(cmp.Compare(a.game.id, b.game.id), a.ply-b.ply) })
	return spots
}

func byLot(a, b candidate) int {
	return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.game.id, b.game.id), a.ply-b.ply)
}

// candidates is a heap with the highest lot on top.
type candidates []candidate

func (h candidates) Len() int           { return len(h) }
func (h candidates) Less(i, j int) bool { return byLot(h[i], h[j]) > 0 }
func (h candidates) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *candidates) Push(x any)        { *h = append(*h, x.(candidate)) }
func (h *candidates) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
