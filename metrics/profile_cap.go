package metrics

// CAP is Chess Analyzer Pro (imutkarsht/Chess_analyzer, move_classifier.py, math_utils.py, analyzer.py): ten classes,
// the first rule that matches wins, and an accuracy that falls faster than Lichess's. Document and code differ; the
// code holds except where AsShipped says so.
//
// Its game accuracy is not Lichess's with another constant: the window and the series come from the player's own
// moves, and book moves, mates and moves into a forced mate score 100.
//
// Not reproduced in any mode: a missing evaluation counts as an even position in the source; here the move is not
// graded. Its names of openings are wrong for shared beginnings; engine/book names positions.
//
// AsShipped: the guards "not extremely losing" of Blunder and "not extreme" of Miss take the size of the score and
// thereby also spare a player who was winning (+5.01 -> -3.00 is a mistake, +5.00 -> -3.00 a blunder). The default
// spares only the losing side, as the document says.
func CAP(opt Options) Profile {
	return opt.apply(Profile{
		Name:       "cap",
		Curve:      CAPCurve(),
		Decay:      CAPDecay(),
		Centipawns: CAPCentipawns(),
		Classify:   func(c *Case) Class { return classifyCAP(c, opt.AsShipped) },
		Perfect: func(c *Case) bool {
			return c.Book || c.Mates || (c.After.OK && c.After.Score.Wins())
		},
		Weights:         WeightByPlayer,
		HarmonicFloor:   0.1,
		Book:            BookFirstMiss,
		BookClass:       func(Class) Class { return ClassBook },
		RepetitionGuard: true,
	})
}

// classifyCAP tries the rules in the order of the source. Chances are the mover's, in [0, 1].
func classifyCAP(c *Case, symmetric bool) Class {
	hadMate := c.Before.OK && c.Before.Score.Wins()
	keptMate := hadMate && c.After.OK && c.After.Score.Wins()
	switch {
	case c.Mates:
		return ClassBest
	case hadMate && !keptMate:
		return ClassMiss
	case c.WinAfter >= 0.99 && (!hadMate || c.Engine):
		return ClassBest
	case c.Engine:
		return engineMoveCAP(c)
	case isBlunderCAP(c) && !c.extreme(500, symmetric):
		return ClassBlunder
	case isMissCAP(c) && !c.extreme(300, symmetric):
		return ClassMiss
	case c.Loss >= 0.08:
		return ClassMistake
	case c.Loss >= 0.045:
		return ClassInaccuracy
	case c.Loss >= 0.02:
		return ClassGood
	}
	return ClassExcellent
}

// engineMoveCAP names the engine's first choice by how much better it is than the second. There is no test for a
// sacrifice, and Brilliant needs the next search to think more of the move than this one did.
func engineMoveCAP(c *Case) Class {
	if !c.Second.OK {
		return ClassBest
	}
	lead := c.WinAfter - c.Second.V
	switch {
	case lead > 0.40 && c.WinAfter > c.WinBefore+0.10 && c.WinBefore < 0.90 && c.WinAfter >= 0.50:
		return ClassBrilliant
	case lead > 0.15:
		return ClassGreat
	}
	return ClassBest
}

func isBlunderCAP(c *Case) bool { return c.Loss >= 0.19 && c.WinAfter <= 0.50 && c.WinBefore > 0.35 }

// isMissCAP lists the four rules of the source, although the first and the last never decide for centipawn scores.
func isMissCAP(c *Case) bool {
	b, a := c.WinBefore, c.WinAfter
	return (b > 0.70 && a < 0.50) ||
		(b > 0.60 && c.Loss > 0.12) ||
		(b >= 0.55 && a < 0.40 && c.Loss >= 0.10) ||
		(c.Loss >= 0.25 && b > 0.50)
}

// extreme reports that the mover was losing by more than limit centipawns, or winning by it when symmetric. A
// missing score and a mate are not extreme.
func (c *Case) extreme(limit int, symmetric bool) bool {
	cp, ok := c.Before.Score.Cp()
	if !c.Before.OK || !ok {
		return false
	}
	return cp < -limit || (symmetric && cp > limit)
}
