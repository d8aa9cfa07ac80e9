package board

// Result is what a game's record says, or does not say, about its end.
type Result uint8

const (
	Unknown Result = iota
	WhiteWins
	BlackWins
	Draw
)

// String is "1-0", "0-1", "1/2-1/2" or "*".
func (r Result) String() string {
	return [4]string{"*", "1-0", "0-1", "1/2-1/2"}[r&3]
}

// ParseResult reads the four spellings of the PGN standard.
func ParseResult(s string) (Result, bool) {
	for r := Unknown; r <= Draw; r++ {
		if s == r.String() {
			return r, true
		}
	}
	return Unknown, false
}

// Outcome is the result of a finished game. It has no value for "unknown", so that a tally by outcome cannot count one.
type Outcome uint8

const (
	WhiteWon Outcome = iota
	Drawn
	BlackWon
)

// Outcome is the result as an outcome, if it is known.
func (r Result) Outcome() (Outcome, bool) {
	return [4]Outcome{Unknown: Drawn, WhiteWins: WhiteWon, BlackWins: BlackWon, Draw: Drawn}[r&3], r != Unknown
}

// Result is the outcome as a game's result.
func (o Outcome) Result() Result { return [3]Result{WhiteWins, Draw, BlackWins}[o] }

// WonBy is the outcome of a game that a color won.
func WonBy(c Color) Outcome { return Outcome(2 * (c & 1)) }
