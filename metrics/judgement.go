package metrics

// JudgeLichess is the judgement that Lichess writes beside a move (lila Advice.scala): ClassInaccuracy, ClassMistake,
// ClassBlunder, or ClassUnmarked. Scores are the mover's, before and after the move. The caller exempts the engine's
// own first choice, which Lichess never judges.
//
// Between centipawns the loss of win chance decides, without a ceiling: 5, 10 and 15 points of win chance (0.1, 0.2,
// 0.3 on Lichess's scale of -1 to 1), inclusive. Into and out of a mate the centipawns on the other side decide.
func JudgeLichess(before, after Score) Class {
	prev, prevIsCp := before.Cp()
	cur, curIsCp := after.Cp()
	switch {
	case prevIsCp && curIsCp:
		c := LichessJudgementCurve()
		return judgeLoss(c.Win(before) - c.Win(after))
	case prevIsCp && after.Loses(): // walked into a mate
		return judgeMate(-prev)
	case before.Wins() && curIsCp: // let a mate go
		return judgeMate(cur)
	case before.Wins() && after.Loses():
		return ClassBlunder
	}
	// A longer mate for the mover has no judgement (an older rule had one), nor has anything once mated, nor finding a mate.
	return ClassUnmarked
}

func judgeLoss(loss float64) Class {
	switch {
	case loss >= 0.15:
		return ClassBlunder
	case loss >= 0.10:
		return ClassMistake
	case loss >= 0.05:
		return ClassInaccuracy
	}
	return ClassUnmarked
}

// judgeMate judges a change between centipawns and mate by how decided the centipawn side of it was: the more decided
// the position was (or stays), the less the change matters.
func judgeMate(decided int) Class {
	switch {
	case decided > 999:
		return ClassInaccuracy
	case decided > 700:
		return ClassMistake
	}
	return ClassBlunder
}
