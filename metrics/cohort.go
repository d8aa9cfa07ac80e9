package metrics

// A CohortRow is what players of one rating on one site did on average, judged by one engine setting, with the
// standard deviation between players. Rows describe; they are not baselines for another engine, depth or filter.
type CohortRow struct {
	Site   string // "lichess" or "chess.com"
	Class  string // "blitz" or "rapid"
	Rating int
	Size   int // players
	T1     Spread
	T3     float64
	ACPL   Spread
	// Accuracy is Lichess's, in per cent; AccuracySD is the deviation between the games of a player.
	Accuracy      Spread
	TimeVariation float64
	AccuracySD    float64
}

// A Spread is a mean with the standard deviation between players.
type Spread struct{ Mean, SD float64 }

// CohortSetting is the configuration behind Cohorts: Stockfish 18 lite at depth 12 with 3 lines; decisions from ply
// 16 on, |best| <= 3.00, gap of the first two lines <= 2.00, more than one legal move, first occurrences.
// Source: chess-cheat-detection.com (July 2026), about 2,600 players.
const CohortSetting = "Stockfish 18 lite, depth 12, MultiPV 3"

// Cohorts returns the published rows.
func Cohorts() []CohortRow {
	s := func(mean, sd float64) Spread { return Spread{mean, sd} }
	return []CohortRow{
		{"lichess", "blitz", 1000, 29, s(.259, .052), .500, s(85.1, 25.0), s(75.4, 4.2), .93, 11.0},
		{"lichess", "blitz", 1400, 97, s(.296, .045), .556, s(64.3, 12.6), s(78.9, 3.8), .95, 8.8},
		{"lichess", "blitz", 1800, 98, s(.326, .054), .601, s(51.0, 12.4), s(82.0, 4.1), 1.03, 8.2},
		{"lichess", "blitz", 2200, 87, s(.361, .049), .644, s(41.5, 10.6), s(84.4, 3.9), 1.12, 7.9},
		{"lichess", "blitz", 2600, 22, s(.434, .046), .727, s(27.5, 6.6), s(88.5, 2.8), 1.26, 5.9},
		{"lichess", "blitz", 3000, 78, s(.436, .041), .730, s(24.5, 6.1), s(89.6, 2.4), 1.30, 5.4},
		{"lichess", "rapid", 1200, 38, s(.289, .052), .543, s(76.6, 17.2), s(76.0, 4.9), 1.16, 11.4},
		{"lichess", "rapid", 1600, 129, s(.320, .045), .584, s(56.6, 13.6), s(80.6, 4.0), 1.13, 9.5},
		{"lichess", "rapid", 2000, 74, s(.353, .044), .638, s(42.9, 10.6), s(84.5, 3.0), 1.24, 8.0},
		{"lichess", "rapid", 2400, 74, s(.435, .055), .729, s(24.8, 6.8), s(89.9, 2.4), 1.38, 5.2},
		{"lichess", "rapid", 2800, 33, s(.463, .042), .749, s(21.4, 5.1), s(91.1, 1.7), 1.47, 4.9},
		{"chess.com", "rapid", 800, 271, s(.297, .051), .559, s(74.7, 20.3), s(75.7, 4.6), 1.02, 11.7},
		{"chess.com", "rapid", 1200, 130, s(.323, .050), .586, s(58.1, 12.9), s(80.1, 4.0), 1.05, 9.4},
		{"chess.com", "rapid", 1600, 226, s(.337, .045), .613, s(50.4, 12.6), s(81.9, 3.9), 1.07, 8.4},
		{"chess.com", "rapid", 2000, 58, s(.379, .058), .658, s(41.2, 11.9), s(85.4, 3.6), 1.21, 6.5},
		{"chess.com", "rapid", 2400, 268, s(.407, .051), .696, s(31.8, 8.4), s(87.4, 3.1), 1.31, 6.4},
		{"chess.com", "blitz", 1000, 156, s(.288, .053), .545, s(70.5, 21.3), s(77.6, 4.5), .98, 10.6},
		{"chess.com", "blitz", 2000, 137, s(.364, .050), .648, s(41.1, 11.0), s(84.1, 4.0), 1.14, 7.9},
		{"chess.com", "blitz", 3000, 38, s(.414, .037), .705, s(28.6, 5.7), s(88.6, 2.5), 1.27, 5.2},
	}
}
