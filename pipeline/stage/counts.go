package stage

import "fmt"

// Counts is the funnel of one stage: Seen = Kept + sum(Filtered) + sum(Rejected), checked at the stage's end.
// Extra holds further totals (plies, nodes, cache hits) that take no part in the equation.
type Counts struct {
	Unit     string           `json:"unit,omitempty"` // what is counted: "games", "positions", "archives"
	Seen     int64            `json:"seen"`
	Kept     int64            `json:"kept"`
	Filtered map[string]int64 `json:"filtered,omitempty"` // by policy: too short, wrong variant, not sampled
	Rejected map[string]int64 `json:"rejected,omitempty"` // by fault: illegal move, bad FEN, engine lost
	Warned   map[string]int64 `json:"warned,omitempty"`   // kept all the same: a game up to its illegal move
	Extra    map[string]int64 `json:"extra,omitempty"`
}

// Merge adds o to c. The unit of c stays unless it has none.
func (c *Counts) Merge(o Counts) {
	if c.Unit == "" {
		c.Unit = o.Unit
	}
	c.Seen += o.Seen
	c.Kept += o.Kept
	merge(&c.Filtered, o.Filtered)
	merge(&c.Rejected, o.Rejected)
	merge(&c.Warned, o.Warned)
	merge(&c.Extra, o.Extra)
}

func merge(into *map[string]int64, from map[string]int64) {
	for name, n := range from {
		Bump(into, name, n)
	}
}

// Bump adds n to the named total, making the map when there is none.
func Bump(into *map[string]int64, name string, n int64) {
	if *into == nil {
		*into = map[string]int64{}
	}
	(*into)[name] += n
}

// Total is the sum of a map of totals.
func Total(m map[string]int64) (sum int64) {
	for _, n := range m {
		sum += n
	}
	return sum
}

// Balanced checks the equation of the funnel and states both sides when they differ.
func (c Counts) Balanced() error {
	filtered, rejected := Total(c.Filtered), Total(c.Rejected)
	if c.Seen == c.Kept+filtered+rejected {
		return nil
	}
	return fmt.Errorf("counts do not add up: %d seen, but %d kept + %d filtered + %d rejected = %d",
		c.Seen, c.Kept, filtered, rejected, c.Kept+filtered+rejected)
}

// RejectRate is the share of the units seen that were rejected; 0 when none were seen.
func (c Counts) RejectRate() float64 {
	if c.Seen == 0 {
		return 0
	}
	return float64(Total(c.Rejected)) / float64(c.Seen)
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
