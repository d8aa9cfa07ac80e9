package metrics

// Webchess is web-chess (Sir-Teo/web-chess, analysis.ts, accuracyAggregate.ts): every move is measured on two
// ladders, centipawns and win chance, and the milder verdict stands. The engine's first choice is Best and loses
// nothing. The book reaches to its last hit, but never excuses a fault.
//
// A mate has no place on the centipawn ladder: where one is involved the ladder of win chances decides alone, which
// is what the source's sentinel of 100 pawns comes to. Its weights here come from White's chances.
//
// AsShipped: the weights come from the chances of the side to move, and gaps repeat the last value (WeightByMover).
func Webchess(opt Options) Profile {
	weights := WeightByPositions
	if opt.AsShipped {
		weights = WeightByMover
	}
	chances := webchessChances()
	return opt.apply(Profile{
		Name:       "webchess",
		Curve:      WebchessCurve(),
		Decay:      WebchessDecay(),
		Centipawns: WebchessCentipawns(),
		Classify: func(c *Case) Class {
			if c.Engine {
				return ClassBest
			}
			return milderWebchess(c, &chances)
		},
		Weights:             weights,
		HarmonicFloor:       1,
		Book:                BookLastHit,
		BookClass:           bookClassWebchess,
		EngineMoveIsPerfect: true,
		NeedsDepth:          true,
	})
}

// webchessCentipawns is the ladder of centipawns lost.
func webchessCentipawns() ladder {
	return ladder{{20, ClassExcellent}, {70, ClassGood}, {140, ClassInaccuracy}, {260, ClassMistake}}
}

// webchessChances is the ladder of win chance lost: each rung is what the same rung of centipawns costs from a level
// position, by the very same function, so that losing exactly 20 centipawns from 0.00 is on the rung of both.
func webchessChances() ladder {
	l, c := webchessCentipawns(), WebchessCurve()
	for i := range l {
		l[i].limit = c.Win(Cp(0)) - c.Win(Cp(-int(l[i].limit)))
	}
	return l
}

func milderWebchess(c *Case, chances *ladder) Class {
	verdict := chances.verdict(c.Loss)
	before, ok1 := c.Before.Score.Cp()
	after, ok2 := c.After.Score.Cp()
	if !ok1 || !ok2 {
		return verdict
	}
	return milder(verdict, webchessCentipawns().verdict(float64(before-after)))
}

func bookClassWebchess(c Class) Class {
	switch c {
	case ClassBest, ClassExcellent, ClassGood, ClassPending:
		return ClassBook
	}
	return c
}
