package metrics

import "math"

// ReganRow is one line of Regan's published fits: games between players within 10 to 20 points of Elo, 2006-2009,
// judged by Rybka 3 at its reported depth 13 with 50 lines. Source: Regan, Intrinsic Ratings Compendium (2012).
type ReganRow struct {
	Elo            int
	S, C           float64 // fitted freely
	SFit, CFit     float64 // on the central line c = 0.324 + 0.00007 Elo
	MatchProjected float64 // per cent
	MatchActual    float64
	LossProjected  float64 // mean scaled loss
	LossActual     float64
	Moves          int
	IPR            int
}

// ReganTable returns the published fits, strongest first.
func ReganTable() []ReganRow {
	return []ReganRow{
		{2700, .078, .502, .080, .513, 56.2, 56.3, .056, .056, 7032, 2690},
		{2600, .092, .523, .089, .506, 55.0, 54.2, .063, .064, 7807, 2611},
		{2500, .092, .491, .093, .499, 53.7, 53.1, .067, .071, 16773, 2510},
		{2400, .098, .483, .100, .492, 52.3, 51.8, .072, .074, 20277, 2422},
		{2300, .108, .475, .111, .485, 51.1, 50.3, .084, .088, 17632, 2293},
		{2200, .123, .490, .120, .478, 49.4, 48.3, .089, .092, 11386, 2213},
		{2100, .134, .486, .130, .471, 48.2, 47.7, .099, .102, 9728, 2099},
		{2000, .139, .454, .143, .464, 46.9, 46.1, .110, .115, 9471, 1909},
		{1900, .159, .474, .153, .457, 46.5, 45.0, .119, .125, 16195, 1834},
		{1800, .146, .442, .149, .450, 46.4, 45.4, .117, .122, 15930, 1785},
		{1700, .153, .439, .155, .443, 45.5, 44.5, .123, .131, 8429, 1707},
		{1600, .165, .431, .168, .436, 44.0, 42.9, .133, .137, 9050, 1561},
	}
}

// Bounds of the published table: outside of them PowersAt extrapolates.
const (
	reganMinElo = 1600
	reganMaxElo = 2700
)

// PowersAt is the model of a player rated elo on the central line of Regan's table. Inside the table the sensitivity
// is interpolated; outside it follows the log-linear fit ln s = -0.65305 - 0.00067903 Elo and says so. The constants
// belong to Rybka 3 at depth 13; other engines need a fit of their own (FitPowers).
func PowersAt(elo float64) (m Powers, extrapolated bool) {
	m.C = 0.324 + 0.00007*elo
	if elo < reganMinElo || elo > reganMaxElo {
		m.S = math.Exp(-0.65305 - 0.00067903*elo)
		return m, true
	}
	table := ReganTable()
	for i := 1; i < len(table); i++ {
		if above, below := table[i-1], table[i]; elo >= float64(below.Elo) {
			t := (elo - float64(below.Elo)) / float64(above.Elo-below.Elo)
			m.S = below.SFit + t*(above.SFit-below.SFit)
			break
		}
	}
	return m, false
}
