package signals

import (
	"context"
	"fmt"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// side is 0 for White and 1 for Black.
type side int8

func (s side) String() string {
	if s == 0 {
		return "white"
	}
	return "black"
}

// A game is what the tables say of one game, beside the engine.
type game struct {
	id     int64
	names  [2]table.Opt[string]
	elo    [2]table.Opt[int16]
	plies  []ply
	firstN int // full-move number of the first ply
}

type ply struct {
	side       side
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
	for _, step := range []struct {
		what string
		read func() error
	}{
		{"games", func() error { return readTags(games, job.Inputs[rows.Games]) }},
		{"plies", func() error { return readPlies(games, job.Inputs[rows.Plies]) }},
		{"complexity", func() error { return readComplexity(games, job.Inputs[rows.Complexity], weight) }},
	} {
		if err := step.read(); err != nil {
			return nil, fmt.Errorf("read %s: %w", step.what, err)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return games, nil
}

func readTags(games map[int64]*game, files []stage.File) error {
	type tags struct {
		GameID   int64             `col:"game_id"`
		White    table.Opt[string] `col:"White"`
		Black    table.Opt[string] `col:"Black"`
		WhiteElo table.Opt[int16]  `col:"WhiteElo"`
		BlackElo table.Opt[int16]  `col:"BlackElo"`
		StartFEN table.Opt[string] `col:"start_fen"`
	}
	for t, err := range table.Read[tags](files) {
		if err != nil {
			return err
		}
		g := games[t.GameID]
		if g == nil {
			continue
		}
		g.names = [2]table.Opt[string]{known(t.White), known(t.Black)}
		g.elo = [2]table.Opt[int16]{rated(t.WhiteElo), rated(t.BlackElo)}
		if fen, ok := t.StartFEN.Get(); ok {
			g.firstN = fullMove(fen)
		}
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

func readPlies(games map[int64]*game, files []stage.File) error {
	type record struct {
		GameID int64            `col:"game_id"`
		Side   string           `col:"side"`
		UCI    string           `col:"uci"`
		Key    int64            `col:"key"`
		Spent  table.Opt[int32] `col:"spent_ms"`
		Phase  string           `col:"phase"`
	}
	for r, err := range table.Read[record](files) {
		if err != nil {
			return err
		}
		g := games[r.GameID]
		if g == nil {
			continue
		}
		m, err := parseMove(r.UCI)
		if err != nil {
			return fmt.Errorf("game %d ply %d: %w", r.GameID, len(g.plies)+1, err)
		}
		p := ply{move: m, key: r.Key, phase: r.Phase, spent: r.Spent}
		if r.Side == "black" {
			p.side = 1
		}
		g.plies = append(g.plies, p)
	}
	return nil
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
		if g := games[r.GameID]; g != nil && r.Weight == weight && int(r.Ply) < len(g.plies) {
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
