package rows

import "plyquet/pipeline/table"

// ValidationRow is how well one signal separates assisted from honest players of one trial.
type ValidationRow struct {
	Signal     string             `col:"signal,dict"`                              // name of the signal
	Assistance string             `col:"assistance,dict"`                          // "any", "critical", "near", "games" or "few"
	Share      float32            `col:"share" unit:"0 to 1"`                      // share of decisions (games: of games) that were assisted
	Decisions  int32              `col:"decisions" unit:"decisions"`               // decisions of each player
	Honest     int32              `col:"honest" unit:"players"`                    // honest players that have a z
	Assisted   int32              `col:"assisted" unit:"players"`                  // assisted players that have a z
	AUC        float32            `col:"auc" unit:"0 to 1"`                        // probability that an assisted player scores above an honest one
	AUCLow     table.Opt[float32] `col:"auc_low" unit:"0 to 1"`                    // lower end of the 95 % bootstrap interval over players; null: all drawn areas alike
	AUCHigh    table.Opt[float32] `col:"auc_high" unit:"0 to 1"`                   // its upper end
	TPR1       float32            `col:"tpr_at_1pct" unit:"0 to 1"`                // share of assisted players found when at most 1 % of honest ones are hit
	TPR01      float32            `col:"tpr_at_01pct" unit:"0 to 1"`               // the same at 0.1 %
	Find2      float32            `col:"found_at_z2" unit:"0 to 1"`                // share of assisted players with z >= 2
	False2     float32            `col:"false_at_z2" unit:"0 to 1"`                // share of honest players with z >= 2; 0.0228 by the normal distribution
	Find3      float32            `col:"found_at_z3" unit:"0 to 1"`                // share of assisted players with z >= 3
	False3     float32            `col:"false_at_z3" unit:"0 to 1"`                // share of honest players with z >= 3; 0.00135 by the normal distribution
	HonestMean float32            `col:"honest_mean_z" unit:"standard deviations"` // of the adjusted z; 0 when the calibration holds
	HonestSD   float32            `col:"honest_sd_z" unit:"standard deviations"`   // 1 when the calibration holds
	Baseline   string             `col:"baseline,dict"`                            // made on the games that the trial does not use
	Calibrated bool               `col:"calibrated"`                               // false: z is raw, over an assumed spread
}

// ValidationZRow is one player of a trial. ROC curves and Q-Q plots are drawn from this table.
type ValidationZRow struct {
	Signal     string  `col:"signal,dict"`                  // name of the signal
	Assistance string  `col:"assistance,dict"`              // "none": honest
	Share      float32 `col:"share" unit:"0 to 1"`          // share of decisions (games: of games) that were assisted
	Decisions  int32   `col:"decisions" unit:"decisions"`   // decisions of the player
	Player     int32   `col:"player" unit:"ordinal"`        // number in its group
	Z          float32 `col:"z" unit:"standard deviations"` // adjusted
}
