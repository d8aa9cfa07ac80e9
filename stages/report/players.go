package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// gameHead is what the page says of a game.
type gameHead struct {
	ID       int64             `col:"game_id"`
	White    table.Opt[string] `col:"White,dict"`
	Black    table.Opt[string] `col:"Black,dict"`
	WhiteElo table.Opt[int16]  `col:"WhiteElo"`
	BlackElo table.Opt[int16]  `col:"BlackElo"`
	Date     table.Opt[string] `col:"Date,dict"`
	Result   string            `col:"Result,dict"`
	Variant  string            `col:"variant,dict"`
	StartFEN table.Opt[string] `col:"start_fen"`
}

// person is one name over all games; names are never merged.
type person struct {
	name            string
	games           int64
	eloSum, rated   int64
	graded          int64
	accuracy, acpl  float64 // sums over scored games
	scored, lossful int64
}

// players fills the table of players: everyone with a graded game, or everyone at all when no game is graded, most
// moves first.
func (b *builder) players() error {
	if !b.has(rows.Games) {
		return nil
	}
	people, err := b.people()
	if err != nil {
		return err
	}
	if err := b.addAccuracy(people); err != nil {
		return err
	}
	list := make([]*person, 0, len(people))
	graded := b.has(rows.GameAccuracy)
	for _, p := range people {
		if !graded || p.graded > 0 || len(b.bySignal[p.name]) > 0 {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(x, y *person) int {
		return cmp.Or(cmp.Compare(y.graded, x.graded), cmp.Compare(b.decisions(y.name), b.decisions(x.name)), cmp.Compare(y.games, x.games), strings.Compare(x.name, y.name))
	})
	for i, p := range list {
		row := reports.PlayerRow{Name: b.alias.of(p.name), Games: p.games, Moves: p.graded, Rating: mean(float64(p.eloSum), p.rated, 0),
			Accuracy: mean(p.accuracy, p.scored, 1), ACPL: mean(p.acpl, p.lossful, 1), Note: "no signals in this run"}
		if i < b.stage.Players && (p.graded > 0 || len(b.bySignal[p.name]) > 0) {
			row.ID = anchor(b.alias.of(p.name))
			b.page.Sections = append(b.page.Sections, reports.PlayerSection{ID: row.ID, Name: row.Name})
			b.sections = append(b.sections, p.name)
		}
		b.page.Players = append(b.page.Players, row)
		b.names = append(b.names, p.name)
	}
	if n := len(list); n > b.stage.Players && graded {
		b.page.Notices = append(b.page.Notices, fmt.Sprintf("The %d players with most graded moves have a section of their own; the tables hold all %d.", min(n, b.stage.Players), n))
	}
	b.applySignals()
	return nil
}

// decisions is how many decisions of a player the primary signal is about.
func (b *builder) decisions(name string) int32 {
	if s := find(b.bySignal[name], rows.PrimarySignal); s != nil {
		return s.N
	}
	return 0
}

// mean prints sum/n, or nothing when there is nothing to divide.
func mean(sum float64, n int64, digits int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%.*f", digits, sum/float64(n))
}

func (b *builder) people() (map[string]*person, error) {
	people := map[string]*person{}
	for g, err := range table.Read[gameHead](b.job.Inputs[rows.Games]) {
		if err != nil {
			return nil, err
		}
		for _, s := range []struct {
			name table.Opt[string]
			elo  table.Opt[int16]
		}{{g.White, g.WhiteElo}, {g.Black, g.BlackElo}} {
			name, ok := s.name.Get()
			if !ok {
				continue
			}
			p := people[name]
			if p == nil {
				p = &person{name: name}
				people[p.name] = p
			}
			p.games++
			if elo, ok := s.elo.Get(); ok {
				p.eloSum += int64(elo)
				p.rated++
			}
		}
	}
	return people, nil
}

// addAccuracy adds the lichess profile's numbers, the best known ones; a player's accuracy is the mean over games.
func (b *builder) addAccuracy(people map[string]*person) error {
	if !b.has(rows.GameAccuracy) {
		return nil
	}
	for r, err := range table.Read[rows.PlayerAccuracy](b.job.Inputs[rows.GameAccuracy]) {
		if err != nil {
			return err
		}
		name, named := r.Player.Get()
		p := people[name]
		if !named || p == nil || r.Profile != "lichess" {
			continue
		}
		p.graded += int64(r.Graded)
		if v, ok := r.Accuracy.Get(); ok {
			p.accuracy += float64(v)
			p.scored++
		}
		if v, ok := r.ACPL.Get(); ok {
			p.acpl += float64(v)
			p.lossful++
		}
	}
	return nil
}
