package signals

import (
	"plyquet/engine/board"
	"plyquet/metrics"
	"plyquet/pipeline/table"
)

// A Situation is one move of a game as the tables have it, before any model: what could be played, what was, and
// why the move takes no part, if it does not.
type Situation struct {
	Game       int64
	Ply        int // 1-based, as plies.ply
	Side       board.Color
	Player     table.Opt[string]
	Elo        table.Opt[int16]
	Played     move
	Phase      string
	Choice     metrics.Choice // empty unless the spread is usable
	Listed     bool           // the played move was among the engine's lines
	Lines      int
	Legal      int
	Depth      int
	BestCp     int // of the first line, mover's view, bounded
	Complexity table.Opt[float32]
	SpentMs    table.Opt[int32]
	Excluded   Exclusion
}

// An Exclusion is the reason why a move takes no part. The zero value means that it does.
type Exclusion string

// The reasons, in the order they are tried.
const (
	ExcludedOpening    Exclusion = "opening"         // before the first move that counts
	ExcludedForced     Exclusion = "one_legal_move"  // nothing to choose
	ExcludedNoLines    Exclusion = "no_lines"        // evaluated without moves, as from comments
	ExcludedWinning    Exclusion = "decided_winning" // the best line is beyond the limit for the player
	ExcludedLosing     Exclusion = "decided_losing"  // or against
	ExcludedRepetition Exclusion = "repetition"      // the position stood before in this game
	ExcludedUnlisted   Exclusion = "unlisted"        // the played move was not listed and the next position has no value
)

// situations lists the evaluated moves of a game in order.
func (s *Stage) situations(g *game, spreads map[int32]*spread) []Situation {
	var out []Situation
	seen := map[int64]bool{}
	for i, p := range g.plies {
		repeated := seen[p.key]
		seen[p.key] = true
		sp := spreads[int32(i)]
		if sp == nil || sp.over {
			continue
		}
		sit := Situation{Game: g.id, Ply: i + 1, Side: p.side, Player: g.names[p.side], Elo: g.elo[p.side], Played: p.move,
			Phase: p.phase, Lines: len(sp.lines), Legal: int(sp.legal), Depth: int(sp.depth),
			Complexity: p.complexity, SpentMs: p.spent}
		sit.BestCp, _ = sp.best(p.side)
		sit.Excluded = s.exclude(g, i, sp, repeated)
		if sit.Excluded == "" {
			sit.choose(sp, spreads[int32(i+1)])
		}
		out = append(out, sit)
	}
	return out
}

func (s *Stage) exclude(g *game, i int, sp *spread, repeated bool) Exclusion {
	switch best, decided := sp.best(g.plies[i].side); {
	case g.moveNumber(i) < s.MinMove:
		return ExcludedOpening
	case sp.legal == 1:
		return ExcludedForced
	case !sp.searched():
		return ExcludedNoLines
	case best > s.MaxEvalCp || decided && best > 0:
		return ExcludedWinning
	case best < -s.MaxEvalCp || decided:
		return ExcludedLosing
	case repeated:
		return ExcludedRepetition
	}
	return ""
}

// best is the value of the first line for the mover, and whether it is a mate.
func (s *spread) best(mover board.Color) (cp int, mate bool) {
	if len(s.lines) == 0 {
		return 0, false
	}
	return int(s.lines[0].forMover(mover)), s.lines[0].mate
}

func (l line) forMover(mover board.Color) int16 {
	if mover == board.Black {
		return -l.bound
	}
	return l.bound
}

// choose fills in the choice. A played move that was not listed gets the value of the position after it, if the same
// engine has searched that (one ply deeper, in effect); leaving it out would leave out the blunders.
func (sit *Situation) choose(sp, next *spread) {
	played := -1
	scores := make([]metrics.Score, 0, len(sp.lines)+1)
	for i, l := range sp.lines {
		scores = append(scores, metrics.Cp(int(l.forMover(sit.Side))))
		if l.move == sit.Played {
			played = i
		}
	}
	sit.Listed = played >= 0
	if !sit.Listed {
		if next == nil || len(next.lines) == 0 || next.engine != sp.engine && !next.over {
			sit.Excluded = ExcludedUnlisted
			return
		}
		played = len(scores)
		// An unlisted move is at most as good as the last listed one: a deeper look that says otherwise would make
		// the blunder a gain.
		value := min(next.lines[0].forMover(sit.Side), sp.lines[len(sp.lines)-1].forMover(sit.Side))
		scores = append(scores, metrics.Cp(int(value)))
	}
	sit.Choice = metrics.NewChoice(scores, played)
}
