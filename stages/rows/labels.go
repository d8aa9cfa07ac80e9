package rows

import "plyquet/pipeline/table"

// Label is the truth about one move of a simulated game: a row a move. It joins with games by (source, game_number)
// when the PGN files of simulated/ have been ingested. A player's label is the same in all of its rows.
type Label struct {
	Source       string             `col:"source,sort,dict"`                // file name below simulated/
	GameNumber   int64              `col:"game_number,sort" unit:"ordinal"` // 1-based in its source
	Ply          int32              `col:"ply,sort" unit:"half-moves"`      // 1-based half-move
	League       string             `col:"league,dict"`                     // name of the league
	Player       string             `col:"player,dict,bloom"`               // name as in the tags
	Elo          int16              `col:"elo" unit:"Elo"`                  // what the model plays like and the tags say
	Model        string             `col:"model,dict"`                      // "powers" or "top_lines"
	Assistance   string             `col:"assistance,dict"`                 // of the player: "none", "any", "critical", "near", "games" or "few"
	Share        float32            `col:"share" unit:"0 to 1"`             // of the player's decisions (games: of games) by design
	SecondEngine bool               `col:"second_engine"`                   // the helper is not the engine that the honest moves are drawn from
	Helped       bool               `col:"helped"`                          // this move was the helper's
	Played       string             `col:"played,dict"`                     // UCI
	Best         string             `col:"best,dict"`                       // UCI: first move of the engine that the honest moves are drawn from
	Loss         float32            `col:"loss" unit:"scaled pawns"`        // scaled pawns lost by the played move
	Chance       table.Opt[float32] `col:"chance" unit:"probability"`       // probability of the played move under the player's own model; null: top_lines
	Difficulty   float32            `col:"difficulty" unit:"scaled pawns"`  // scaled loss expected of a player rated 2000
}
