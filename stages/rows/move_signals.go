package rows

import "plyquet/pipeline/table"

// MoveSignal is one decision of a player with everything the signals use of it: a row an evaluated move.
type MoveSignal struct {
	GameID   int64             `col:"game_id,sort,delta"` // as games.game_id
	Ply      int32             `col:"ply,sort"`           // 1-based half-move, as plies.ply
	Side     string            `col:"side,dict"`          // "white" or "black": who moves
	Player   table.Opt[string] `col:"player,dict"`        // name of the mover as written in the game
	Elo      table.Opt[int16]  `col:"elo"`                // the player's rating in the game
	Played   string            `col:"played,dict"`        // UCI
	Phase    string            `col:"phase,dict"`         // as plies.phase
	Excluded table.Opt[string] `col:"excluded,dict"`      // why the move takes no part: "opening", "one_legal_move", "decided_winning", "decided_losing", "repetition", "no_lines", "unlisted"; null: it does
	Depth    int16             `col:"depth"`              // of the search before the move
	Lines    int16             `col:"lines"`              // lines the engine listed
	Legal    int16             `col:"legal"`              // legal moves

	Rank          table.Opt[int16]   `col:"played_rank"`    // rank of the played move; null: it was not listed and got its value from the next position
	ScaledLoss    table.Opt[float32] `col:"scaled_loss"`    // scaled pawns lost by the played move
	CpLoss        table.Opt[float32] `col:"cp_loss"`        // the same in centipawns, at most 1000
	EqualBest     table.Opt[bool]    `col:"equal_best"`     // as good as the engine's first move
	BestChance    table.Opt[float32] `col:"best_chance"`    // probability of the engine's first move under the model of the player's rating; null: unrated, or too few lines
	PlayedChance  table.Opt[float32] `col:"played_chance"`  // the same of the played move
	ExpectedLoss  table.Opt[float32] `col:"expected_loss"`  // scaled loss that the model expects: the difficulty of the position for this player
	Suspicion     table.Opt[float32] `col:"suspicion"`      // log-likelihood ratio of help for this one move, nats
	SuspicionMean table.Opt[float32] `col:"suspicion_mean"` // its mean under the model: negative
	SuspicionSD   table.Opt[float32] `col:"suspicion_sd"`   // its standard deviation under the model
	Complexity    table.Opt[float32] `col:"complexity"`     // complexity.value of the position, main definition
	Critical      table.Opt[bool]    `col:"critical"`       // difficulty for a player rated 2000 at least 0.15 scaled pawns; null: too few lines
	SpentMs       table.Opt[int32]   `col:"spent_ms"`       // time spent on the move, milliseconds
}
