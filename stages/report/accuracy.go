package report

import (
	"math"
	"slices"

	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// ladder is the order in which classes stand in figures, from good to bad, with the count of each in a row.
var ladder = []struct {
	class string
	count func(*rows.PlayerAccuracy) table.Opt[int32]
}{
	{"brilliant", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Brilliant }},
	{"great", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Great }},
	{"best", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Best }},
	{"excellent", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Excellent }},
	{"good", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Good }},
	{"book", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.BookMoves }},
	{"unmarked", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Unmarked }},
	{"pending", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Pending }},
	{"inaccuracy", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Inaccuracy }},
	{"miss", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Miss }},
	{"mistake", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Mistake }},
	{"blunder", func(r *rows.PlayerAccuracy) table.Opt[int32] { return r.Blunder }},
}

// side is one side of one game.
type side struct {
	game int64
	side string
}

// accuracy fills accuracy and centipawn loss by rating, the classes of each profile and the pairs of two profiles.
func (b *builder) accuracy() error {
	if !b.has(rows.GameAccuracy) {
		return nil
	}
	var profiles []string
	counts := map[string][]int64{}
	scored := map[string]map[side]float64{}
	for r, err := range table.Read[rows.PlayerAccuracy](b.job.Inputs[rows.GameAccuracy]) {
		if err != nil {
			return err
		}
		if counts[r.Profile] == nil {
			profiles = append(profiles, r.Profile)
			counts[r.Profile], scored[r.Profile] = make([]int64, len(ladder)), map[side]float64{}
		}
		for i, l := range ladder {
			counts[r.Profile][i] += int64(l.count(r).Or(0))
		}
		acc, ok := r.Accuracy.Get()
		if !ok {
			continue
		}
		scored[r.Profile][side{r.GameID, r.Side}] = float64(acc)
		if elo, rated := r.Elo.Get(); rated {
			b.data.Accuracy = append(b.data.Accuracy, reports.RatedGame{Profile: r.Profile, Rating: float64(elo), Accuracy: float64(acc), ACPL: number(r.ACPL)})
		}
	}
	slices.Sort(profiles)
	for _, p := range profiles {
		for i, l := range ladder {
			if n := counts[p][i]; n > 0 {
				b.data.Classes = append(b.data.Classes, reports.ClassCount{Profile: p, Class: l.class, Moves: n})
			}
		}
	}
	b.data.Pairs = pairUp(profiles, scored)
	return nil
}

// number is NaN where the column is null: figures leave such points out.
func number(v table.Opt[float32]) float64 {
	if f, ok := v.Get(); ok {
		return float64(f)
	}
	return math.NaN()
}

// pairUp sets the first other profile against lichess, the best known one.
func pairUp(profiles []string, scored map[string]map[side]float64) *reports.ProfilePairs {
	const x = "lichess"
	i := slices.IndexFunc(profiles, func(p string) bool { return p != x })
	if i < 0 || len(scored[x]) == 0 {
		return nil
	}
	pairs := &reports.ProfilePairs{XName: x, YName: profiles[i]}
	var both []side
	for s := range scored[x] {
		if _, ok := scored[profiles[i]][s]; ok {
			both = append(both, s)
		}
	}
	slices.SortFunc(both, compareSides)
	for _, s := range both {
		pairs.X, pairs.Y = append(pairs.X, scored[x][s]), append(pairs.Y, scored[profiles[i]][s])
	}
	return pairs
}
