package evalcache_test

import (
	"bytes"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/stages/evaluate/evalcache"
)

const endless = "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "

// hostileSchemas are databases of the right version whose results are not a plain table: a query or an insert goes on for ever,
// or does what somebody else wants.
var hostileSchemas = map[string]string{
	"view": "DROP TABLE results; CREATE VIEW results AS " + endless +
		"SELECT n AS digest, 'a' AS kind, 'b' AS engine, 'c' AS text, 1 AS depth, 1 AS nodes, 1 AS created, x'00' AS data FROM r",
	"trigger": "CREATE TRIGGER t BEFORE INSERT ON results BEGIN SELECT count(*) FROM (" + endless + "SELECT n FROM r); END",
	"column": "DROP TABLE results; CREATE TABLE results (digest BLOB PRIMARY KEY, kind, engine, text, depth, nodes, created, data, " +
		"more AS (zeroblob(999999999))) WITHOUT ROWID",
	"no table":    "DROP TABLE results",
	"other table": "DROP TABLE results; CREATE TABLE results (a)",
	"one more":    "CREATE TABLE more (a)",
}

func TestFileWithAnotherSchemaIsSetAside(t *testing.T) {
	for name, statements := range hostileSchemas {
		t.Run(name, func(t *testing.T) {
			dir := filled(t)
			path := filepath.Join(dir, evalcache.FileName)
			spoil(t, path, statements)
			if err := open(t, t.TempDir(), nil).Merge(ctx, path); err == nil {
				t.Error("it was merged")
			}
			var log bytes.Buffer
			s := open(t, dir, &log)
			if !strings.Contains(log.String(), "set aside") {
				t.Errorf("log: %s", &log)
			}
			if err := s.Put(ctx, key("y"), 2, matrix(2)); err != nil {
				t.Error(err)
			}
		})
	}
}

func spoil(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestEntryOfAnImpossibleSizeIsNoEntry(t *testing.T) {
	dir := filled(t)
	spoil(t, filepath.Join(dir, evalcache.FileName), "UPDATE results SET data = zeroblob(20000000)")
	s := open(t, dir, nil)
	if _, ok, err := s.Get(ctx, key("x"), 5); ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
	var out bytes.Buffer
	if err := s.Export(ctx, &out); err != nil || out.Len() > 0 {
		t.Errorf("%d bytes, %v", out.Len(), err)
	}
}
