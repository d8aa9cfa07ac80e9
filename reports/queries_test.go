package reports

import (
	"slices"
	"strings"
	"testing"
)

func TestEveryQueryNamesTheTablesItReads(t *testing.T) {
	queries, err := Queries()
	if err != nil {
		t.Fatal(err)
	}
	if len(queries) < 5 {
		t.Fatalf("%d queries", len(queries))
	}
	known := []string{"games", "plies", "rejects", "positions", "position_moves", "evaluations", "grades", "game_accuracy",
		"complexity", "signals", "move_signals", "correlations", "validation", "validation_z", "labels", "bench_runs"}
	for _, q := range queries {
		words := strings.FieldsFunc(q.SQL[strings.Index(q.SQL, "\n-- needs"):], func(r rune) bool {
			return r != '_' && (r < 'a' || r > 'z')
		})
		for _, name := range known {
			read := slices.Contains(words[1+len(q.Needs):], name)
			if needed := slices.Contains(q.Needs, name); needed && !read {
				t.Errorf("%s: does not read %s", q.Name, name)
			}
		}
		for _, need := range q.Needs {
			if !slices.Contains(known, need) {
				t.Errorf("%s: needs unknown table %q", q.Name, need)
			}
		}
		if !strings.Contains(q.SQL, "ORDER BY") {
			t.Errorf("%s: no ORDER BY, so its output is not the same twice", q.Name)
		}
	}
}

func TestQueryWithoutItsHeaderIsRefused(t *testing.T) {
	for _, text := range []string{"", "SELECT 1;", "-- title\nSELECT 1;\n"} {
		if _, err := parseQuery("x", text); err == nil {
			t.Errorf("%q accepted", text)
		}
	}
}
