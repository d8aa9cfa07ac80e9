package stagetest

import (
	"testing"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// Write commits rows as the part index of a table below the run folder dir, and returns its file.
func Write[T any](t testing.TB, dir string, index int, id stage.TableID, rows ...T) []stage.File {
	t.Helper()
	return WriteGroups(t, dir, index, id, 0, rows...)
}

// WriteGroups is Write with row groups of a size of its own; 0: the usual one.
func WriteGroups[T any](t testing.TB, dir string, index int, id stage.TableID, group int, rows ...T) []stage.File {
	t.Helper()
	s := table.NewStaging(dir, index, table.Options{RowGroup: group, Scratch: true})
	w, err := table.Create[T](s, id)
	if err == nil {
		err = w.Write(rows...)
	}
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return files[id]
}

// Rows reads a table to its end.
func Rows[T any](t testing.TB, files []stage.File) []T {
	t.Helper()
	var list []T
	for row, err := range table.Read[T](files) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, *row)
	}
	return list
}
