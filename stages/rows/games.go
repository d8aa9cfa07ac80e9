package rows

import "plyquet/pipeline/table"

// Game is one game. Columns that the Lichess database has keep its names; all others are snake_case.
type Game struct {
	GameID     int64  `col:"game_id,sort,delta" unit:"identifier"` // source_no * 2^43 + byte offset: unique in a run, in file order
	Source     string `col:"source,dict"`                          // file name below sampled/
	Offset     int64  `col:"offset" unit:"bytes"`                  // byte offset of the game in the decompressed source
	GameNumber int64  `col:"game_number" unit:"ordinal"`           // 1-based number of the game in its source

	Event           table.Opt[string]          `col:"Event,dict"`
	Site            table.Opt[string]          `col:"Site"`
	Round           table.Opt[string]          `col:"Round,dict"`
	Date            table.Opt[string]          `col:"Date,dict"`        // as written, "2024.??.??" included
	PlayedOn        table.Opt[table.Date]      `col:"played_on"`        // the day by Date, else by UTCDate, when it is complete and real
	Year            table.Opt[int16]           `col:"year" unit:"year"` // the year by Date, else by UTCDate, when it is known
	White           table.Opt[string]          `col:"White,dict,bloom"`
	Black           table.Opt[string]          `col:"Black,dict,bloom"`
	Result          string                     `col:"Result,dict"` // "1-0", "1/2-1/2", "0-1" or "*"; the result after the moves counts before the tag
	WhiteTitle      table.Opt[string]          `col:"WhiteTitle,dict"`
	BlackTitle      table.Opt[string]          `col:"BlackTitle,dict"`
	WhiteElo        table.Opt[int16]           `col:"WhiteElo" unit:"Elo"`
	BlackElo        table.Opt[int16]           `col:"BlackElo" unit:"Elo"`
	WhiteRatingDiff table.Opt[int16]           `col:"WhiteRatingDiff" unit:"Elo"`
	BlackRatingDiff table.Opt[int16]           `col:"BlackRatingDiff" unit:"Elo"`
	UTCDate         table.Opt[table.Date]      `col:"UTCDate"`
	UTCTime         table.Opt[table.TimeOfDay] `col:"UTCTime"`
	StartedAt       table.Opt[table.Timestamp] `col:"started_at"` // UTCDate and UTCTime together
	ECO             table.Opt[string]          `col:"ECO,dict"`
	Opening         table.Opt[string]          `col:"Opening,dict"`
	Termination     table.Opt[string]          `col:"Termination,dict"`
	TimeControl     table.Opt[string]          `col:"TimeControl,dict"`                 // as written
	BaseSeconds     table.Opt[int32]           `col:"base_seconds" unit:"seconds"`      // first period of the time control, rounded to whole seconds
	IncrementMs     table.Opt[int32]           `col:"increment_ms" unit:"milliseconds"` // increment per move, milliseconds
	Speed           table.Opt[string]          `col:"speed,dict"`                       // Lichess class by base + 40 x increment

	Variant  string            `col:"variant,dict"` // "standard", "chess960" or "from-position"
	StartFEN table.Opt[string] `col:"start_fen"`    // null: the usual start position

	PlyCount     int32             `col:"ply_count" unit:"half-moves"`    // half-moves kept in plies
	Damage       table.Opt[string] `col:"damage,dict"`                    // why the moves stop early: "illegal_move", ...; null: whole
	FinalKey     int64             `col:"final_key" unit:"identifier"`    // key of the last position, see plies.key
	Checkmate    bool              `col:"checkmate"`                      // facts of the last position, by the rules
	Stalemate    bool              `col:"stalemate"`                      //
	Threefold    bool              `col:"threefold"`                      // the last position stands for the third time or more
	FiftyMoves   bool              `col:"fifty_moves"`                    // 100 half-moves without capture or pawn move
	DeadMaterial bool              `col:"dead_material"`                  // neither side can mate
	GameHash     int64             `col:"game_hash" unit:"identifier"`    // players + date + result + moves (or as ingest.same_game says); equal for duplicates
	DuplicateOf  table.Opt[int64]  `col:"duplicate_of" unit:"identifier"` // game_id of the first game with the same hash
}
