package sample

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

func TestConformance(t *testing.T) {
	zip := zipped(t, "one.pgn", gamesText(60, "d1"), "two.pgn", gamesText(40, "d2"))
	inputs := func(t testing.TB, dir string) map[stage.TableID][]stage.File {
		t.Helper()
		var files []stage.File
		for _, in := range []struct{ name, text string }{
			{"a.pgn", gamesText(100, "a")}, {"b.pgn.gz", gzipped(t, gamesText(200, "b"))}, {"d.zip", zip}, {"e.pgn", gamesText(3, "e")},
		} {
			path := filepath.Join(dir, "archives", in.name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(in.text), 0o644); err != nil {
				t.Fatal(err)
			}
			files = append(files, stage.File{Path: path, Name: "archives/" + in.name, Bytes: int64(len(in.text))})
		}
		return map[stage.TableID][]stage.File{rows.Archives: files}
	}
	for _, c := range []struct {
		set     []string
		gathers bool
	}{
		{nil, false},
		{[]string{"rate=0.3"}, false},
		{[]string{"max_games=50"}, true},
		{[]string{"rate=0.3", "stratify=file"}, true},
	} {
		t.Run(fmt.Sprint(c.set), func(t *testing.T) {
			stagetest.Conform(t, stagetest.Case{New: func() stage.Stage { return New() }, Set: c.set, Inputs: inputs, Gathers: c.gathers})
		})
	}
}
