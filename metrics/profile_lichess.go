package metrics

// Lichess is the system of lichess.org (lila AccuracyPercent.scala, AccuracyCP.scala, Advice.scala): accuracy,
// centipawn loss, and three kinds of fault. It has no book and exempts the engine's first choice from judgement, not
// from accuracy.
//
// Every game starts from +15 centipawns for White, even when Black begins or the game starts from a position.
// Missing evaluations follow the newer lila: a move needs both its positions and a window without a gap. The older
// one dropped them from the list, which gave every later move to the other player.
//
// AsShipped: the move that mates is in neither accuracy nor centipawns nor counts (lila issue 11207), and a game in
// which one player has no scored move has no accuracy for either.
func Lichess(opt Options) Profile {
	return opt.apply(Profile{
		Name:       "lichess",
		Curve:      LichessCurve(),
		Decay:      LichessDecay(),
		Centipawns: LichessCentipawns(),
		Start:      Read(Cp(startCp)),
		Classify: func(c *Case) Class {
			if c.Engine || !c.Before.OK || !c.After.OK {
				return ClassUnmarked
			}
			return JudgeLichess(c.Before.Score, c.After.Score)
		},
		Weights:        WeightByGame,
		HarmonicFloor:  1,
		BookClass:      func(c Class) Class { return c },
		DropMatingMove: opt.AsShipped,
		BothOrNone:     opt.AsShipped,
	})
}
