package verify

import (
	"plyquet/stages/rows"
)

type pair struct {
	X string `col:"x"`
	Y string `col:"y"`
}

type correlation struct {
	X     string `col:"x"`
	Y     string `col:"y"`
	N     int32  `col:"n"`
	Games int32  `col:"games"`
}

type definition struct {
	Definition string `col:"definition"`
}

// correlations checks that a correlation with complexity is of a definition that the table complexity has, over no more
// decisions than that has rows.
func (a *audit) correlations() error {
	if !a.has(rows.Correlations) {
		return nil
	}
	most := map[string]int64{}
	err := each(a.files[rows.Complexity], func(row *definition) {
		most["complexity "+row.Definition]++
		most["difficulty"]++
	})
	if err != nil {
		return err
	}
	seen := map[pair]bool{}
	var again, strangers, over tally
	err = each(a.files[rows.Correlations], func(row *correlation) {
		at := pair{row.X, row.Y}
		if seen[at] {
			again.add("%s, %s", row.X, row.Y)
		}
		seen[at] = true
		if most[row.X] == 0 {
			strangers.add("%s", row.X)
		} else if int64(row.N) > most[row.X] || row.Games > row.N {
			over.add("%s: %d decisions of %d games, complexity has %d", row.X, row.N, row.Games, most[row.X])
		}
	})
	again.close(a, rows.Correlations, "repeat a pair")
	strangers.close(a, rows.Correlations, "are of a measure that complexity does not have")
	over.close(a, rows.Correlations, "have more decisions than there are")
	return err
}
