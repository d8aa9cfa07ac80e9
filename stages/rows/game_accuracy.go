package rows

import "plyquet/pipeline/table"

// PlayerAccuracy is one player's part in one game by one grading profile. Numbers are null when they cannot be
// computed honestly; unscored says why.
type PlayerAccuracy struct {
	GameID      int64             `col:"game_id,sort,delta" unit:"identifier"` // game, as games.game_id
	Profile     string            `col:"profile,dict,sort"`                    // grading system: "cap", "lichess" or "webchess"
	Side        string            `col:"side,dict"`                            // "white" or "black"; white comes first
	Player      table.Opt[string] `col:"player,dict"`                          // name as written in the game
	Elo         table.Opt[int16]  `col:"elo" unit:"Elo"`                       // the player's rating
	OpponentElo table.Opt[int16]  `col:"opponent_elo" unit:"Elo"`              // the opponent's
	Moves       int32             `col:"moves" unit:"half-moves"`              // half-moves the player made
	Graded      int32             `col:"graded" unit:"half-moves"`             // of them with an evaluation before and after
	Unscored    table.Opt[string] `col:"unscored,dict"`                        // why there is no accuracy: "no_moves", "no_evaluations", "too_few_evaluations", "evaluations_shallow", "no_volatility_window", "opponent_unscored"

	Accuracy         table.Opt[float32] `col:"accuracy" unit:"0 to 100"`          // 0 to 100: mean of accuracy_weighted and accuracy_harmonic
	AccuracyWeighted table.Opt[float32] `col:"accuracy_weighted" unit:"0 to 100"` // accuracy's first half: mean of the moves' accuracies weighted by how volatile the game was around them
	AccuracyHarmonic table.Opt[float32] `col:"accuracy_harmonic" unit:"0 to 100"` // accuracy's second half: harmonic mean of the moves' accuracies
	ACPL             table.Opt[float32] `col:"acpl" unit:"centipawns"`            // mean centipawn loss on the profile's scale, not rounded

	Brilliant  table.Opt[int32] `col:"brilliant" unit:"moves"`  // number of brilliant moves (cap)
	Great      table.Opt[int32] `col:"great" unit:"moves"`      // number of great moves (cap)
	Best       table.Opt[int32] `col:"best" unit:"moves"`       // number of best moves (cap, webchess)
	Excellent  table.Opt[int32] `col:"excellent" unit:"moves"`  // number of excellent moves (cap, webchess)
	Good       table.Opt[int32] `col:"good" unit:"moves"`       // number of good moves (cap, webchess)
	BookMoves  table.Opt[int32] `col:"book_moves" unit:"moves"` // number of book moves by the profile's rule; lichess has no such class
	Inaccuracy table.Opt[int32] `col:"inaccuracy" unit:"moves"` // number of inaccuracies
	Miss       table.Opt[int32] `col:"miss" unit:"moves"`       // number of misses (cap)
	Mistake    table.Opt[int32] `col:"mistake" unit:"moves"`    // number of mistakes
	Blunder    table.Opt[int32] `col:"blunder" unit:"moves"`    // number of blunders
	Pending    table.Opt[int32] `col:"pending" unit:"moves"`    // number of moves with evaluations too shallow for the profile (webchess)
	Unmarked   table.Opt[int32] `col:"unmarked" unit:"moves"`   // number of moves judged and found without a fault (lichess)

	OpeningMoves       int32              `col:"opening_moves" unit:"half-moves"`     // half-moves the player made in the opening
	OpeningAccuracy    table.Opt[float32] `col:"opening_accuracy" unit:"0 to 100"`    // accuracy in the opening, taken as a game of its own
	OpeningACPL        table.Opt[float32] `col:"opening_acpl" unit:"centipawns"`      // mean centipawn loss in the opening
	MiddlegameMoves    int32              `col:"middlegame_moves" unit:"half-moves"`  // half-moves the player made in the middlegame
	MiddlegameAccuracy table.Opt[float32] `col:"middlegame_accuracy" unit:"0 to 100"` // accuracy in the middlegame, taken as a game of its own
	MiddlegameACPL     table.Opt[float32] `col:"middlegame_acpl" unit:"centipawns"`   // mean centipawn loss in the middlegame
	EndgameMoves       int32              `col:"endgame_moves" unit:"half-moves"`     // half-moves the player made in the endgame
	EndgameAccuracy    table.Opt[float32] `col:"endgame_accuracy" unit:"0 to 100"`    // accuracy in the endgame, taken as a game of its own
	EndgameACPL        table.Opt[float32] `col:"endgame_acpl" unit:"centipawns"`      // mean centipawn loss in the endgame

	OpeningECO       table.Opt[string]  `col:"opening_eco,dict"`                // code of the last named position of the game, by position
	OpeningName      table.Opt[string]  `col:"opening_name,dict"`               // its name
	BookExitPly      table.Opt[int32]   `col:"book_exit_ply" unit:"half-moves"` // half-move that left the book for good, by the profile's rule; null: no book, or never left
	ChesskitElo      table.Opt[float32] `col:"chesskit_elo" unit:"Elo"`         // rating guessed from centipawn loss alone, as Chesskit does; a rough fit, not a measurement
	ChesskitEloRated table.Opt[float32] `col:"chesskit_elo_rated" unit:"Elo"`   // the same, started from the player's (else the opponent's) rating
}
