package metrics

// Profile is a published grading system as a set of choices. Adding one is a file with a constructor and a line in
// Profiles.
type Profile struct {
	Name       string
	Curve      Curve
	Decay      Decay
	Centipawns CentipawnScale
	// Start replaces the engine's verdict on the first position of a game (White's view); missing: the engine's.
	Start Reading
	// Classify names the move. It is called for graded moves only.
	Classify func(*Case) Class
	// Perfect moves score 100 whatever they lost; nil: none.
	Perfect func(*Case) bool
	// Weights is the series whose volatility weights the moves.
	Weights WeightRule
	// HarmonicFloor is the least accuracy of a move in the harmonic mean.
	HarmonicFloor float64
	// Book says how far the opening book reaches.
	Book BookRule
	// BookClass is the label of a book move that Classify has labelled c.
	BookClass func(c Class) Class
	// EngineMoveIsPerfect: the engine's first choice loses nothing, whatever the next search says.
	EngineMoveIsPerfect bool
	// RepetitionGuard: in a drawn game, moves around a repetition lose nothing.
	RepetitionGuard bool
	// DropMatingMove leaves the move that mates out of all numbers, as lichess.org does.
	DropMatingMove bool
	// BothOrNone: a game has accuracies for both players or for none, as on lichess.org.
	BothOrNone bool
	// NeedsDepth: positions that were searched too shallow are not graded but pending.
	NeedsDepth bool
}

// Options choose between the corrected behaviour and the source's own.
type Options struct {
	// AsShipped reproduces the source, faults included; the constructor of each profile lists what that changes.
	AsShipped bool
	// Start replaces the profile's choice for the evaluation of the first position when it is set.
	Start StartRule
	// EngineMove replaces the profile's choice for the engine's own first choice when it is set.
	EngineMove EngineMoveRule
}

// apply puts the options that all profiles share on top of a profile.
func (o Options) apply(p Profile) Profile {
	switch o.Start {
	case StartEngine:
		p.Start = Reading{}
	case StartFixed:
		p.Start = Read(Cp(startCp))
	}
	if o.EngineMove != EngineMoveByProfile {
		p.EngineMoveIsPerfect = o.EngineMove == EngineMoveFree
	}
	return p
}

// StartRule chooses the evaluation of the first position of a game.
type StartRule uint8

const (
	StartByProfile StartRule = iota
	StartEngine              // the engine's verdict
	StartFixed               // 15 centipawns for White, whatever the position
)

// EngineMoveRule says whether the engine's first choice can lose something when the next search thinks less of it.
type EngineMoveRule uint8

const (
	EngineMoveByProfile EngineMoveRule = iota
	EngineMoveFree                     // it loses nothing
	EngineMoveCounted                  // it loses what the evaluations say
)

// startCp is lila's constant for the first position (Cp.initial).
const startCp = 15

// WeightRule says which win chances weight a move.
type WeightRule uint8

const (
	// WeightByGame: White's chances over all positions, window from the number of half-moves (Lichess).
	WeightByGame WeightRule = iota
	// WeightByPositions: the same, window from the number of positions (web-chess, corrected).
	WeightByPositions
	// WeightByMover: the chances of the side to move over all positions, gaps filled with the last value. In any
	// unequal position the series jumps from x to 1-x, so decided games get the greatest weight (web-chess as shipped).
	WeightByMover
	// WeightByPlayer: the player's own chances before each of its moves (Chess Analyzer Pro).
	WeightByPlayer
)

// BookRule says which moves of a game count as book moves, given the hits.
type BookRule uint8

const (
	BookLastHit   BookRule = iota // all moves up to the last hit; gaps inside are filled
	BookFirstMiss                 // moves until the first miss; later transpositions do not count
)

// Case is one move as a classifier sees it, from the mover's point of view.
type Case struct {
	Before, After       Reading // scores; the classifiers of win chances also work when they are missing
	WinBefore, WinAfter float64
	Loss                float64 // max(0, WinBefore - WinAfter), after the profile's corrections
	Engine, Mates       bool    // as in Played
	Second              Maybe   // win chance of the second-best move
	Book                bool
}

// Profiles are the systems that a run can choose from, in the order of the tables.
func Profiles(opt Options) []Profile {
	return []Profile{
		Lichess(opt),
		CAP(opt),
		Webchess(opt),
	}
}

// ProfileNames are the names of Profiles.
func ProfileNames() []string {
	var names []string
	for _, p := range Profiles(Options{}) {
		names = append(names, p.Name)
	}
	return names
}
