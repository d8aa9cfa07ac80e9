package metrics

// Summary is what a profile says of one player's part in a game.
type Summary struct {
	Accuracy MeanAccuracy // valid when Unscored is empty
	Unscored Unscored     // why there is no accuracy; ACPL is missing then, too
	Moves    int          // half-moves the player made
	Graded   int          // of them graded
	ACPL     Maybe        // mean centipawn loss over the graded moves, not rounded
	Counts   [NumClasses]int
	Phases   [NumPhases]PhaseSummary
}

// PhaseSummary is a player's part in one phase of a game.
type PhaseSummary struct {
	Moves    int
	Accuracy Maybe
	ACPL     Maybe
}

// Unscored says why a player's game has no accuracy. Empty: it has one.
type Unscored string

const (
	UnscoredNoMoves           Unscored = "no_moves"             // the player made none
	UnscoredNoEvaluations     Unscored = "no_evaluations"       // none of the player's moves has both evaluations
	UnscoredFewEvaluations    Unscored = "too_few_evaluations"  // a tenth of the game's positions or more have none
	UnscoredShallow           Unscored = "evaluations_shallow"  // all evaluations are below the profile's depth
	UnscoredNoWindow          Unscored = "no_volatility_window" // every window around the player's moves has a gap
	UnscoredOpponentHasNoMove Unscored = "opponent_unscored"    // BothOrNone: the other player has no accuracy
)

// Summarize sums up the grades of the last graded game: [0] is White's, [1] Black's.
//
// Each phase is taken as a game of its own: its window width comes from its own length and it starts from the
// evaluation of the position in which it begins, as lila does since pull request 21658. The first version started
// every phase from +15 centipawns, which made short middlegames absurd.
func (g *Grader) Summarize(grades []Grade, s *Sheet) [2]Summary {
	var sums [2]Summary
	for side := range sums {
		sums[side] = g.player(grades, s, side == 1)
	}
	if g.profile.BothOrNone {
		for side := range sums {
			if sums[side].Unscored == "" && sums[1-side].Unscored != "" {
				sums[side].drop(UnscoredOpponentHasNoMove)
			}
		}
	}
	g.phases(grades, s, &sums)
	return sums
}

func (g *Grader) player(grades []Grade, s *Sheet, black bool) Summary {
	var sum Summary
	t := tally{acc: accuracySum{floor: g.profile.HarmonicFloor}}
	for i := range s.Moves {
		if s.Moves[i].Black != black {
			continue
		}
		t.add(&grades[i])
		if grades[i].Graded || grades[i].Class != ClassUnmarked {
			sum.Counts[grades[i].Class]++
		}
	}
	sum.Moves, sum.Graded, sum.ACPL = t.moves, t.graded, t.acpl()
	var ok bool
	if sum.Accuracy, ok = t.acc.mean(); !ok || tooManyGaps(s) {
		sum.drop(g.unscored(&sum, s))
	}
	return sum
}

// tally adds up one player's moves.
type tally struct {
	acc                   accuracySum
	moves, graded, losses int
}

func (t *tally) add(gr *Grade) {
	t.moves++
	if !gr.Graded {
		return
	}
	t.graded++
	t.losses += gr.Centipawns
	if gr.Weight.OK {
		t.acc.add(gr.Accuracy, gr.Weight.V)
	}
}

func (t *tally) acpl() Maybe {
	if t.graded == 0 {
		return Maybe{}
	}
	return Known(float64(t.losses) / float64(t.graded))
}

// drop takes the averages back.
func (s *Summary) drop(why Unscored) {
	s.Accuracy, s.ACPL, s.Unscored = MeanAccuracy{}, Maybe{}, why
}

func (g *Grader) unscored(sum *Summary, s *Sheet) Unscored {
	switch {
	case sum.Moves == 0:
		return UnscoredNoMoves
	case sum.Graded == 0 && g.profile.NeedsDepth && missing(s) == 0:
		return UnscoredShallow
	case sum.Graded == 0:
		return UnscoredNoEvaluations
	case tooManyGaps(s):
		return UnscoredFewEvaluations
	}
	return UnscoredNoWindow
}

// tooManyGaps is lila's rule (AnalysisBuilder.scala): an analysis in which a tenth of the moves has no evaluation is
// not one. An accuracy over what is left would be a number about something else.
func tooManyGaps(s *Sheet) bool { return 10*missing(s) >= len(s.Moves) && missing(s) > 0 }

func missing(s *Sheet) (n int) {
	for i := range s.Moves {
		if !s.Positions[i+1].Eval.OK {
			n++
		}
	}
	return n
}

func (g *Grader) phases(grades []Grade, s *Sheet, sums *[2]Summary) {
	for lo := 0; lo < len(s.Moves); {
		hi := lo + 1
		for hi < len(s.Moves) && s.Moves[hi].Phase == s.Moves[lo].Phase {
			hi++
		}
		g.sliced = append(g.sliced[:0], grades[lo:hi]...)
		g.weigh(g.sliced, s, lo, hi)
		for side := range sums {
			sum := &sums[side].Phases[s.Moves[lo].Phase]
			*sum = phaseOf(g.sliced, s.Moves[lo:hi], side == 1, g.profile.HarmonicFloor)
			if sums[side].Unscored != "" {
				sum.Accuracy, sum.ACPL = Maybe{}, Maybe{}
			}
		}
		lo = hi
	}
}

func phaseOf(grades []Grade, moves []Played, black bool, floor float64) PhaseSummary {
	t := tally{acc: accuracySum{floor: floor}}
	for i := range moves {
		if moves[i].Black == black {
			t.add(&grades[i])
		}
	}
	sum := PhaseSummary{Moves: t.moves, ACPL: t.acpl()}
	if m, ok := t.acc.mean(); ok {
		sum.Accuracy = Known(m.Value)
	}
	return sum
}
