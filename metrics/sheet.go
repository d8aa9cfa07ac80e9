package metrics

// Sheet is a game as the grading profiles see it: n+1 positions and the n moves between them. Moves[i] leads from
// Positions[i] to Positions[i+1].
type Sheet struct {
	Positions []Judged
	Moves     []Played
	Drawn     bool // the game's result is a draw
}

// Judged is the engine's verdict on one position, from White's point of view.
type Judged struct {
	Eval    Reading // of the best move; by the rules when the game is over
	Second  Reading // of the second-best move, when the engine gave one
	Shallow bool    // the search was too shallow for a verdict
	Repeats bool    // the position occurs more than once in the game
}

// Played is one half-move.
type Played struct {
	Black  bool // who moved; never derived from the index, because games start from any position
	Engine bool // the move is the engine's first choice
	Mates  bool // the move gives checkmate
	Book   bool // the position after the move is in the opening book
	Phase  GamePhase
}

// GamePhase is the phase of the position before a move.
type GamePhase uint8

const (
	Opening GamePhase = iota
	Middlegame
	Endgame
	NumPhases = int(iota)
)

// String is the name in tables.
func (p GamePhase) String() string { return [NumPhases]string{"opening", "middlegame", "endgame"}[p] }

// Grade is what a profile says of one move. Chances are the mover's.
type Grade struct {
	Before, After Maybe   // win chance, 0 to 1
	Graded        bool    // everything below but Weight and Book is set
	Loss          float64 // win chance lost, 0 to 1
	Centipawns    int     // centipawns lost on the profile's scale, never negative
	Accuracy      float64 // 0 to 100
	Weight        Maybe   // in the game's accuracy; missing when the window around the move has a gap
	Class         Class   // ClassPending is possible without Graded
	Book          bool    // counts as a book move by the profile's rule
}
