package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// selection is what is to be evaluated, decided before any work from the data and the seed alone.
type selection struct {
	stage      *Stage
	graded     []*game // in file order
	complex    []spot  // in file order
	considered int     // positions that qualified for complexity
}

// A spot is one position of a game.
type spot struct {
	game *game
	ply  int
}

// lot is the number a game, or a position of it, draws in the choice: a hash of the seed and of what the game is, not
// of where it stands, so that more files do not change the fate of the games that were there before.
func lot(seed uint64, gameHash int64, ply int) uint64 {
	return mix(mix(seed+0x9e3779b97f4a7c15) ^ mix(uint64(gameHash)) + uint64(ply)*0xd1342543de82ef95)
}

// mix is the finaliser of splitmix64 (Steele, Lea, Flood 2014): every input bit moves every output bit.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// ticket is a game in the draw.
type ticket struct {
	lot uint64
	id  int64
}

func compareTickets(a, b ticket) int {
	return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.id, b.id))
}

// choose reads games, then plies once.
func (s *Stage) choose(ctx context.Context, job *stage.Job) (*selection, error) {
	tickets, err := s.draw(ctx, job)
	if err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	if len(tickets) > int(s.Grade.Games) {
		tickets = tickets[:s.Grade.Games]
	}
	graded := make(map[int64]bool, len(tickets))
	for _, t := range tickets {
		graded[t.id] = true
	}
	sel := &selection{stage: s}
	draw := newPositionDraw(s, job.Seed)
	for r, err := range gamerecord.Games(ctx, job.Inputs[rows.Games], job.Inputs[rows.Plies], func(t *gamerecord.Tags) bool {
		return graded[t.GameID] || s.Complexity.From == All && s.Complexity.Positions > 0 && s.eligible(t)
	}) {
		if err != nil {
			return nil, err
		}
		g, err := newGame(r)
		if err != nil {
			return nil, err
		}
		if graded[g.id] {
			sel.graded = append(sel.graded, g)
		}
		if graded[g.id] || s.Complexity.From == All {
			draw.enter(g, r)
		}
	}
	sel.complex, sel.considered = draw.result(), draw.considered
	return sel, nil
}

// draw returns the eligible games in the order of their lots.
func (s *Stage) draw(ctx context.Context, job *stage.Job) ([]ticket, error) {
	var tickets []ticket
	if s.Grade.Games == 0 {
		return nil, nil
	}
	for r, err := range table.Read[gamerecord.Tags](job.Inputs[rows.Games]) {
		if err != nil {
			return nil, err
		}
		if s.eligible(r) {
			tickets = append(tickets, ticket{lot(job.Seed, r.GameHash, 0), r.GameID})
		}
	}
	slices.SortFunc(tickets, compareTickets)
	return tickets, ctx.Err()
}

// eligible games have moves, are no duplicate of another, and are of the wanted players.
func (s *Stage) eligible(r *gamerecord.Tags) bool {
	_, duplicate := r.DuplicateOf.Get()
	if r.PlyCount == 0 || duplicate {
		return false
	}
	return len(s.Players) == 0 || slices.Contains(s.Players, r.White.Or("")) || slices.Contains(s.Players, r.Black.Or(""))
}
