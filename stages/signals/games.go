package signals

import (
	"context"
	"fmt"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// A game is what the tables say of one game, beside the engine.
type game struct {
	id     int64
	names  [2]table.Opt[string]
	elo    [2]table.Opt[int16]
	plies  []ply
	firstN int // full-move number of the first ply
}

type ply struct {
	side       board.Color
	move       move
	key        int64
	phase      string
	spent      table.Opt[int32]
	complexity table.Opt[float32]
}

// loadGames reads the games that have spreads.
func loadGames(ctx context.Context, job *stage.Job, c collected, weight string) (map[int64]*game, error) {
	games := map[int64]*game{}
	for id := range c {
		games[id] = &game{id: id, firstN: 1}
	}
	want := func(t *gamerecord.Tags) bool { return games[t.GameID] != nil }
	for r, err := range gamerecord.Games(ctx, job.Inputs[rows.Games], job.Inputs[rows.Plies], want) {
		if err == nil {
			err = games[r.GameID].read(r)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := readComplexity(games, job.Inputs[rows.Complexity], weight); err != nil {
		return nil, fmt.Errorf("read complexity: %w", err)
	}
	return games, ctx.Err()
}

// read enters the tags and the half-moves.
func (g *game) read(r *gamerecord.Game) error {
	g.names = [2]table.Opt[string]{known(r.White), known(r.Black)}
	g.elo = [2]table.Opt[int16]{rated(r.WhiteElo), rated(r.BlackElo)}
	if fen, ok := r.StartFEN.Get(); ok {
		g.firstN = fullMove(fen)
	}
	g.plies = make([]ply, len(r.Plies))
	for i := range r.Plies {
		p := &r.Plies[i]
		m, err := parseMove(p.UCI)
		if err != nil {
			return fmt.Errorf("game %d ply %d: %w", g.id, i+1, err)
		}
		g.plies[i] = ply{side: p.Color(), move: m, key: p.Key, phase: p.Phase, spent: p.SpentMs}
	}
	return nil
}

// known drops the names that mean "nobody knows".
func known(name table.Opt[string]) table.Opt[string] {
	switch name.Or("") {
	case "", "?", "-", "NN", "N.N.", "Anonymous":
		return table.Opt[string]{}
	}
	return name
}

// rated drops the ratings that mean "none": 0, and numbers that no rating list has.
func rated(elo table.Opt[int16]) table.Opt[int16] {
	if v := elo.Or(0); v < 100 || v > 4000 {
		return table.Opt[int16]{}
	}
	return elo
}

// fullMove reads the last field of a FEN; 1 when there is none.
func fullMove(fen string) (n int) {
	if _, err := fmt.Sscanf(lastField(fen), "%d", &n); err != nil || n < 1 {
		return 1
	}
	return n
}

func lastField(s string) string {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == ' ' {
			return s[i+1:]
		}
	}
	return s
}

// readComplexity enters the values under one weight. The table may be missing.
func readComplexity(games map[int64]*game, files []stage.File, weight string) error {
	type record struct {
		GameID int64              `col:"game_id"`
		Ply    int32              `col:"ply"`
		Weight string             `col:"weight"`
		Value  table.Opt[float32] `col:"value"`
	}
	for r, err := range table.Read[record](files) {
		if err != nil {
			return err
		}
		if g := games[r.GameID]; g != nil && r.Weight == weight && r.Ply >= 0 && int(r.Ply) < len(g.plies) {
			g.plies[r.Ply].complexity = r.Value
		}
	}
	return nil
}

// moveNumber is the full-move number of ply i (0-based).
func (g *game) moveNumber(i int) int {
	if len(g.plies) == 0 {
		return g.firstN
	}
	return g.firstN + (i+int(g.plies[0].side))/2
}
