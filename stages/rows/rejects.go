package rows

import "plyquet/pipeline/table"

// Reject is one fault: something that could not be used, or a game that was kept only in part. The machinery writes
// this table for every stage from stage.Reject.
type Reject struct {
	Stage   string            `col:"stage,dict"`                 // stage that could not use it
	Source  table.Opt[string] `col:"source,dict"`                // file it came from
	Offset  table.Opt[int64]  `col:"offset" unit:"bytes"`        // byte offset of the game in the decompressed source
	Game    table.Opt[int64]  `col:"game_number" unit:"ordinal"` // 1-based
	Ply     table.Opt[int32]  `col:"ply" unit:"half-moves"`      // 1-based
	Token   table.Opt[string] `col:"token"`                      // the text at fault
	Reason  string            `col:"reason,dict"`                // snake_case
	Kept    bool              `col:"kept"`                       // true: a warning, the unit was kept (a prefix of a game)
	Context table.Opt[string] `col:"context"`                    // up to 200 bytes around the fault
}
