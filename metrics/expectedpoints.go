package metrics

// ExpectedPointsClass names a move by the cut-offs that chess.com publishes for the expected points lost (help page
// "How are moves classified?"): 0 best, then up to 0.02, 0.05, 0.10 and 0.20, inclusive. The loss is in win chance, 0 to 1.
//
// Only the cut-offs are public. chess.com's expected points depend on the player's rating by a model that is not, so
// the classes are chess.com's and the loss is that of the curve it was computed with.
func ExpectedPointsClass(loss float64) Class {
	if loss <= 0 {
		return ClassBest
	}
	return ladder{{0.02, ClassExcellent}, {0.05, ClassGood}, {0.10, ClassInaccuracy}, {0.20, ClassMistake}}.verdict(loss)
}
