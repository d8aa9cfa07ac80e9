package grade

import (
	"fmt"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// gameRow is the part of a row of games that grading uses.
type gameRow struct {
	GameID       int64             `col:"game_id"`
	Source       string            `col:"source"`
	Offset       int64             `col:"offset"`
	GameNumber   int64             `col:"game_number"`
	White        table.Opt[string] `col:"White"`
	Black        table.Opt[string] `col:"Black"`
	Result       string            `col:"Result"`
	WhiteElo     table.Opt[int16]  `col:"WhiteElo"`
	BlackElo     table.Opt[int16]  `col:"BlackElo"`
	StartFEN     table.Opt[string] `col:"start_fen"`
	FinalKey     int64             `col:"final_key"`
	Checkmate    bool              `col:"checkmate"`
	Stalemate    bool              `col:"stalemate"`
	Threefold    bool              `col:"threefold"`
	FiftyMoves   bool              `col:"fifty_moves"`
	DeadMaterial bool              `col:"dead_material"`
}

// plyRow is the part of a row of plies that grading uses.
type plyRow struct {
	GameID   int64            `col:"game_id"`
	Ply      int32            `col:"ply"`
	Side     string           `col:"side"`
	UCI      string           `col:"uci"`
	Key      int64            `col:"key"`
	ClockMs  table.Opt[int32] `col:"clock_ms"`
	SpentMs  table.Opt[int32] `col:"spent_ms"`
	EvalCp   table.Opt[int32] `col:"eval_cp"`
	EvalMate table.Opt[int32] `col:"eval_mate"`
	Phase    string           `col:"phase"`
}

// game is one game with its moves. The plies are borrowed from the part.
type game struct {
	gameRow
	plies []plyRow
}

// player returns the name and rating of a side.
func (g *game) player(black bool) (table.Opt[string], table.Opt[int16]) {
	if black {
		return g.Black, g.BlackElo
	}
	return g.White, g.WhiteElo
}

// part is a shard's games and plies in memory. A part is a few megabytes of PGN.
type part struct {
	games []gameRow
	plies []plyRow
}

// load reads a shard into p, reusing its memory.
func (p *part) load(sh shard) error {
	p.games, p.plies = p.games[:0], p.plies[:0]
	for row, err := range table.Read[gameRow]([]stage.File{sh.games}) {
		if err != nil {
			return err
		}
		p.games = append(p.games, *row)
	}
	for row, err := range table.Read[plyRow]([]stage.File{sh.plies}) {
		if err != nil {
			return err
		}
		p.plies = append(p.plies, *row)
	}
	return nil
}

// each calls fn for every game of the part. Games and plies are both in the order of game_id; plies without a game
// mean that the tables are not of one run.
func (p *part) each(fn func(g *game) error) error {
	at := 0
	for i := range p.games {
		g := game{gameRow: p.games[i]}
		lo := at
		for at < len(p.plies) && p.plies[at].GameID == g.GameID {
			at++
		}
		g.plies = p.plies[lo:at]
		if err := fn(&g); err != nil {
			return err
		}
	}
	if at != len(p.plies) {
		return fmt.Errorf("ply %d of game %d has no game", p.plies[at].Ply, p.plies[at].GameID)
	}
	return nil
}
