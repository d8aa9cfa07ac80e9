package report

import (
	"cmp"
	"fmt"
	"slices"

	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// loss is one graded move of the lichess profile.
type loss struct {
	GameID  int64              `col:"game_id"`
	Profile string             `col:"profile,dict"`
	Ply     int32              `col:"ply"`
	Side    string             `col:"side,dict"`
	Player  table.Opt[string]  `col:"player,dict"`
	Before  table.Opt[float32] `col:"mover_win_before"`
	After   table.Opt[float32] `col:"mover_win_after"`
	Lost    table.Opt[float32] `col:"win_lost"`
	Best    table.Opt[string]  `col:"best_move,dict"`
	Class   table.Opt[string]  `col:"class,dict"`
}

const gamesShown = 3 // move lists in a player's section

// moments fills the key positions and the move lists of the players' sections, and the win-chance curve of the game
// with the largest single loss.
func (b *builder) moments() error {
	if !b.has(rows.Grades) || !b.has(rows.Plies) || len(b.sections) == 0 {
		return nil
	}
	picked, err := b.pick()
	if err != nil {
		return err
	}
	if err := b.loadGames(picked.games); err != nil {
		return err
	}
	sheets, err := b.sheets(picked.games)
	if err != nil {
		return err
	}
	for i, name := range b.sections {
		section := &b.page.Sections[i]
		for _, l := range picked.losses[name] {
			m, err := b.moment(sheets[l.GameID], l)
			if err != nil {
				return err
			}
			section.Moments = append(section.Moments, m)
		}
		for _, id := range picked.lists[name] {
			section.Games = append(section.Games, b.moveList(id, sheets[id]))
		}
		section.More = "Shown are the costliest moves and the first games; every move is in the tables grades and move_signals."
	}
	b.curve(picked.worst, sheets)
	return nil
}

// selection is which moves and games the page shows.
type selection struct {
	losses map[string][]loss  // by player, costliest first
	lists  map[string][]int64 // by player, games in file order
	worst  loss
	games  map[int64]bool
}

// pick reads the grades once and keeps the costliest moves of the players with a section.
func (b *builder) pick() (selection, error) {
	s := selection{losses: map[string][]loss{}, lists: map[string][]int64{}, games: map[int64]bool{}}
	order := func(x, y loss) int {
		return cmp.Or(cmp.Compare(y.Lost.Or(0), x.Lost.Or(0)), cmp.Compare(x.GameID, y.GameID), cmp.Compare(x.Ply, y.Ply))
	}
	for r, err := range table.Read[loss](b.job.Inputs[rows.Grades]) {
		if err != nil {
			return s, err
		}
		lost, ok := r.Lost.Get()
		if !ok || r.Profile != "lichess" {
			continue
		}
		if s.worst.Profile == "" || lost > s.worst.Lost.Or(0) {
			s.worst = *r
		}
		name := r.Player.Or("")
		if !slices.Contains(b.sections, name) {
			continue
		}
		if ids := s.lists[name]; len(ids) < gamesShown && !slices.Contains(ids, r.GameID) {
			s.lists[name] = append(ids, r.GameID)
			s.games[r.GameID] = true
		}
		if lost < 0.1 {
			continue
		}
		at, _ := slices.BinarySearchFunc(s.losses[name], *r, order)
		list := slices.Insert(s.losses[name], at, *r)
		s.losses[name] = list[:min(len(list), b.stage.Moments)]
	}
	for _, list := range s.losses {
		for _, l := range list {
			s.games[l.GameID] = true
		}
	}
	if s.worst.Profile != "" {
		s.games[s.worst.GameID] = true
	}
	return s, nil
}

func (b *builder) loadGames(wanted map[int64]bool) error {
	b.games = map[int64]gameHead{}
	for g, err := range table.Read[gameHead](b.job.Inputs[rows.Games]) {
		if err != nil {
			return err
		}
		if wanted[g.ID] {
			b.games[g.ID] = *g
		}
	}
	return nil
}

// sheetMove is a move with what the lichess profile says of it.
type sheetMove struct {
	ply           int32
	side          string
	san, uci      string
	class         string
	whiteWinAfter float64
	lost          float64
	graded        bool
}

// sheets reads the score sheets of the wanted games.
func (b *builder) sheets(wanted map[int64]bool) (map[int64][]sheetMove, error) {
	type played struct {
		GameID int64  `col:"game_id"`
		Ply    int32  `col:"ply"`
		Side   string `col:"side,dict"`
		SAN    string `col:"san,dict"`
		UCI    string `col:"uci,dict"`
	}
	sheets := map[int64][]sheetMove{}
	for r, err := range table.Read[played](b.job.Inputs[rows.Plies]) {
		if err != nil {
			return nil, err
		}
		if wanted[r.GameID] {
			sheets[r.GameID] = append(sheets[r.GameID], sheetMove{ply: r.Ply, side: r.Side, san: r.SAN, uci: r.UCI})
		}
	}
	for r, err := range table.Read[loss](b.job.Inputs[rows.Grades]) {
		if err != nil {
			return nil, err
		}
		sheet := sheets[r.GameID]
		if r.Profile != "lichess" || r.Ply < 1 || int(r.Ply) > len(sheet) {
			continue
		}
		m := &sheet[r.Ply-1]
		m.class, m.lost = r.Class.Or(""), float64(r.Lost.Or(0))
		if after, ok := r.After.Get(); ok {
			m.graded, m.whiteWinAfter = true, 100*float64(after)
			if r.Side == "black" {
				m.whiteWinAfter = 100 - m.whiteWinAfter
			}
		}
	}
	return sheets, nil
}

// moment draws the position before a costly move, with the move marked and the engine's choice in words.
func (b *builder) moment(sheet []sheetMove, l loss) (reports.Moment, error) {
	at, err := gamerecord.Start(b.games[l.GameID].StartFEN)
	if err != nil {
		return reports.Moment{}, fmt.Errorf("game %d: %w", l.GameID, err)
	}
	if l.Ply < 1 || int(l.Ply) > len(sheet) {
		return reports.Moment{}, fmt.Errorf("game %d has %d half-moves, and a grade for half-move %d", l.GameID, len(sheet), l.Ply)
	}
	for _, m := range sheet[:l.Ply-1] {
		move, err := at.ParseUCI(m.uci)
		if err != nil {
			return reports.Moment{}, fmt.Errorf("game %d, ply %d: %w", l.GameID, m.ply, err)
		}
		at.Play(move)
	}
	m := sheet[l.Ply-1]
	if _, err := at.ParseUCI(m.uci); err != nil {
		return reports.Moment{}, fmt.Errorf("game %d, ply %d: %w", l.GameID, m.ply, err)
	}
	svg, err := b.boards.Draw(at.FEN(), m.uci[:2], m.uci[2:4])
	if err != nil {
		return reports.Moment{}, err
	}
	caption := fmt.Sprintf("%s: %s %s. Win chance %.0f %% before, %.0f %% after", b.title(l.GameID), moveNumber(l.Ply, l.Side), m.san, 100*l.Before.Or(0), 100*l.After.Or(0))
	if best, ok := l.Best.Get(); ok && best != m.uci {
		if move, err := at.ParseUCI(best); err == nil {
			caption += "; the engine preferred " + at.SAN(move)
		}
	}
	return reports.Moment{Caption: caption + ".", Board: svg}, nil
}

// title names a game by its players, result and date.
func (b *builder) title(id int64) string {
	g := b.games[id]
	title := fmt.Sprintf("%s - %s, %s", b.alias.of(g.White.Or("?")), b.alias.of(g.Black.Or("?")), g.Result)
	if d, ok := g.Date.Get(); ok {
		title += ", " + clean(d)
	}
	return title
}

func (b *builder) moveList(id int64, sheet []sheetMove) reports.GameMoves {
	list := reports.GameMoves{Title: b.title(id)}
	for i, m := range sheet {
		g := reports.GradedMove{SAN: m.san, Class: cmp.Or(m.class, "none")}
		if i == 0 || m.side == "white" {
			g.Number = moveNumber(m.ply, m.side)
		}
		list.Moves = append(list.Moves, g)
	}
	return list
}

// curve fills the win-chance curve of the game with the costliest move; a ply without a grade repeats the last value.
func (b *builder) curve(worst loss, sheets map[int64][]sheetMove) {
	sheet := sheets[worst.GameID]
	if worst.Profile == "" || len(sheet) == 0 {
		return
	}
	c := &reports.GameCurve{Label: b.title(worst.GameID), Win: []float64{51.4}} // the lichess profile's start value
	for _, m := range sheet {
		win := c.Win[len(c.Win)-1]
		if m.graded {
			win = m.whiteWinAfter
		}
		c.Win = append(c.Win, win)
		if m.class == "blunder" || m.class == "mistake" {
			c.Marked = append(c.Marked, reports.MarkedMove{Ply: int(m.ply), Label: moveNumber(m.ply, m.side) + " " + m.san, Class: m.class, Lost: m.lost})
		}
	}
	b.data.Game = c
}
