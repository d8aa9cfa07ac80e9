package ingest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/pgn"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// runFolder is a run folder with sampled files and their blocks.
type runFolder struct {
	dir    string
	blocks []stage.File
}

// sample makes a run folder of texts by file name, cut into blocks of about size bytes.
func sample(t testing.TB, texts map[string]string, size int) runFolder {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, "sampled", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	staging := table.NewStaging(dir, 0, table.Options{})
	w, err := table.Create[rows.Block](staging, rows.Blocks)
	if err != nil {
		t.Fatal(err)
	}
	for number, name := range slices.Sorted(maps.Keys(texts)) {
		for _, b := range blocksOf(t, name, texts[name], size) {
			b.SourceNo = int32(number)
			if err := w.Write(b); err != nil {
				t.Fatal(err)
			}
		}
	}
	files, err := staging.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return runFolder{dir, files[rows.Blocks]}
}

func blocksOf(t testing.TB, name, text string, size int) (list []rows.Block) {
	t.Helper()
	split := pgn.NewSplitter(strings.NewReader(text), name, pgn.Sizes{Block: size})
	for {
		b, err := split.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rows.Block{Source: name, Offset: b.Offset, Bytes: int64(len(b.Data)), FirstGame: b.First, Games: int64(len(b.Ends))})
	}
}

func (f runFolder) job(s *Stage, workers int, shards stage.ShardRange) *stage.Job {
	return &stage.Job{Stage: "ingest", Dir: f.dir, Workers: workers, Shards: shards, Fingerprint: fmt.Sprintf("%+v", *s),
		Inputs: map[stage.TableID][]stage.File{rows.Blocks: f.blocks}, Log: slog.New(slog.DiscardHandler), Progress: stagetest.Quiet{}}
}

// ingest runs the stage from nothing.
func (f runFolder) ingest(t testing.TB, s *Stage, workers int) run.Result {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(f.dir, "state")); err != nil {
		t.Fatal(err)
	}
	res, err := run.Step(context.Background(), s, f.job(s, workers, stage.ShardRange{}))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func games(t testing.TB, res run.Result) []rows.Game {
	return stagetest.Rows[rows.Game](t, res.Files[rows.Games])
}

// one ingests a single text.
func one(t testing.TB, s *Stage, text string) run.Result {
	t.Helper()
	return sample(t, map[string]string{"a.pgn": text}, 1<<20).ingest(t, s, 0)
}

func readTexts(t testing.TB, dir, pattern string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(data)
	}
	return texts
}
