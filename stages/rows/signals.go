package rows

import "plyquet/pipeline/table"

// Signal is one fair-play statistic of one player: a row a player and signal. It describes decisions; it never says
// what caused them. Low values clear nobody: help with a few moves is not visible in any of them.
type Signal struct {
	Player     string             `col:"player,sort,dict,bloom"`             // exactly as written in the games; spellings are never merged
	Signal     string             `col:"signal,dict"`                        // name, see the list of signals in the documentation
	Unit       string             `col:"unit,dict"`                          // of value, low, high and expected: "share", "cp", "scaled_pawns", "nats", "moves", "correlation", "z", "ratio"
	Value      table.Opt[float32] `col:"value" unit:"see unit"`              // what was observed; null: not defined for these decisions
	N          int32              `col:"n" unit:"decisions"`                 // decisions behind value
	Games      int32              `col:"games" unit:"games"`                 // games behind value
	Low        table.Opt[float32] `col:"low" unit:"see unit"`                // 95 % interval of value; null: too few games, or none is defined
	High       table.Opt[float32] `col:"high" unit:"see unit"`               // upper end of the interval
	Interval   table.Opt[string]  `col:"interval,dict"`                      // "wilson" (a share, decisions independent) or "bootstrap" (whole games resampled)
	Expected   table.Opt[float32] `col:"expected" unit:"see unit"`           // what the model of the player's rating expects on the same decisions
	ZRaw       table.Opt[float32] `col:"z_raw" unit:"standard deviations"`   // standard deviations above expectation (positive: better than expected), decisions independent
	Z          table.Opt[float32] `col:"z" unit:"standard deviations"`       // z_raw adjusted for the spread among honest players; null below the sample floor
	P          table.Opt[float32] `col:"p" unit:"probability"`               // one-sided probability of z or more under honest play (streaks: of such a run under the model)
	Q          table.Opt[float32] `col:"q" unit:"probability"`               // p corrected for all players tested; null when z is uncalibrated
	Correct    table.Opt[string]  `col:"correction,dict"`                    // "bh" (Benjamini-Hochberg, the primary signal) or "by" (Benjamini-Yekutieli, all others)
	Tier       table.Opt[string]  `col:"tier,dict"`                          // "none", "notable" (z >= 2.5 and q <= 0.2), "strong" (z >= 4 and q <= 0.01); null: not judged
	Tested     int32              `col:"players_tested" unit:"players"`      // players with a z of this signal in this run
	FalseHits  table.Opt[float32] `col:"expected_false_hits" unit:"players"` // honest players among those tested that reach this z by chance
	RatingLow  table.Opt[int16]   `col:"rating_low" unit:"Elo"`              // lowest rating in the games used; null: unrated
	RatingHigh table.Opt[int16]   `col:"rating_high" unit:"Elo"`             // highest rating in the games used
	Baseline   string             `col:"baseline,dict"`                      // name of the baseline behind expected and z
	Setting    string             `col:"setting,dict"`                       // engine, search, depth and lines of the decisions
	Warnings   table.Opt[string]  `col:"warnings,dict"`                      // codes joined by "; ", see the documentation
}

// PrimarySignal is the signal whose q values control the false discoveries of a run. It is fixed in advance: choosing the
// best of several after the fact would need a correction of its own.
const PrimarySignal = "llr"

// Values of Signal.Tier. They describe numbers: none of them is a verdict.
const (
	TierNone    = "none"
	TierNotable = "notable"
	TierStrong  = "strong"
)

// Codes of Signal.Warnings. A warning stands beside the number that it limits.
const (
	WarnFewDecisions   = "few_decisions"            // fewer decisions than the sample floor: the numbers are shown, no z is computed
	WarnFewGames       = "few_games"                // fewer than five games: no interval can be given
	WarnOneGame        = "one_game"                 // all decisions come from one game, and no single game is evidence of anything
	WarnUnrated        = "unrated"                  // no rating is known for some or all decisions, and none is guessed
	WarnTooFewLines    = "too_few_lines"            // the engine listed too few moves for a model of choice, or to tell the rank of the played one
	WarnPartlyModelled = "partly_modelled"          // only decisions of rated games with enough lines are counted
	WarnUncalibrated   = "uncalibrated"             // the spread of z among honest players was assumed, not measured: no q value
	WarnOtherSetting   = "baseline_setting_differs" // the baseline was made with another engine, depth, number of lines or filter
	WarnExtrapolated   = "rating_extrapolated"      // the rating lies outside the baseline
	WarnSimilarName    = "similar_name"             // another player's name looks alike; spellings are never merged
	WarnNotScored      = "shown_not_scored"         // shown for context; no probability belongs to it
	WarnUnlisted       = "played_moves_unlisted"    // some played moves were not among the engine's lines and got their value from the next position
)
