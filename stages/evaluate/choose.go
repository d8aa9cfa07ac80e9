package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"plyquet/metrics"
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
	return metrics.Mix(metrics.Mix(seed+0x9e3779b97f4a7c15) ^ metrics.Mix(uint64(gameHash)) + uint64(ply)*0xd1342543de82ef95)
}

// ticket is a game in the draw.
type ticket struct {
	lot  uint64
	id   int64
	part int // of the games
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
	graded, parts := make(map[int64]bool, len(tickets)), make(map[int]bool)
	for _, t := range tickets {
		graded[t.id], parts[t.part] = true, true
	}
	others := s.Complexity.From == All && s.Complexity.Positions > 0
	games, plies := job.Inputs[rows.Games], job.Inputs[rows.Plies]
	if !others && len(games) == len(plies) {
		games, plies = those(games, parts), those(plies, parts)
	}
	sel := &selection{stage: s}
	draw := newPositionDraw(s, job.Seed)
	for r, err := range gamerecord.Games(ctx, games, plies, func(t *gamerecord.Tags) bool {
		return graded[t.GameID] || others && s.eligible(t)
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

// those are the files whose numbers are wanted.
func those(files []stage.File, wanted map[int]bool) (list []stage.File) {
	for i, f := range files {
		if wanted[i] {
			list = append(list, f)
		}
	}
	return list
}

// entrant is what the draw of games has to know of one. All tasks read all games, so it is not much.
type entrant struct {
	GameID      int64             `col:"game_id"`
	GameHash    int64             `col:"game_hash"`
	PlyCount    int32             `col:"ply_count"`
	DuplicateOf table.Opt[int64]  `col:"duplicate_of"`
	White       table.Opt[string] `col:"White,dict"`
	Black       table.Opt[string] `col:"Black,dict"`
}

// draw returns the games that have drawn the lowest lots among the eligible ones, in their order.
func (s *Stage) draw(ctx context.Context, job *stage.Job) ([]ticket, error) {
	var tickets []ticket
	if s.Grade.Games == 0 {
		return nil, nil
	}
	for part := range job.Inputs[rows.Games] {
		for r, err := range table.Read[entrant](job.Inputs[rows.Games][part : part+1]) {
			if err != nil {
				return nil, err
			}
			if s.admits(r.PlyCount, r.DuplicateOf, r.White, r.Black) {
				tickets = append(tickets, ticket{lot(job.Seed, r.GameHash, 0), r.GameID, part})
			}
		}
		if len(tickets)/2 > int(s.Grade.Games) {
			tickets = lowest(tickets, int(s.Grade.Games))
		}
	}
	return lowest(tickets, int(s.Grade.Games)), ctx.Err()
}

func lowest(tickets []ticket, n int) []ticket {
	slices.SortFunc(tickets, compareTickets)
	return tickets[:min(n, len(tickets))]
}

// eligible games have moves, are no duplicate of another, and are of the wanted players.
func (s *Stage) eligible(r *gamerecord.Tags) bool {
	return s.admits(r.PlyCount, r.DuplicateOf, r.White, r.Black)
}

func (s *Stage) admits(plies int32, duplicateOf table.Opt[int64], white, black table.Opt[string]) bool {
	_, duplicate := duplicateOf.Get()
	if plies == 0 || duplicate {
		return false
	}
	return len(s.Players) == 0 || slices.Contains(s.Players, white.Or("")) || slices.Contains(s.Players, black.Or(""))
}
