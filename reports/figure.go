package reports

import "errors"

// A Figure draws one plot from plain series.
type Figure struct {
	Name  string // file name without ending
	Title string
	// Draw returns ErrNoData when the run holds nothing to draw.
	Draw func(*Data) (*Image, error)
	// Alt describes the drawn figure in a sentence, for screen readers; it is called after a successful Draw.
	Alt func(*Data) string
}

// ErrNoData says that a figure has no series in this run; the page names the stage that would make it.
var ErrNoData = errors.New("no data")

// Figures is every figure of a run's report, in the order of the page. A new figure is one file and one line here.
var Figures = []Figure{
	openingsFigure,
	accuracyByRatingFigure,
	acplByRatingFigure,
	classesFigure,
	profilesFigure,
	gameCurveFigure,
	bumpFigure,
	complexityByPhaseFigure,
	complexityByRatingFigure,
	complexityLossFigure,
	rocFigure,
	calibrationFigure,
}

// BenchFigures is every figure of the speedup report.
var BenchFigures = []BenchFigure{
	speedupFigure,
	efficiencyFigure,
	costFigure,
}

// Data is the series of a run, read from its tables by stages/report. A nil series is one the run does not have.
type Data struct {
	Openings     []OpeningBar      // most frequent first
	Accuracy     []RatedGame       // one point a game, side and profile
	Classes      []ClassCount      // ladder order within a profile
	Pairs        *ProfilePairs     // the same sides of games in two profiles
	Game         *GameCurve        // the game with the largest swing
	Bump         *Bump             // the most complex position
	Complexity   []ComplexityPoint // one point a position
	Correlations []Correlation     // of complexity and loss, a definition each; the first is that of Complexity
	ROC          []ROCCurve
	ROCTitle     string    // which trial: how many decisions, how much help
	Calibration  []float64 // z of players believed clean, any order
	CalibratedBy string    // what the z were calibrated with, or "uncalibrated"
}

// OpeningBar is the outcome of the games through one position.
type OpeningBar struct {
	Name                string // moves or opening name
	White, Draws, Black int64
}

// RatedGame is one side of one game.
type RatedGame struct {
	Profile  string
	Rating   float64 // Elo of the side
	Accuracy float64 // 0..100
	ACPL     float64 // centipawns a move
}

// ClassCount is how many moves of a profile fell into a class.
type ClassCount struct {
	Profile, Class string
	Moves          int64
}

// ProfilePairs are the accuracies of the same sides of games by two profiles.
type ProfilePairs struct {
	XName, YName string
	X, Y         []float64
}

// GameCurve is a game as White's win chance after each ply.
type GameCurve struct {
	Label  string    // players and result
	Win    []float64 // 0..100, index 0 is the start position
	Marked []MarkedMove
}

// MarkedMove is a move worth a mark on the curve.
type MarkedMove struct {
	Ply   int
	Label string // "23. Qxf7"
	Class string
	Lost  float64 // win chance lost, 0 to 1
}

// Bump is one position's moves by depth: Rank[m][d] is the rank (1 = best) of Moves[m] at Depths[d], 0 where absent.
type Bump struct {
	Label  string
	Kappa  float64
	Depths []int
	Moves  []string
	Rank   [][]int
}

// ComplexityPoint is one position with its complexity and, when known, what the human did there.
type ComplexityPoint struct {
	Phase string
	Kappa float64
	Loss  float64 // scaled loss of the played move; NaN when unknown
	Elo   float64 // mover's rating; NaN when unknown
}

// Correlation is how complexity and the human's loss go together, by rank.
type Correlation struct {
	Definition string // weight of the pairs
	Rho        float64
	Low, High  float64 // 95 %, whole games resampled
	Bounded    bool    // there were enough games for an interval
	N, Games   int
}

// ROCCurve is a signal's true-positive rate over its false-positive rate, both from 0 to 1.
type ROCCurve struct {
	Name     string
	AUC      float64
	FPR, TPR []float64
	N        int // players
}
