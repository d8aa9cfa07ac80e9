package rows

import "plyquet/pipeline/table"

// PlayerAccuracy is one player's part in one game by one grading profile. Numbers are null when they cannot be
// computed honestly; unscored says why.
type PlayerAccuracy struct {
	GameID      int64             `col:"game_id,sort,delta"`
	Profile     string            `col:"profile,dict,sort"` // grading system: "cap", "lichess" or "webchess"
	Side        string            `col:"side,dict"`         // "white" or "black"; white comes first
	Player      table.Opt[string] `col:"player,dict"`       // name as written in the game
	Elo         table.Opt[int16]  `col:"elo"`               // the player's rating
	OpponentElo table.Opt[int16]  `col:"opponent_elo"`      // the opponent's
	Moves       int32             `col:"moves"`             // half-moves the player made
	Graded      int32             `col:"graded"`            // of them with an evaluation before and after
	Unscored    table.Opt[string] `col:"unscored,dict"`     // why there is no accuracy: "no_moves", "no_evaluations", "too_few_evaluations", "evaluations_shallow", "no_volatility_window", "opponent_unscored"

	Accuracy         table.Opt[float32] `col:"accuracy"`          // 0 to 100: mean of the next two
	AccuracyWeighted table.Opt[float32] `col:"accuracy_weighted"` // mean weighted by volatility
	AccuracyHarmonic table.Opt[float32] `col:"accuracy_harmonic"` // harmonic mean
	ACPL             table.Opt[float32] `col:"acpl"`              // mean centipawn loss on the profile's scale, not rounded

	Brilliant  table.Opt[int32] `col:"brilliant"` // number of moves of each class; 0 where the profile has no such class
	Great      table.Opt[int32] `col:"great"`
	Best       table.Opt[int32] `col:"best"`
	Excellent  table.Opt[int32] `col:"excellent"`
	Good       table.Opt[int32] `col:"good"`
	BookMoves  table.Opt[int32] `col:"book_moves"`
	Inaccuracy table.Opt[int32] `col:"inaccuracy"`
	Miss       table.Opt[int32] `col:"miss"`
	Mistake    table.Opt[int32] `col:"mistake"`
	Blunder    table.Opt[int32] `col:"blunder"`
	Pending    table.Opt[int32] `col:"pending"`  // evaluations too shallow for the profile
	Unmarked   table.Opt[int32] `col:"unmarked"` // judged, no fault

	OpeningMoves       int32              `col:"opening_moves"`    // the same for each phase, taken as a game of its own
	OpeningAccuracy    table.Opt[float32] `col:"opening_accuracy"` //
	OpeningACPL        table.Opt[float32] `col:"opening_acpl"`
	MiddlegameMoves    int32              `col:"middlegame_moves"`
	MiddlegameAccuracy table.Opt[float32] `col:"middlegame_accuracy"`
	MiddlegameACPL     table.Opt[float32] `col:"middlegame_acpl"`
	EndgameMoves       int32              `col:"endgame_moves"`
	EndgameAccuracy    table.Opt[float32] `col:"endgame_accuracy"`
	EndgameACPL        table.Opt[float32] `col:"endgame_acpl"`

	OpeningECO       table.Opt[string]  `col:"opening_eco,dict"`   // code of the last named position of the game, by position
	OpeningName      table.Opt[string]  `col:"opening_name,dict"`  // its name
	BookExitPly      table.Opt[int32]   `col:"book_exit_ply"`      // half-move that left the book for good, by the profile's rule; null: no book, or never left
	ChesskitElo      table.Opt[float32] `col:"chesskit_elo"`       // rating guessed from centipawn loss alone, as Chesskit does; a rough fit, not a measurement
	ChesskitEloRated table.Opt[float32] `col:"chesskit_elo_rated"` // the same, started from the player's (else the opponent's) rating
}
