package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// footers compares every Parquet file with its entry: its number of rows, and the step that its footer names. A part of
// another run whose digest was entered as well still says whose it is.
func (a *audit) footers() error {
	for _, name := range slices.Sorted(maps.Keys(a.steps)) {
		result := a.steps[name].Result
		for _, id := range slices.Sorted(maps.Keys(result.Files)) {
			for _, f := range result.Files[id] {
				if !strings.HasSuffix(f.Name, ".parquet") {
					continue
				}
				if err := a.footer(name, result.Fingerprint, f); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (a *audit) footer(stageName, fingerprint string, f stage.File) error {
	groups, err := table.Groups(f)
	if err != nil {
		return err
	}
	meta, err := table.Metadata(f)
	if err != nil {
		return err
	}
	problem := func(format string, args ...any) {
		a.found = append(a.found, manifest.Problem{Stage: stageName, File: f.Name, Kind: manifest.Counts, Text: fmt.Sprintf(format, args...)})
	}
	var n int64
	for _, g := range groups {
		n += g
	}
	if n != f.Rows {
		problem("has %d rows, the manifest says %d", n, f.Rows)
	}
	if meta["stage"] != stageName || meta["fingerprint"] != fingerprint {
		problem("is from another run: its footer names %s %.12s, the manifest %s %.12s", meta["stage"], meta["fingerprint"], stageName, fingerprint)
	}
	return nil
}

type reject struct {
	Reason string `col:"reason"`
	Kept   bool   `col:"kept"`
}

// rejects compares the table with the funnels: a row for each unit that was rejected, and for each kept with a fault.
func (a *audit) rejects() error {
	for _, name := range slices.Sorted(maps.Keys(a.steps)) {
		result := a.steps[name].Result
		rejected, warned := map[string]int64{}, map[string]int64{}
		for row, err := range table.Read[reject](result.Files[rows.Rejects]) {
			if err != nil {
				return err
			}
			if row.Kept {
				warned[row.Reason]++
			} else {
				rejected[row.Reason]++
			}
		}
		a.sameTotals(name, "rejected", rejected, result.Counts.Rejected)
		a.sameTotals(name, "kept with a fault", warned, result.Counts.Warned)
	}
	return nil
}

func (a *audit) sameTotals(stageName, what string, got, want map[string]int64) {
	if !maps.Equal(nonZero(got), nonZero(want)) {
		a.report(rows.Rejects, "has %v %s by %s, the manifest counts %v", got, what, stageName, want)
	}
}

func nonZero(m map[string]int64) map[string]int64 {
	m = maps.Clone(m)
	maps.DeleteFunc(m, func(_ string, n int64) bool { return n == 0 })
	return m
}
