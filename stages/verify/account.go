package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// footers compares every Parquet file with its entry: its number of rows, and the step that its footer names. A part of
// another run whose digest was entered as well still says whose it is, and one of another shard which it is.
func (a *audit) footers() error {
	for _, name := range slices.Sorted(maps.Keys(a.steps)) {
		result := a.steps[name].Result
		for _, id := range slices.Sorted(maps.Keys(result.Files)) {
			last := ""
			for _, f := range result.Files[id] {
				if !strings.HasSuffix(f.Name, ".parquet") {
					continue
				}
				if cmp.Or(cmp.Compare(len(last), len(f.Name)), cmp.Compare(last, f.Name)) >= 0 {
					a.report(id, "%s stands behind %s in the manifest", f.Name, last)
				}
				last = f.Name
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
	if name, ok := meta[table.FileKey]; ok && name != f.Name { // the first tables did not have it
		problem("stands in another's place: its footer names %q", name)
	}
	if meta["schema_version"] != strconv.Itoa(rows.SchemaVersion) {
		problem("names version %q of the tables, this one reads %d", meta["schema_version"], rows.SchemaVersion)
	}
	if meta["stage"] != stageName || meta["fingerprint"] != fingerprint {
		problem("is from another run: its footer names %s %.12s, the manifest %s %.12s", meta["stage"], meta["fingerprint"], stageName, fingerprint)
	}
	return nil
}

type reject struct {
	Stage  string            `col:"stage"`
	Source table.Opt[string] `col:"source"`
	Offset table.Opt[int64]  `col:"offset"`
	Reason string            `col:"reason"`
	Kept   bool              `col:"kept"`
}

// rejects compares the table with the funnels: a row for each unit that was rejected, and for each kept with a fault; and
// with games: those that ingest rejected are not there, those it kept are.
func (a *audit) rejects() error {
	var foreign, lost, kept tally
	for _, name := range slices.Sorted(maps.Keys(a.steps)) {
		result := a.steps[name].Result
		rejected, warned := map[string]int64{}, map[string]int64{}
		for row, err := range table.Read[reject](result.Files[rows.Rejects]) {
			if err != nil {
				return err
			}
			if row.Stage != name {
				foreign.add("%s in the rows of %s", row.Stage, name)
			}
			if name == "ingest" {
				a.fate(row, &lost, &kept)
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
	foreign.close(a, rows.Rejects, "name another stage")
	lost.close(a, rows.Rejects, "are of a kept game that is not in games")
	kept.close(a, rows.Rejects, "are of a rejected game that is in games")
	return nil
}

// fate looks a game up that ingest had something to say about.
func (a *audit) fate(row *reject, lost, kept *tally) {
	if a.ids == nil || len(a.homes) == 0 {
		return
	}
	id, ok := a.homes.of(row.Source.Or(""), row.Offset.Or(-1))
	switch there := ok && a.ids.find(id) >= 0; {
	case row.Kept && !there:
		lost.add("%q at byte %d", row.Source.Or(""), row.Offset.Or(-1))
	case !row.Kept && there:
		kept.add("game %d", id)
	}
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
