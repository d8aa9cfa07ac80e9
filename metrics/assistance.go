package metrics

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// An AssistKind is a way of taking help. Detection depends on the way far more than on the amount.
type AssistKind string

const (
	AssistNone     AssistKind = "none"     // honest
	AssistAny      AssistKind = "any"      // each decision with probability Share
	AssistCritical AssistKind = "critical" // the share Share of decisions that are most difficult
	AssistNear     AssistKind = "near"     // as any, but a random move within Margin of the best: another engine
	AssistGames    AssistKind = "games"    // whole games with probability Share
	AssistFew      AssistKind = "few"      // at most PerGame difficult decisions of each game
)

// AssistKinds lists every kind.
func AssistKinds() []AssistKind {
	return []AssistKind{AssistNone, AssistAny, AssistCritical, AssistNear, AssistGames, AssistFew}
}

// ParseAssistKind accepts the names of AssistKinds.
func ParseAssistKind(name string) (AssistKind, error) {
	if k := AssistKind(name); slices.Contains(AssistKinds(), k) {
		return k, nil
	}
	return "", fmt.Errorf("assistance %q: want one of %v", name, AssistKinds())
}

// Assistance is how a simulated player is helped.
type Assistance struct {
	Kind    AssistKind
	Share   float64 // any, critical, near, games: 0 to 1
	Margin  float64 // centipawns the helper's move may be behind the best; 0: always the first move
	PerGame int     // few

	// Threshold is the difficulty from which a decision counts as critical (critical, few). It is a quantile of the
	// difficulties of comparable positions: see CriticalThreshold.
	Threshold float64
}

// CriticalThreshold is the difficulty that the given share of the decisions reaches or exceeds.
func CriticalThreshold(difficulties []float64, share float64) float64 {
	sorted := slices.Clone(difficulties)
	slices.Sort(sorted)
	return Quantile(sorted, 1-share)
}

// A HelpedGame is the assistance of one player in one game; it remembers what was drawn and used.
type HelpedGame struct {
	Assistance
	wholeGame bool
	used      int
}

// StartGame draws what is drawn once a game.
func (a Assistance) StartGame(rng *rand.Rand) HelpedGame {
	return HelpedGame{Assistance: a, wholeGame: a.Kind == AssistGames && rng.Float64() < a.Share}
}

// NeedsDifficulty reports whether Helps looks at the difficulty of a decision; it costs a solution of the model.
func (a Assistance) NeedsDifficulty() bool { return a.Kind == AssistCritical || a.Kind == AssistFew }

// Helps decides one decision of the given difficulty.
func (g *HelpedGame) Helps(rng *rand.Rand, difficulty float64) bool {
	switch g.Kind {
	case AssistAny, AssistNear:
		return rng.Float64() < g.Share
	case AssistCritical:
		return difficulty >= g.Threshold
	case AssistGames:
		return g.wholeGame
	case AssistFew:
		if difficulty < g.Threshold || g.used >= g.PerGame {
			return false
		}
		g.used++
		return true
	}
	return false
}

// Move is the helper's choice among the listed moves: one of those within Margin of the best, each alike, and the
// engine's own first move when the margin is 0.
func (a Assistance) Move(rng *rand.Rand, c Choice) int {
	if a.Margin <= 0 {
		return 0
	}
	return Draw(rng, c.NearBest(nil, a.Margin))
}

// Draw picks an index with the given probabilities.
func Draw(rng *rand.Rand, p []float64) int {
	u := rng.Float64()
	for i, pi := range p {
		if u -= pi; u < 0 {
			return i
		}
	}
	return len(p) - 1 // the sum was a hair below 1
}

// TopLines is a weak opponent that varies among the best Lines moves within Margin centipawns of the first, each
// alike, and so never blunders without need. Source: the levels Beginner (4 lines, 1.8 pawns) and Novice (0.9) of
// web-chess. As a model of people it is wrong in that very point: see Powers.
type TopLines struct {
	Lines  int
	Margin float64
}

// Move is the opponent's choice.
func (t TopLines) Move(rng *rand.Rand, c Choice) int {
	n := 0
	for n < len(c.Cp) && n < t.Lines && c.Cp[n] <= t.Margin {
		n++
	}
	return rng.IntN(max(n, 1))
}
