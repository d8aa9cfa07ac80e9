// Package verify compares the tables of a run with each other and with the account of the run: do counts add up, do
// keys join, does every row have the game it speaks of?
//
// It is what `plyquet verify` does behind the digests of files. A digest proves that a file is what was written; the
// checks here prove that what was written is one run: a manifest put together from two runs, a part that was swapped
// together with its entry, or a fault of a stage are seen here and nowhere else. It is no stage and changes nothing.
package verify

import (
	"fmt"
	"maps"
	"slices"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// Tables checks the tables of a run whose files are as they were written. A problem names the table and says how many rows are
// concerned, with the first of them; the error is a table that cannot be read. What a run has not made is not checked.
//
// Memory: 20 bytes a game, and 40 a position that was evaluated.
func Tables(m *manifest.Manifest) ([]manifest.Problem, error) {
	a := &audit{steps: m.Steps}
	_, a.files = m.Tables()
	if err := a.schemas(); err != nil || len(a.found) > 0 {
		return a.found, err // other columns cannot be read
	}
	for _, check := range []func() error{
		a.footers, a.archives, a.blocks, a.games, a.rejects, a.positions, a.correlations, a.labels, a.validation,
	} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return a.found, nil
}

type audit struct {
	steps map[string]*manifest.Step
	files map[stage.TableID][]stage.File
	found []manifest.Problem

	ids    *roll    // of the games; nil without them
	homes  homes    // of the games
	judged []string // players with decisions, sorted
}

func (a *audit) has(id stage.TableID) bool { return len(a.files[id]) > 0 }

func (a *audit) report(id stage.TableID, format string, args ...any) {
	a.found = append(a.found, manifest.Problem{Stage: "table " + string(id), Kind: manifest.Counts, Text: fmt.Sprintf(format, args...)})
}

// equal reports two numbers that must be the same.
func (a *audit) equal(id stage.TableID, what string, got int64, whence string, want int64) {
	if got != want {
		a.report(id, "%d %s, but %d %s", got, what, want, whence)
	}
}

// counts is the funnel of a step, nil if it has not finished.
func (a *audit) counts(stageName string) *stage.Counts {
	if s := a.steps[stageName]; s != nil {
		return &s.Result.Counts
	}
	return nil
}

// extra compares a total that a stage has counted while it worked with what its table holds.
func (a *audit) extra(id stage.TableID, stageName, name, what string, got int64) {
	if c := a.counts(stageName); c != nil {
		a.equal(id, what, got, "were counted by "+stageName, c.Extra[name])
	}
}

// rowsOf is how many rows the manifest gives a table.
func (a *audit) rowsOf(id stage.TableID) (n int64) {
	for _, f := range a.files[id] {
		n += f.Rows
	}
	return n
}

// A tally gathers rows with the same fault: how many, and where the first stands.
type tally struct {
	n     int64
	first string
}

func (t *tally) add(format string, args ...any) {
	if t.n++; t.n == 1 {
		t.first = fmt.Sprintf(format, args...)
	}
}

// close reports what was gathered: "12 rows are of no game in games; the first: game 7 ply 3".
func (t *tally) close(a *audit, id stage.TableID, fault string) {
	t.closeAs(a, id, "rows", fault)
}

func (t *tally) closeAs(a *audit, id stage.TableID, what, fault string) {
	if t.n > 0 {
		a.report(id, "%d %s %s; the first: %s", t.n, what, fault, t.first)
	}
}

func keysOf(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, name := range list {
		set[name] = true
	}
	return set
}

// ofGames are the tables whose rows belong to games.
var ofGames = []struct {
	id    stage.TableID
	least int32 // smallest ply: 1 for half-moves, 0 for positions
	keyed bool  // has the key of the position
}{
	{rows.Evaluations, 0, true},
	{rows.Complexity, 0, true},
	{rows.Grades, 1, false},
	{rows.MoveSignals, 1, false},
}
