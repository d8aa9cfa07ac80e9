package signals

// List returns every signal in the order of the report. A new signal is a file beside this one and a line here.
func List() []Signal {
	return []Signal{
		llr,      // the primary one: chosen before looking at any data
		combined, //
		match,
		matchTop3,
		equalBest,
		scaledLoss,
		centipawnLoss,
		topCount(1), topCount(2), topCount(3),
		zeroLossStreak,
		weightedAgreement,
		agreementAt(0), agreementAt(1), agreementAt(2),
		criticalAgreement,
		helpWhenWorse,
		phaseLoss("opening"), phaseLoss("middlegame"), phaseLoss("endgame"),
		timeVariation,
		timeAgainstComplexity,
		timeAgainstDifficulty,
	}
}
