package rows

import "plyquet/pipeline/table"

// Evaluation is one line of one search: a cell of the depth x rank matrix of a position. The search "grade" has the last
// depth of every position of its games, "complexity" every depth of chosen positions. The rows of a position follow one
// another, by depth and rank; a position is never split between parts.
type Evaluation struct {
	Search   string            `col:"search,dict,sort"`                     // "grade" or "complexity"
	GameID   int64             `col:"game_id,sort,delta" unit:"identifier"` // game the position was taken from
	Ply      int32             `col:"ply,sort" unit:"half-moves"`           // half-moves played before the position: 0 is the start
	Key      int64             `col:"key" unit:"identifier"`                // key of the position, as plies.key
	Depth    int16             `col:"depth,sort" unit:"plies of search"`    // 0: no search, the score follows from the rules or was in a comment
	Rank     int16             `col:"rank,sort" unit:"rank"`                // 1 is the engine's choice
	Move     table.Opt[string] `col:"move,dict"`                            // UCI, king takes rook in Chess960; null where nothing was searched
	Cp       table.Opt[int32]  `col:"cp" unit:"centipawns"`                 // centipawns, White's view; exactly one of cp and mate is set
	Mate     table.Opt[int32]  `col:"mate" unit:"moves to mate"`            // moves to mate, positive: White mates; 0 with terminal white_mated / black_mated
	WDLWin   table.Opt[int16]  `col:"wdl_win" unit:"per mille"`             // the engine's own win / draw / loss per mille, White's view
	WDLDraw  table.Opt[int16]  `col:"wdl_draw" unit:"per mille"`            // its draws
	WDLLoss  table.Opt[int16]  `col:"wdl_loss" unit:"per mille"`            // its losses, White's view
	Terminal table.Opt[string] `col:"terminal,dict"`                        // how the game is over by the rules: "white_mated", "black_mated", "stalemate", "repetition", "fifty_moves", "dead_material"
	Legal    int16             `col:"legal" unit:"moves"`                   // legal moves in the position
	Nodes    table.Opt[int64]  `col:"nodes" unit:"nodes"`                   // nodes when this depth was complete (engine's counter)
	Engine   string            `col:"engine,dict"`                          // fingerprint: name, network, hash size, options; "comments" for [%eval]
}

// Values of Evaluation.Search.
const (
	SearchGrade      = "grade"      // every position of some games with few lines, the last depth
	SearchComplexity = "complexity" // some positions with all lines at every depth
)

// Values of Evaluation.Terminal.
const (
	WhiteMated   = "white_mated"
	BlackMated   = "black_mated"
	Stalemate    = "stalemate"
	DeadMaterial = "dead_material"
	Repetition   = "repetition"
	FiftyMoves   = "fifty_moves"
)

// EngineComments is Evaluation.Engine of scores that were in the games. Which engine it was, and how deep it looked,
// nobody wrote down.
const EngineComments = "comments"
