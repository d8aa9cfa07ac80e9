package rows

import "plyquet/pipeline/table"

// Correlation is how well one measure of a position goes with another over the decisions of the run: a row a pair of
// measures. It is there to be looked at before anything is concluded from either.
type Correlation struct {
	X       string             `col:"x,sort,dict"`             // "complexity elem/drop_move/d10", "difficulty"
	Y       string             `col:"y,sort,dict"`             // "played_loss": scaled loss of the move that was played, same search
	N       int32              `col:"n" unit:"decisions"`      // decisions of rated players
	Games   int32              `col:"games" unit:"games"`      // games they come from
	Rho     table.Opt[float32] `col:"rho" unit:"-1 to 1"`      // Spearman's rank correlation; null: not defined
	RhoLow  table.Opt[float32] `col:"rho_low" unit:"-1 to 1"`  // 95 % interval, whole games resampled; null: fewer than five games
	RhoHigh table.Opt[float32] `col:"rho_high" unit:"-1 to 1"` // upper end of the interval
}
