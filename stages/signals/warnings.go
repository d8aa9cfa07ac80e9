package signals

// Warnings stand beside the numbers they limit. Codes are part of the tables; their meaning is in Explain.
const (
	WarnFewDecisions   = "few_decisions"
	WarnFewGames       = "few_games"
	WarnOneGame        = "one_game"
	WarnUnrated        = "unrated"
	WarnTooFewLines    = "too_few_lines"
	WarnPartlyModelled = "partly_modelled"
	WarnUncalibrated   = "uncalibrated"
	WarnOtherSetting   = "baseline_setting_differs"
	WarnExtrapolated   = "rating_extrapolated"
	WarnSimilarName    = "similar_name"
	WarnNotScored      = "shown_not_scored"
	WarnUnlisted       = "played_moves_unlisted"
)

// Explain is the sentence behind a warning.
func Explain(code string) string {
	return map[string]string{
		WarnFewDecisions:   "fewer decisions than the sample floor: the numbers are shown, no z is computed",
		WarnFewGames:       "fewer than five games: no interval can be given",
		WarnOneGame:        "all decisions come from one game, and no single game is evidence of anything",
		WarnUnrated:        "no rating is known for some or all decisions, and none is guessed",
		WarnTooFewLines:    "the engine listed too few moves to compare with a model of choice",
		WarnPartlyModelled: "only decisions of rated games with enough lines are counted",
		WarnUncalibrated:   "the spread of z among honest players was assumed, not measured: no q value",
		WarnOtherSetting:   "the baseline was made with another engine, depth, number of lines or filter",
		WarnExtrapolated:   "the rating lies outside the baseline",
		WarnSimilarName:    "another player's name looks alike; spellings are never merged",
		WarnNotScored:      "shown for context; no probability belongs to it",
		WarnUnlisted:       "some played moves were not among the engine's lines and got their value from the next position",
	}[code]
}
