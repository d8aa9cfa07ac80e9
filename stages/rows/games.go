package rows

import "plyquet/pipeline/table"

// Game is one game. Columns that the Lichess database has keep its names; all others are snake_case.
type Game struct {
	GameID     int64  `col:"game_id,sort,delta" unit:"identifier"` // source_no * 2^43 + byte offset: unique in a run, in file order
	Source     string `col:"source,dict"`                          // file name below sampled/
	Offset     int64  `col:"offset" unit:"bytes"`                  // byte offset of the game in the decompressed source
	GameNumber int64  `col:"game_number" unit:"ordinal"`           // 1-based number of the game in its source

	Event           table.Opt[string]          `col:"Event,dict"`                       // tag Event: tournament or kind of game
	Site            table.Opt[string]          `col:"Site"`                             // tag Site: place, or the address of the game
	Round           table.Opt[string]          `col:"Round,dict"`                       // tag Round, as written
	Date            table.Opt[string]          `col:"Date,dict"`                        // as written, "2024.??.??" included
	PlayedOn        table.Opt[table.Date]      `col:"played_on"`                        // the day by Date, else by UTCDate, when it is complete and real
	Year            table.Opt[int16]           `col:"year" unit:"year"`                 // the year by Date, else by UTCDate, when it is known
	White           table.Opt[string]          `col:"White,dict,bloom"`                 // White's name as written
	Black           table.Opt[string]          `col:"Black,dict,bloom"`                 // Black's name as written
	Result          string                     `col:"Result,dict"`                      // "1-0", "1/2-1/2", "0-1" or "*"; the result after the moves counts before the tag
	WhiteTitle      table.Opt[string]          `col:"WhiteTitle,dict"`                  // White's title: GM, IM, BOT, ...
	BlackTitle      table.Opt[string]          `col:"BlackTitle,dict"`                  // Black's title
	WhiteElo        table.Opt[int16]           `col:"WhiteElo" unit:"Elo"`              // White's rating in the tags; not of one scale across sites
	BlackElo        table.Opt[int16]           `col:"BlackElo" unit:"Elo"`              // Black's rating
	WhiteRatingDiff table.Opt[int16]           `col:"WhiteRatingDiff" unit:"Elo"`       // change of White's rating by this game (Lichess)
	BlackRatingDiff table.Opt[int16]           `col:"BlackRatingDiff" unit:"Elo"`       // change of Black's rating by this game (Lichess)
	UTCDate         table.Opt[table.Date]      `col:"UTCDate"`                          // day on which the game began, UTC
	UTCTime         table.Opt[table.TimeOfDay] `col:"UTCTime"`                          // time at which the game began, UTC
	StartedAt       table.Opt[table.Timestamp] `col:"started_at"`                       // UTCDate and UTCTime together
	ECO             table.Opt[string]          `col:"ECO,dict"`                         // opening code in the tags, A00 to E99
	Opening         table.Opt[string]          `col:"Opening,dict"`                     // opening name in the tags
	Termination     table.Opt[string]          `col:"Termination,dict"`                 // tag Termination: how the game ended, in the words of its site
	TimeControl     table.Opt[string]          `col:"TimeControl,dict"`                 // as written
	BaseSeconds     table.Opt[int32]           `col:"base_seconds" unit:"seconds"`      // first period of the time control, rounded to whole seconds
	IncrementMs     table.Opt[int32]           `col:"increment_ms" unit:"milliseconds"` // increment per move, milliseconds
	Speed           table.Opt[string]          `col:"speed,dict"`                       // Lichess class by base + 40 x increment

	Variant  string            `col:"variant,dict"` // "standard", "chess960" or "from-position"
	StartFEN table.Opt[string] `col:"start_fen"`    // null: the usual start position

	PlyCount     int32             `col:"ply_count" unit:"half-moves"`    // half-moves kept in plies
	Damage       table.Opt[string] `col:"damage,dict"`                    // why the moves stop early: "illegal_move", ...; null: whole
	FinalKey     int64             `col:"final_key" unit:"identifier"`    // key of the last position, see plies.key
	Checkmate    bool              `col:"checkmate"`                      // the last position is checkmate
	Stalemate    bool              `col:"stalemate"`                      // the last position is stalemate
	Threefold    bool              `col:"threefold"`                      // the last position stands for the third time or more
	FiftyMoves   bool              `col:"fifty_moves"`                    // 100 half-moves without capture or pawn move
	DeadMaterial bool              `col:"dead_material"`                  // neither side can mate
	GameHash     int64             `col:"game_hash" unit:"identifier"`    // players + date + result + moves (or as ingest.same_game says); equal for duplicates
	DuplicateOf  table.Opt[int64]  `col:"duplicate_of" unit:"identifier"` // game_id of the first game with the same hash
}
