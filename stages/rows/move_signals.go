package rows

import "plyquet/pipeline/table"

// MoveSignal is one decision of a player with everything the signals use of it: a row an evaluated move.
type MoveSignal struct {
	GameID   int64             `col:"game_id,sort,delta" unit:"identifier"` // as games.game_id
	Ply      int32             `col:"ply,sort" unit:"half-moves"`           // 1-based half-move, as plies.ply
	Side     string            `col:"side,dict"`                            // "white" or "black": who moves
	Player   table.Opt[string] `col:"player,dict"`                          // name of the mover as written in the game
	Elo      table.Opt[int16]  `col:"elo" unit:"Elo"`                       // the player's rating in the game
	Played   string            `col:"played,dict"`                          // UCI
	Phase    string            `col:"phase,dict"`                           // as plies.phase
	Excluded table.Opt[string] `col:"excluded,dict"`                        // why the move takes no part: "opening", "one_legal_move", "decided_winning", "decided_losing", "repetition", "no_lines", "unlisted"; null: it does
	Depth    int16             `col:"depth" unit:"plies of search"`         // of the search before the move
	Lines    int16             `col:"lines" unit:"lines"`                   // lines the engine listed
	Legal    int16             `col:"legal" unit:"moves"`                   // legal moves

	Rank          table.Opt[int16]   `col:"played_rank" unit:"rank"`           // rank of the played move; null: it was not listed and got its value from the next position
	ScaledLoss    table.Opt[float32] `col:"scaled_loss" unit:"scaled pawns"`   // scaled pawns lost by the played move
	CpLoss        table.Opt[float32] `col:"cp_loss" unit:"centipawns"`         // the same in centipawns, at most 1000
	EqualBest     table.Opt[bool]    `col:"equal_best"`                        // as good as the engine's first move
	BestChance    table.Opt[float32] `col:"best_chance" unit:"probability"`    // probability of the engine's first move under the model of the player's rating; null: unrated, or too few lines
	PlayedChance  table.Opt[float32] `col:"played_chance" unit:"probability"`  // the same of the played move
	ExpectedLoss  table.Opt[float32] `col:"expected_loss" unit:"scaled pawns"` // scaled loss that the model expects: the difficulty of the position for this player
	Suspicion     table.Opt[float32] `col:"suspicion" unit:"nats"`             // log-likelihood ratio of help for this one move, nats
	SuspicionMean table.Opt[float32] `col:"suspicion_mean" unit:"nats"`        // its mean under the model: negative
	SuspicionSD   table.Opt[float32] `col:"suspicion_sd" unit:"nats"`          // its standard deviation under the model
	Complexity    table.Opt[float32] `col:"complexity" unit:"0 to 1"`          // complexity.value of the position, main definition
	Critical      table.Opt[bool]    `col:"critical"`                          // difficulty for a player rated 2000 at least 0.15 scaled pawns; null: too few lines
	SpentMs       table.Opt[int32]   `col:"spent_ms" unit:"milliseconds"`      // time spent on the move, milliseconds
}
