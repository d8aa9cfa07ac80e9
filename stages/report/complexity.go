package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"plyquet/engine/board"
	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// compareSides orders sides by game, then by colour.
func compareSides(x, y side) int {
	return cmp.Or(cmp.Compare(x.game, y.game), strings.Compare(x.side, y.side))
}

// place is a position of a game: so many plies have been played.
type place struct {
	game int64
	ply  int32
}

// complexity fills the points of the first definition of the table and the bump chart of its most complex position.
func (b *builder) complexity() error {
	if !b.has(rows.Complexity) {
		return nil
	}
	phase, err := b.phases()
	if err != nil {
		return err
	}
	var definition string
	var most rows.ComplexityRow
	for r, err := range table.Read[rows.ComplexityRow](b.job.Inputs[rows.Complexity]) {
		if err != nil {
			return err
		}
		if definition == "" {
			definition = r.Definition
		}
		kappa, ok := r.Value.Get()
		if !ok || r.Definition != definition {
			continue
		}
		elo := number(table.Opt[float32]{})
		if e, ok := r.MoverElo.Get(); ok {
			elo = float64(e)
		}
		b.data.Complexity = append(b.data.Complexity, reports.ComplexityPoint{Phase: phase[place{r.GameID, r.Ply}], Kappa: float64(kappa), Loss: number(r.PlayedLoss), Elo: elo})
		if kappa > most.Value.Or(-1) {
			most = *r
		}
	}
	b.definition = definition
	return b.bump(most)
}

// phases returns the phase of every position that has a complexity.
func (b *builder) phases() (map[place]string, error) {
	type at struct {
		GameID int64 `col:"game_id"`
		Ply    int32 `col:"ply"`
	}
	phase := map[place]string{}
	for r, err := range table.Read[at](b.job.Inputs[rows.Complexity]) {
		if err != nil {
			return nil, err
		}
		phase[place{r.GameID, r.Ply}] = ""
	}
	type played struct {
		GameID int64  `col:"game_id"`
		Ply    int32  `col:"ply"`
		Phase  string `col:"phase,dict"`
	}
	for r, err := range table.Read[played](b.job.Inputs[rows.Plies]) {
		if err != nil {
			return nil, err
		}
		if _, wanted := phase[place{r.GameID, r.Ply - 1}]; wanted {
			phase[place{r.GameID, r.Ply - 1}] = r.Phase
		}
	}
	return phase, nil
}

// bump collects the depth x rank matrix of one position: its moves in the order of the last depth.
func (b *builder) bump(most rows.ComplexityRow) error {
	if most.FEN == "" {
		return nil
	}
	ranks := map[string]map[int]int{}
	var depths []int
	for r, err := range table.Read[rows.Evaluation](b.job.Inputs[rows.Evaluations]) {
		if err != nil {
			return err
		}
		move, ok := r.Move.Get()
		if !ok || r.Search != rows.SearchComplexity || r.GameID != most.GameID || r.Ply != most.Ply {
			continue
		}
		if ranks[move] == nil {
			ranks[move] = map[int]int{}
		}
		ranks[move][int(r.Depth)] = int(r.Rank)
		if !slices.Contains(depths, int(r.Depth)) {
			depths = append(depths, int(r.Depth))
		}
	}
	if len(depths) == 0 {
		return nil
	}
	slices.Sort(depths)
	b.data.Bump = &reports.Bump{Label: sideToMove(most.FEN) + " to move", Kappa: float64(most.Value.Or(0)), Depths: depths}
	moves := make([]string, 0, len(ranks))
	for m := range ranks {
		moves = append(moves, m)
	}
	last := depths[len(depths)-1]
	slices.SortFunc(moves, func(x, y string) int {
		return cmp.Or(cmp.Compare(orLast(ranks[x][last]), orLast(ranks[y][last])), strings.Compare(x, y))
	})
	san := sanOf(most)
	for _, m := range moves {
		row := make([]int, len(depths))
		for i, d := range depths {
			row[i] = ranks[m][d]
		}
		b.data.Bump.Moves, b.data.Bump.Rank = append(b.data.Bump.Moves, san(m)), append(b.data.Bump.Rank, row)
	}
	b.page.Facts = append(b.page.Facts, reports.Fact{Label: "most complex position", Value: fmt.Sprintf("%s (%.3f)", most.FEN, most.Value.Or(0))})
	return nil
}

// sanOf names the moves of a position as players do, and marks the played one. A move that the position does not have
// keeps its UCI name.
func sanOf(r rows.ComplexityRow) func(uci string) string {
	setup, err := board.ParseFEN(r.FEN)
	if err != nil {
		return func(uci string) string { return uci }
	}
	at, err := setup.Position()
	if err != nil {
		return func(uci string) string { return uci }
	}
	return func(uci string) string {
		move, err := at.ParseUCI(uci)
		if err != nil {
			return uci
		}
		name := at.SAN(move)
		if uci == r.Played.Or("") {
			name += " (played)"
		}
		return name
	}
}

// orLast puts an absent rank (0) behind all others.
func orLast(rank int) int {
	if rank == 0 {
		return 1 << 20
	}
	return rank
}

func sideToMove(fen string) string {
	if fields := strings.Fields(fen); len(fields) > 1 && fields[1] == "b" {
		return "Black"
	}
	return "White"
}
