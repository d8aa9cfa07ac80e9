package rows

import "plyquet/pipeline/table"

// Ply is one half-move.
type Ply struct {
	GameID   int64             `col:"game_id,sort,delta" unit:"identifier"` // games.game_id of its game
	Ply      int32             `col:"ply,sort" unit:"half-moves"`           // 1-based
	Side     string            `col:"side,dict"`                            // "white" or "black": who moves
	SAN      string            `col:"san,dict"`                             // normalised, with + and #
	UCI      string            `col:"uci,dict"`                             // e1g1 for castling; king takes rook in Chess960
	Key      int64             `col:"key" unit:"identifier"`                // Zobrist key (Polyglot table) of the position BEFORE the move; en passant only if legal
	ClockMs  table.Opt[int32]  `col:"clock_ms" unit:"milliseconds"`         // mover's clock after the move, milliseconds
	SpentMs  table.Opt[int32]  `col:"spent_ms" unit:"milliseconds"`         // time spent on the move, milliseconds
	EvalCp   table.Opt[int32]  `col:"eval_cp" unit:"centipawns"`            // embedded evaluation after the move, centipawns, White's view
	EvalMate table.Opt[int32]  `col:"eval_mate" unit:"moves to mate"`       // embedded mate distance in moves, positive: White mates
	NAG      table.Opt[int16]  `col:"nag" unit:"glyph number"`              // first numeric annotation glyph ("?" = 2)
	Comment  table.Opt[string] `col:"comment"`                              // text of the comments after the move, commands taken out
	Phase    string            `col:"phase,dict"`                           // "opening", "middlegame" or "endgame" of the position before the move
}
