package positions

import (
	"context"
	"fmt"
	"io"
	"log/slog"
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
)

// runFolder is a run whose sampled files and blocks are there.
type runFolder struct {
	dir    string
	blocks []stage.File
}

// newRun makes a run folder around a folder of PGN files, cut into blocks of about size bytes.
func newRun(t testing.TB, sampled string, size int) runFolder {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(sampled, filepath.Join(dir, "sampled")); err != nil {
		t.Fatal(err)
	}
	staging := table.NewStaging(dir, 0, table.Options{})
	w, err := table.Create[rows.Block](staging, rows.Blocks)
	if err != nil {
		t.Fatal(err)
	}
	for number, name := range pgnFiles(t, sampled) {
		for _, b := range blocksOf(t, sampled, name, size) {
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

func pgnFiles(t testing.TB, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		if strings.EqualFold(filepath.Ext(e.Name()), ".pgn") {
			names = append(names, e.Name())
		}
	}
	return names
}

func blocksOf(t testing.TB, dir, name string, size int) (list []rows.Block) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	split := pgn.NewSplitter(f, name, pgn.Sizes{Block: size})
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

// execute runs the stage and returns the files of its tables.
func (r runFolder) execute(t testing.TB, s *Stage, workers int, memory int64) result {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	job := &stage.Job{Stage: "positions", Dir: r.dir, Workers: workers, Memory: memory, Fingerprint: fmt.Sprintf("%+v", *s),
		Inputs: map[stage.TableID][]stage.File{rows.Blocks: r.blocks}, Log: slog.New(slog.NewTextHandler(&log, nil)), Progress: silent{}}
	res, err := run.Step(context.Background(), s, job)
	if err != nil {
		t.Fatal(err)
	}
	return result{log.String(), res.Counts, res.Files[rows.Positions], res.Files[rows.PositionMoves]}
}

// result is what a run of the stage has made.
type result struct {
	log       string
	counts    stage.Counts
	positions []stage.File
	moves     []stage.File
}

type silent struct{}

func (silent) Start(int64, string) {}
func (silent) Add(int64)           {}
func (silent) Note(string)         {}

// written makes a folder of PGN files.
func written(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func all[T any](t testing.TB, files []stage.File) (list []T) {
	t.Helper()
	for row, err := range table.Read[T](files) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, *row)
	}
	return list
}

// digests are the sha256 of files, in order.
func (r result) digests() string {
	var b strings.Builder
	for _, f := range slices.Concat(r.positions, r.moves) {
		fmt.Fprintln(&b, f.Name, f.SHA256)
	}
	return b.String()
}

// shared finds a folder of shared test material beside the repository.
func shared(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Skipf("../shared is absent: %v", err)
	}
	return path
}
