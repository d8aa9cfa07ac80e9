// Package interop checks that a reader that shares no code with plyquet, DuckDB, sees the tables of a run as
// stages/rows documents them. It is a module of its own, so that nobody else has to build DuckDB.
package interop

import (
	"database/sql"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

var folder = flag.String("folder", "", "run folder whose tables are checked; without it the test writes tables of its own")

// known is one table as the row types describe it.
type known struct {
	id      stage.TableID
	columns func() ([]table.Column, error)
	totals  func(files []stage.File) (map[string]total, error)
	sample  func(t *testing.T, dir string)
}

var tables = []known{
	describe[rows.Block](rows.Blocks),
	describe[rows.Game](rows.Games),
	describe[rows.Ply](rows.Plies),
	describe[rows.Reject](rows.Rejects),
	describe[rows.Position](rows.Positions),
	describe[rows.PositionMove](rows.PositionMoves),
	describe[rows.Evaluation](rows.Evaluations),
	describe[rows.Grade](rows.Grades),
	describe[rows.PlayerAccuracy](rows.GameAccuracy),
	describe[rows.ComplexityRow](rows.Complexity),
	describe[rows.Signal](rows.Signals),
	describe[rows.MoveSignal](rows.MoveSignals),
	describe[rows.Correlation](rows.Correlations),
	describe[rows.Label](rows.Labels),
	describe[rows.ValidationRow](rows.Validation),
	describe[rows.ValidationZRow](rows.ValidationZ),
	describe[rows.BenchRun](rows.BenchRuns),
}

// duckType is how DuckDB calls a column type.
var duckType = map[string]string{
	"string": "VARCHAR", "bool": "BOOLEAN", "int16": "SMALLINT", "int32": "INTEGER", "int64": "BIGINT", "float32": "FLOAT",
	"date": "DATE", "time": "TIME", "timestamp": "TIMESTAMP WITH TIME ZONE",
}

func TestDuckDBSeesTheDocumentedColumns(t *testing.T) {
	db, dir := open(t)
	for _, k := range present(t, dir) {
		t.Run(string(k.id), func(t *testing.T) {
			want, err := k.columns()
			if err != nil {
				t.Fatal(err)
			}
			got := query[[2]string](t, db, fmt.Sprintf("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM %s)", source(dir, k.id)),
				func(r *sql.Rows, v *[2]string) error { return r.Scan(&v[0], &v[1]) })
			if len(got) != len(want) {
				t.Fatalf("%d columns, want %d", len(got), len(want))
			}
			for i, c := range want {
				if got[i] != [2]string{c.Name, duckType[c.Type]} {
					t.Errorf("column %d is %v, want %s %s", i, got[i], c.Name, duckType[c.Type])
				}
			}
		})
	}
}

// The same totals come out of DuckDB and of table.Read: rows, nulls, and the sum of every column that has one.
func TestDuckDBSeesTheSameValues(t *testing.T) {
	db, dir := open(t)
	for _, k := range present(t, dir) {
		t.Run(string(k.id), func(t *testing.T) {
			columns, err := k.columns()
			if err != nil {
				t.Fatal(err)
			}
			want, err := k.totals(parts(t, dir, k.id))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range columns {
				if got := duckTotal(t, db, dir, k.id, c); !got.equal(want[c.Name]) {
					t.Errorf("%s: DuckDB has %+v, table.Read has %+v", c.Name, got, want[c.Name])
				}
			}
		})
	}
}

// A table that nobody describes here would be read by nobody.
func TestEveryTableOfTheRunIsKnown(t *testing.T) {
	_, dir := open(t)
	folders, err := filepath.Glob(filepath.Join(dir, "tables", "*", "*.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range folders {
		id := stage.TableID(filepath.Base(filepath.Dir(path)))
		if !slices.ContainsFunc(tables, func(k known) bool { return k.id == id }) {
			t.Errorf("table %s is not in the list", id)
		}
	}
}

// A row of a detail table belongs to exactly one row of the table it refers to.
func TestDuckDBJoinsTheTables(t *testing.T) {
	db, dir := open(t)
	for _, j := range []struct {
		detail, master stage.TableID
		on             string
	}{
		{rows.Plies, rows.Games, "d.game_id = m.game_id"},
		{rows.PositionMoves, rows.Positions, "d.key = m.key AND d.fen = m.fen"},
		{rows.GameAccuracy, rows.Games, "d.game_id = m.game_id"},
	} {
		if len(parts(t, dir, j.detail)) == 0 || len(parts(t, dir, j.master)) == 0 {
			continue
		}
		all := count(t, db, "SELECT count(*) FROM "+source(dir, j.detail))
		joined := count(t, db, fmt.Sprintf("SELECT count(*) FROM %s d JOIN %s m ON %s", source(dir, j.detail), source(dir, j.master), j.on))
		if all != joined {
			t.Errorf("%s joins %s in %d rows, want %d", j.detail, j.master, joined, all)
		}
	}
}

// String statistics have misled readers before: a filter on a value between others must find it.
func TestDuckDBFiltersByEveryMove(t *testing.T) {
	db, dir := open(t)
	if len(parts(t, dir, rows.Plies)) == 0 {
		t.Skip("the run has no plies")
	}
	want := map[string]int{}
	for row, err := range table.Read[struct {
		SAN string `col:"san"`
	}](parts(t, dir, rows.Plies)) {
		if err != nil {
			t.Fatal(err)
		}
		want[row.SAN]++
	}
	sans := make([]string, 0, len(want))
	for san := range want {
		sans = append(sans, san)
	}
	slices.Sort(sans)
	for i := 0; i < len(sans); i += max(1, len(sans)/50) {
		if got := count(t, db, fmt.Sprintf("SELECT count(*) FROM %s WHERE san = '%s'", source(dir, rows.Plies), sans[i])); got != want[sans[i]] {
			t.Errorf("san = %s finds %d rows, want %d", sans[i], got, want[sans[i]])
		}
	}
}

// open starts DuckDB over the run folder of the flag, or over tables that hold a few rows of every type.
func open(t *testing.T) (*sql.DB, string) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if *folder != "" {
		return db, *folder
	}
	dir := t.TempDir()
	for _, k := range tables {
		k.sample(t, dir)
	}
	return db, dir
}

// present lists the tables that the run has; a run without any is a mistake of the caller.
func present(t *testing.T, dir string) []known {
	t.Helper()
	list := slices.DeleteFunc(slices.Clone(tables), func(k known) bool { return len(parts(t, dir, k.id)) == 0 })
	if len(list) == 0 {
		t.Fatalf("%s has no tables", dir)
	}
	return list
}

func parts(t *testing.T, dir string, id stage.TableID) []stage.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "tables", string(id), "*.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	var files []stage.File
	for _, p := range paths {
		files = append(files, stage.File{Path: p})
	}
	return files
}

func source(dir string, id stage.TableID) string {
	path := filepath.ToSlash(filepath.Join(dir, "tables", string(id), "*.parquet"))
	return "read_parquet('" + strings.ReplaceAll(path, "'", "''") + "')"
}

func count(t *testing.T, db *sql.DB, q string) int {
	t.Helper()
	return query[int](t, db, q, func(r *sql.Rows, n *int) error { return r.Scan(n) })[0]
}

func query[T any](t *testing.T, db *sql.DB, q string, scan func(*sql.Rows, *T) error) []T {
	t.Helper()
	r, err := db.Query(q)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	defer r.Close()
	var list []T
	for r.Next() {
		var v T
		if err := scan(r, &v); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		list = append(list, v)
	}
	if err := r.Err(); err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	return list
}
