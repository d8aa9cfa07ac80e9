package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"plyquet/metrics"
	"plyquet/reports"
)

// decision is a played move where its position has a complexity.
type decision struct {
	game        int64
	kappa, loss float64
}

// correlate states the rank correlation of complexity with the loss of the played move for every definition there is,
// the main one first. Games are resampled whole: the decisions of one game are not independent.
func (b *builder) correlate(main string, decisions map[string][]decision) {
	names := slices.SortedFunc(maps.Keys(decisions), func(x, y string) int {
		return cmp.Or(-cmpBool(x == main, y == main), cmp.Compare(x, y))
	})
	t := reports.Table{ID: "correlations", Title: "Complexity and the loss of the played move",
		Text: "Spearman's rank correlation for each weight of the pairs of moves, over decisions whose move the engine listed; forced moves are left out. " +
			"The 95 % interval comes from resampling whole games.",
		Columns: []reports.Column{{Name: "weight"}, {Name: "correlation", Number: true}, {Name: "95 % interval", Number: true}, {Name: "decisions", Number: true}, {Name: "games", Number: true}}}
	for _, name := range names {
		c, ok := correlation(decisions[name], b.job.Seed)
		if !ok {
			continue
		}
		c.Definition = name
		b.data.Correlations = append(b.data.Correlations, c)
		bounds := "fewer than five games"
		if c.Bounded {
			bounds = fmt.Sprintf("%.2f to %.2f", c.Low, c.High)
		}
		t.Rows = append(t.Rows, []string{name, fmt.Sprintf("%.3f", c.Rho), bounds, fmt.Sprint(c.N), fmt.Sprint(c.Games)})
	}
	if len(t.Rows) > 0 {
		b.page.Tables = append(b.page.Tables, t)
	}
}

func cmpBool(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return 1
	}
	return -1
}

// manyDecisions is where the number of resamples falls from 2,000 to 200: an interval over so many decisions is steady.
const manyDecisions = 3000

func correlation(list []decision, seed uint64) (reports.Correlation, bool) {
	byGame := map[int64][]decision{}
	for _, d := range list {
		byGame[d.game] = append(byGame[d.game], d)
	}
	games := make([][]decision, 0, len(byGame))
	for _, id := range slices.Sorted(maps.Keys(byGame)) {
		games = append(games, byGame[id])
	}
	c := reports.Correlation{N: len(list), Games: len(games)}
	var ok bool
	if c.Rho, ok = spearman(games, upTo(len(games))); !ok {
		return c, false
	}
	boot := metrics.DefaultBootstrap(seed)
	if len(list) > manyDecisions {
		boot.Draws = 200
	}
	bounds, bounded := boot.Percentile(len(games), func(sample []int) (float64, bool) { return spearman(games, sample) })
	c.Low, c.High, c.Bounded = bounds.Low, bounds.High, bounded
	return c, true
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func spearman(games [][]decision, sample []int) (float64, bool) {
	var x, y []float64
	for _, i := range sample {
		for _, d := range games[i] {
			x, y = append(x, d.kappa), append(y, d.loss)
		}
	}
	return metrics.Spearman(x, y)
}
