package rows

import "plyquet/pipeline/table"

// Grade is what one grading profile says of one move. Games without any evaluation have no rows here, only in
// game_accuracy.
type Grade struct {
	GameID  int64             `col:"game_id,sort,delta" unit:"identifier"` // game, as games.game_id
	Profile string            `col:"profile,dict,sort"`                    // grading system: "cap", "lichess" or "webchess"
	Ply     int32             `col:"ply,sort" unit:"half-moves"`           // 1-based half-move, as plies.ply
	Side    string            `col:"side,dict"`                            // "white" or "black": who moves
	Player  table.Opt[string] `col:"player,dict"`                          // name of the mover as written in the game
	Phase   string            `col:"phase,dict"`                           // of the position before the move, as plies.phase
	UCI     string            `col:"uci,dict"`                             // the move played

	MoverWinBefore table.Opt[float32] `col:"mover_win_before" unit:"0 to 1"`    // mover's win chance before the move, 0 to 1, by the profile's curve
	MoverWinAfter  table.Opt[float32] `col:"mover_win_after" unit:"0 to 1"`     // after it
	WinLost        table.Opt[float32] `col:"win_lost" unit:"0 to 1"`            // win chance the move lost, 0 to 1, after the profile's own corrections
	CpLost         table.Opt[int32]   `col:"cp_lost" unit:"centipawns"`         // centipawns lost on the profile's scale, never negative
	BestMove       table.Opt[string]  `col:"best_move,dict"`                    // the engine's first choice, UCI
	PlayedRank     table.Opt[int16]   `col:"played_rank" unit:"rank"`           // rank of the played move among the engine's lines; null: not among them or not known
	MoverGap       table.Opt[float32] `col:"mover_gap" unit:"0 to 1"`           // win chance of the engine's first line minus that of its second
	OnlyMove       table.Opt[bool]    `col:"only_move"`                         // one legal move, or mover_gap of 0.10 and more; null: no second line known
	LegalMoves     table.Opt[int16]   `col:"legal_moves" unit:"moves"`          // number of legal moves; null: evaluations from comments
	Class          table.Opt[string]  `col:"class,dict"`                        // verdict in the profile's words; "unmarked": judged, no fault; null: not graded
	Accuracy       table.Opt[float32] `col:"accuracy" unit:"0 to 100"`          // of the move, 0 to 100
	Weight         table.Opt[float32] `col:"weight" unit:"win chance, percent"` // of the move in game_accuracy; null: a gap in the window around it
	Book           bool               `col:"book"`                              // book move by the profile's rule
	ClockMs        table.Opt[int32]   `col:"clock_ms" unit:"milliseconds"`      // mover's clock after the move, milliseconds
	SpentMs        table.Opt[int32]   `col:"spent_ms" unit:"milliseconds"`      // time spent on the move, milliseconds

	EPClass        table.Opt[string]  `col:"ep_class,dict"`                  // class by chess.com's published cut-offs, on this profile's win_lost (its own model is not public)
	MoverWDLBefore table.Opt[float32] `col:"mover_wdl_before" unit:"0 to 1"` // expected score by the engine's own win/draw/loss numbers, 0 to 1: engine against engine, another model than mover_win_before
	MoverWDLAfter  table.Opt[float32] `col:"mover_wdl_after" unit:"0 to 1"`  // after the move
	Depth          table.Opt[int16]   `col:"depth" unit:"plies of search"`   // search depth of the position before the move; 0: by the rules; null: not known
	Evals          string             `col:"evals,dict"`                     // where the evaluations come from: "engine" or "comments"
}
