package gamerecord

import (
	"plyquet/engine/board"
	"plyquet/metrics"
	"plyquet/pipeline/table"
)

// Tags is the row of a game in games: what its tags say, and what ingest found in it. The comments of rows.Game hold.
type Tags struct {
	GameID       int64             `col:"game_id"`
	Source       string            `col:"source,dict"`
	Offset       int64             `col:"offset"`
	Number       int64             `col:"game_number"`
	White        table.Opt[string] `col:"White"`
	Black        table.Opt[string] `col:"Black"`
	WhiteElo     table.Opt[int16]  `col:"WhiteElo"`
	BlackElo     table.Opt[int16]  `col:"BlackElo"`
	Result       string            `col:"Result"`
	Variant      string            `col:"variant"`
	StartFEN     table.Opt[string] `col:"start_fen"`
	PlyCount     int32             `col:"ply_count"`
	FinalKey     int64             `col:"final_key"`
	Checkmate    bool              `col:"checkmate"`
	Stalemate    bool              `col:"stalemate"`
	Threefold    bool              `col:"threefold"`
	FiftyMoves   bool              `col:"fifty_moves"`
	DeadMaterial bool              `col:"dead_material"`
	GameHash     int64             `col:"game_hash"`
	DuplicateOf  table.Opt[int64]  `col:"duplicate_of"`
}

// Ply is a half-move of a game. The comments of rows.Ply hold.
type Ply struct {
	GameID   int64            `col:"game_id"`
	Ply      int32            `col:"ply"`
	Side     string           `col:"side"`
	UCI      string           `col:"uci"`
	Key      int64            `col:"key"`
	ClockMs  table.Opt[int32] `col:"clock_ms"`
	SpentMs  table.Opt[int32] `col:"spent_ms"`
	EvalCp   table.Opt[int32] `col:"eval_cp"`
	EvalMate table.Opt[int32] `col:"eval_mate"`
	Phase    string           `col:"phase,dict"`
}

// Game is a game with its half-moves: Plies[i] leads from position i to position i+1.
type Game struct {
	Tags
	Plies []Ply
}

// Player is the name and the rating of a side.
func (t *Tags) Player(c board.Color) (name table.Opt[string], elo table.Opt[int16]) {
	if c == board.Black {
		return t.Black, t.BlackElo
	}
	return t.White, t.WhiteElo
}

// Drawn reports that the game ended as a draw.
func (t *Tags) Drawn() bool { return t.Result == "1/2-1/2" }

// Start is the position before the first half-move.
func (t *Tags) Start() (board.Position, error) { return Start(t.StartFEN) }

// Start is the position of a column start_fen: the usual one where it is null.
func Start(fen table.Opt[string]) (board.Position, error) {
	text, ok := fen.Get()
	if !ok {
		return board.Start(), nil
	}
	setup, err := board.ParseFEN(text)
	if err != nil {
		return board.Position{}, err
	}
	return setup.Position()
}

// Color is the side that moves.
func (p *Ply) Color() board.Color {
	if p.Side == board.Black.String() {
		return board.Black
	}
	return board.White
}

// Eval is the score in the comment behind the half-move.
func (p *Ply) Eval() metrics.Reading { return score(p.EvalCp, p.EvalMate) }

// score makes a score of two columns of which one is set at most. A mate distance of 0 has no side and is no score.
func score(cp, mate table.Opt[int32]) metrics.Reading {
	if n, ok := mate.Get(); ok && n != 0 {
		return metrics.Read(metrics.MateIn(int(n)))
	}
	if n, ok := cp.Get(); ok {
		return metrics.Read(metrics.Cp(int(n)))
	}
	return metrics.Reading{}
}
