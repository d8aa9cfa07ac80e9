package verify

import (
	"fmt"
	"slices"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// columns are those of every table there can be.
var columns = map[stage.TableID]func() ([]table.Column, error){
	rows.Blocks: table.Columns[rows.Block], rows.Games: table.Columns[rows.Game], rows.Plies: table.Columns[rows.Ply],
	rows.Rejects: table.Columns[rows.Reject], rows.Positions: table.Columns[rows.Position],
	rows.PositionMoves: table.Columns[rows.PositionMove], rows.Evaluations: table.Columns[rows.Evaluation],
	rows.Grades: table.Columns[rows.Grade], rows.GameAccuracy: table.Columns[rows.PlayerAccuracy],
	rows.Complexity: table.Columns[rows.ComplexityRow], rows.Signals: table.Columns[rows.Signal],
	rows.MoveSignals: table.Columns[rows.MoveSignal], rows.Correlations: table.Columns[rows.Correlation],
	rows.Labels: table.Columns[rows.Label], rows.Validation: table.Columns[rows.ValidationRow],
	rows.ValidationZ: table.Columns[rows.ValidationZRow], rows.BenchRuns: table.Columns[rows.BenchRun],
}

// schemas compares the columns of every file with those of its table.
func (a *audit) schemas() error {
	for _, id := range sortedIDs(a.files) {
		of, known := columns[id]
		if !known {
			continue // a folder of files
		}
		want, err := of()
		if err != nil {
			return err
		}
		for _, f := range a.files[id] {
			got, err := table.Schema(f)
			if err != nil {
				return err
			}
			if fault := difference(got, want); fault != "" {
				a.found = append(a.found, manifest.Problem{Stage: "table " + string(id), File: f.Name, Kind: manifest.Counts, Text: fault})
			}
		}
	}
	return nil
}

// difference says where two lists of columns part; "" if they do not.
func difference(got, want []table.Column) string {
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			return fmt.Sprintf("has no column %s", want[i].Name)
		case i >= len(want):
			return fmt.Sprintf("has a column %s, which is none of its table", got[i].Name)
		case got[i].Name != want[i].Name || got[i].Type != want[i].Type || got[i].Nullable != want[i].Nullable:
			return fmt.Sprintf("has a column %s, where its table has %s", typed(got[i]), typed(want[i]))
		}
	}
	return ""
}

func typed(c table.Column) string {
	if c.Nullable {
		return c.Name + " " + c.Type + " with nulls"
	}
	return c.Name + " " + c.Type
}

func sortedIDs(files map[stage.TableID][]stage.File) []stage.TableID {
	ids := make([]stage.TableID, 0, len(files))
	for id := range files {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
