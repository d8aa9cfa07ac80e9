package rows

import "plyquet/pipeline/table"

// ComplexityRow is how hard one position was under one definition: a row a position and definition. The depth x rank
// matrix behind it stays in evaluations (search "complexity").
type ComplexityRow struct {
	GameID     int64              `col:"game_id,sort,delta" unit:"identifier"` // as games.game_id
	Ply        int32              `col:"ply,sort" unit:"half-moves"`           // half-moves played before the position: 0 is the start
	Definition string             `col:"definition,dict"`                      // weight/mates/dMAX_DEPTH: values of different definitions are not comparable
	Key        int64              `col:"key" unit:"identifier"`                // key of the position, as plies.key
	FEN        string             `col:"fen"`                                  // all six fields
	Value      table.Opt[float32] `col:"value" unit:"0 to 1"`                  // 0 (the ranking of the moves never changes with depth) to 1 (it reverses at every step); null: see null_reason
	NullReason table.Opt[string]  `col:"null_reason,dict"`                     // "terminal", "mate", "too_few_moves", "too_few_depths"
	Forced     bool               `col:"forced"`                               // one legal move: value is 0 by decree

	Weight    string  `col:"weight,dict"`                      // pair weight: "plain", "gap", "elem" or "gap_elem"
	Mates     string  `col:"mates,dict"`                       // policy for mate scores
	Lambda    float32 `col:"lambda" unit:"scaled pawns"`       // scale of the weight gap, scaled pawns
	Mu        float32 `col:"mu" unit:"scaled pawns"`           // scale of the weight elem, scaled pawns
	MinDepth  int16   `col:"min_depth" unit:"plies of search"` // first depth used
	MaxDepth  int16   `col:"max_depth" unit:"plies of search"` // last depth used: the value falls with it
	Legal     int16   `col:"legal" unit:"moves"`               // legal moves in the position
	Moves     int16   `col:"moves" unit:"half-moves"`          // different moves in the depths used; fewer than legal: MultiPV was cut
	Terms     int16   `col:"terms" unit:"pairs"`               // pairs of consecutive depths that count
	MateLines int32   `col:"mate_lines" unit:"lines"`          // lines of the depths used whose score is a mate

	SettleDepth table.Opt[int16]   `col:"settle_depth" unit:"plies of search"`      // least depth from which on the first move stays the first
	BestMove    table.Opt[string]  `col:"best_move,dict"`                           // UCI, at the last depth
	BestSwing   table.Opt[float32] `col:"best_swing" unit:"scaled pawns"`           // scaled pawns; positive: the best move looked bad early
	Played      table.Opt[string]  `col:"played,dict"`                              // UCI; null: the game ends here
	PlayedLoss  table.Opt[float32] `col:"played_loss" unit:"scaled pawns"`          // scaled pawns lost by the played move at the last depth; null: not listed
	PlayedSwing table.Opt[float32] `col:"played_swing" unit:"scaled pawns"`         // negative: looked good early, refuted deep
	Trap        table.Opt[bool]    `col:"trap"`                                     // swing below -0.5 and loss of at least 0.3
	Exposed     table.Opt[int16]   `col:"exposure_depth" unit:"plies of search"`    // least depth from which on the played move is an error (0.10); null: it is none
	Satisficing table.Opt[int16]   `col:"satisficing_depth" unit:"plies of search"` // greatest depth at which the played move was as good as the best (0.05)
	MoverElo    table.Opt[int16]   `col:"mover_elo" unit:"Elo"`                     // rating of the side to move, from the game's tags
	Difficulty  table.Opt[float32] `col:"difficulty" unit:"scaled pawns"`           // scaled loss that Regan's published model (Rybka 3) expects of mover_elo here; null: unrated
	Engine      string             `col:"engine,dict"`                              // engine fingerprint of the search
}
