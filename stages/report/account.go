package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"plyquet/pipeline/command"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// account fills what the run was, its funnel and what is missing.
func (b *builder) account() error {
	b.page.Facts = append(b.page.Facts, reports.Fact{Label: "run", Value: b.job.Run}, reports.Fact{Label: "seed", Value: fmt.Sprint(b.job.Seed)})
	for _, step := range b.job.Before {
		c := step.Counts
		b.page.Funnel = append(b.page.Funnel, reports.FunnelRow{Stage: step.Stage, Unit: c.Unit, Seen: c.Seen, Kept: c.Kept,
			Filtered: stage.Total(c.Filtered), Rejected: stage.Total(c.Rejected), Reasons: reasons(c)})
	}
	b.inputFacts()
	for _, in := range inputs {
		if !b.has(in.id) && in.what != "" {
			b.page.Missing = append(b.page.Missing, reports.Lack{What: fmt.Sprintf("%s (table %s)", in.what, in.id), Command: b.howToMake(in.from)})
		}
	}
	engines, err := b.engines()
	if err != nil {
		return err
	}
	if len(engines) > 0 {
		b.page.Facts = append(b.page.Facts, reports.Fact{Label: "engine", Value: strings.Join(engines, "; ")})
	}
	b.methods()
	return nil
}

// howToMake is the command that makes a table, or nothing where its step has run and had nothing to say.
func (b *builder) howToMake(step string) string {
	if slices.ContainsFunc(b.job.Before, func(s stage.StepCounts) bool { return s.Stage == step }) {
		return ""
	}
	if step == "validate" {
		return fmt.Sprintf("plyquet run %s --set validate.enabled=true", b.job.Run)
	}
	return fmt.Sprintf("plyquet run %s --to %s", b.job.Run, step)
}

// reasons lists every reason of the account, the most frequent first.
func reasons(c stage.Counts) []reports.Reason {
	var all []reports.Reason
	for _, kind := range []struct {
		prefix string
		counts map[string]int64
	}{{"", c.Filtered}, {"", c.Rejected}, {"kept in part: ", c.Warned}} {
		for _, name := range slices.Sorted(maps.Keys(kind.counts)) {
			all = append(all, reports.Reason{Name: kind.prefix + name, Count: kind.counts[name]})
		}
	}
	slices.SortStableFunc(all, func(a, b reports.Reason) int { return cmp.Compare(b.Count, a.Count) })
	return all
}

// inputFacts says how many games there were, from the first steps that counted any.
func (b *builder) inputFacts() {
	for _, step := range b.job.Before {
		if c := step.Counts; step.Stage == "ingest" {
			n := command.Thousands
			b.page.Facts = append(b.page.Facts, reports.Fact{Label: "games", Value: fmt.Sprintf("%s seen, %s kept, %s filtered, %s rejected",
				n(c.Seen), n(c.Kept), n(stage.Total(c.Filtered)), n(stage.Total(c.Rejected)))})
		}
	}
}

// engines lists the engine fingerprints of the evaluations with the search they were used for.
func (b *builder) engines() ([]string, error) {
	type line struct {
		Search string `col:"search,dict"`
		Engine string `col:"engine,dict"`
	}
	var seen []line
	for row, err := range table.Read[line](b.job.Inputs[rows.Evaluations]) {
		if err != nil {
			return nil, err
		}
		if !slices.Contains(seen, *row) {
			seen = append(seen, *row)
		}
	}
	var names []string
	for i, s := range seen {
		if slices.ContainsFunc(seen[:i], func(e line) bool { return e.Engine == s.Engine }) {
			continue
		}
		var searches []string
		for _, e := range seen {
			if e.Engine == s.Engine {
				searches = append(searches, e.Search)
			}
		}
		names = append(names, fmt.Sprintf("%s, one thread an engine (searches: %s)", s.Engine, strings.Join(searches, ", ")))
	}
	return names, nil
}

// methods states how the numbers were made, with sources.
func (b *builder) methods() {
	b.page.Methods = []reports.Fact{
		{Label: "win chance", Value: "logistic in centipawns, slope 0.00368208 (Lichess, 2022); each profile's own ceiling"},
		{Label: "game accuracy", Value: "mean of the volatility-weighted and the harmonic mean of the moves' accuracies (Lichess)"},
		{Label: "complexity", Value: "1 minus the mean generalised Kendall tau between consecutive depths of one search; values of different depths are not comparable"},
		{Label: "expectation", Value: "Regan's move-probability model; variances from the model, spread calibrated where a baseline fits"},
		{Label: "intervals", Value: "Wilson for rates, resampling of whole games elsewhere, 95 %"},
		{Label: "several tests", Value: "Benjamini-Hochberg over all players tested; the expected number of false hits stands above the table"},
		{Label: "tables", Value: fmt.Sprintf("schema version %d; every column is described in the data card beside the tables", rows.SchemaVersion)},
	}
}
