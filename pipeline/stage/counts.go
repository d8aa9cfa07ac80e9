package stage

// Counts is the funnel of one stage: Seen = Kept + sum(Filtered) + sum(Rejected), checked at the stage's end.
// Extra holds further totals (plies, nodes, cache hits) that take no part in the equation.
type Counts struct {
	Unit     string           `json:"unit,omitempty"` // what is counted: "games", "positions", "archives"
	Seen     int64            `json:"seen"`
	Kept     int64            `json:"kept"`
	Filtered map[string]int64 `json:"filtered,omitempty"` // by policy: too short, wrong variant, not sampled
	Rejected map[string]int64 `json:"rejected,omitempty"` // by fault: illegal move, bad FEN, engine lost
	Extra    map[string]int64 `json:"extra,omitempty"`
}

// Reject is a record of something that could not be used. Numbers that do not apply are negative here and null in
// the table.
type Reject struct {
	Source  string // file name as given by the archive stage
	Offset  int64  // byte offset of the game in the decompressed source
	Game    int64  // 1-based number of the game in its source
	Ply     int    // 1-based ply of the fault
	Token   string // the offending text
	Reason  string // typed reason, snake_case: "illegal_move"
	Context string // up to 200 bytes around the fault, valid UTF-8
}
