package report

import (
	"fmt"
	"strings"

	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// correlations shows how complexity and difficulty go with what players lose, as the table says; the main definition
// of complexity comes first and stands in the figure.
func (b *builder) correlations() error {
	if !b.has(rows.Correlations) {
		return nil
	}
	t := reports.Table{ID: "correlations", Title: "Complexity and the loss of the played move",
		Text: "Spearman's rank correlation over the decisions of rated players, with a 95 % interval from resampling whole games: the decisions of one game are not independent.",
		Columns: []reports.Column{{Name: "measure"}, {Name: "goes with"}, {Name: "rank correlation", Number: true}, {Name: "95 % interval", Number: true},
			{Name: "decisions", Number: true}, {Name: "games", Number: true}}}
	for r, err := range table.Read[rows.Correlation](b.job.Inputs[rows.Correlations]) {
		if err != nil {
			return err
		}
		rho, defined := r.Rho.Get()
		if !defined {
			continue
		}
		c := reports.Correlation{Definition: r.X, Rho: float64(rho), N: int(r.N), Games: int(r.Games)}
		bounds := "fewer than five games"
		if low, ok := r.RhoLow.Get(); ok {
			c.Low, c.High, c.Bounded = float64(low), float64(r.RhoHigh.Or(low)), true
			bounds = fmt.Sprintf("%.2f to %.2f", c.Low, c.High)
		}
		t.Rows = append(t.Rows, []string{c.Definition, strings.ReplaceAll(r.Y, "_", " "), fmt.Sprintf("%.2f", rho), bounds, fmt.Sprint(r.N), fmt.Sprint(r.Games)})
		if c.Definition == "complexity "+b.definition {
			b.data.Correlations = append([]reports.Correlation{c}, b.data.Correlations...)
		} else {
			b.data.Correlations = append(b.data.Correlations, c)
		}
	}
	if len(t.Rows) > 0 {
		b.page.Tables = append(b.page.Tables, t)
	}
	return nil
}
