package evalcache_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"plyquet/metrics"
	"plyquet/stages/evaluate/evalcache"
)

var ctx = context.Background()

func open(t testing.TB, dir string, log *bytes.Buffer) *evalcache.Store {
	t.Helper()
	if log == nil {
		log = &bytes.Buffer{}
	}
	s, err := evalcache.Open(ctx, dir, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func matrix(depths int) []evalcache.Matrix {
	m := evalcache.Matrix{Legal: 20, Depths: []evalcache.Depth{}}
	for d := 1; d <= depths; d++ {
		m.Depths = append(m.Depths, evalcache.Depth{Depth: d, Nodes: 100 << d, Lines: []evalcache.Line{
			{Move: "e2e4", Score: metrics.MateIn(3), Win: 1000, HasWDL: true},
			{Move: "a7a8q", Score: metrics.Cp(-77 * d)},
			{Move: "d2d4", Score: metrics.MateIn(-12)},
		}})
	}
	return []evalcache.Matrix{m}
}

func key(text string) evalcache.Key {
	return evalcache.Key{Kind: evalcache.Cleared, Engine: "Testfish 1, Hash 16", Text: text}
}

// filled is a folder with a closed cache of one entry, x.
func filled(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s := open(t, dir, nil)
	if err := errors.Join(s.Put(ctx, key("x"), 5, matrix(5)), s.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestWhatIsPutIsGot(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, nil)
	game := evalcache.Key{Kind: evalcache.Game, Engine: "Testfish 1", Text: "a game"}
	walk := append(matrix(2), evalcache.Matrix{Depths: []evalcache.Depth{}}, matrix(1)[0])
	if err := errors.Join(s.Put(ctx, key("x"), 5, matrix(5)), s.Put(ctx, game, 2, walk), s.Close()); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir, nil)
	if got, ok, err := s.Get(ctx, key("x"), 5); !ok || err != nil || !reflect.DeepEqual(got, matrix(5)) {
		t.Errorf("%v %v\n%+v", ok, err, got)
	}
	if got, ok, err := s.Get(ctx, game, 0); !ok || err != nil || !reflect.DeepEqual(got, walk) {
		t.Errorf("%v %v\n%+v", ok, err, got)
	}
	for _, k := range []evalcache.Key{key("y"), {Kind: evalcache.Game, Engine: key("x").Engine, Text: "x"}, {Kind: evalcache.Cleared, Engine: "Testfish 2", Text: "x"}} {
		if _, ok, err := s.Get(ctx, k, 1); ok || err != nil {
			t.Errorf("%+v: %v %v", k, ok, err)
		}
	}
}

func TestDeeperSearchServesEveryLowerDepthAndIsNotReplacedByOne(t *testing.T) {
	s := open(t, t.TempDir(), nil)
	for _, put := range []int{4, 7, 3} {
		if err := s.Put(ctx, key("x"), put, matrix(put)); err != nil {
			t.Fatal(err)
		}
	}
	for d := 1; d <= 7; d++ {
		if got, ok, err := s.Get(ctx, key("x"), d); !ok || err != nil || !reflect.DeepEqual(got, matrix(d)) {
			t.Errorf("depth %d: %v %v %+v", d, ok, err, got)
		}
	}
	if _, ok, _ := s.Get(ctx, key("x"), 8); ok {
		t.Error("a search to depth 7 was served as one to depth 8")
	}
}

func TestDamagedFileIsSetAsideWithAWarning(t *testing.T) {
	for name, spoil := range map[string]func(path string, data []byte) []byte{
		"not a database": func(string, []byte) []byte { return bytes.Repeat([]byte("not a database "), 1000) },
		"torn page":      func(_ string, data []byte) []byte { copy(data[4096:], bytes.Repeat([]byte{0xa5}, 3000)); return data },
		"other format":   func(_ string, data []byte) []byte { data[63]++; return data },
		"cut short":      func(_ string, data []byte) []byte { return data[:5000] },
	} {
		t.Run(name, func(t *testing.T) {
			dir := filled(t)
			path := filepath.Join(dir, evalcache.FileName)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, spoil(path, data), 0o600); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			s := open(t, dir, &log)
			if err := s.Put(ctx, key("y"), 2, matrix(2)); err != nil {
				t.Error(err)
			}
			if _, ok, err := s.Get(ctx, key("y"), 2); !ok || err != nil {
				t.Errorf("the new file: %v %v", ok, err)
			}
			if !strings.Contains(log.String(), "set aside") {
				t.Errorf("log: %s", &log)
			}
			if _, err := os.Stat(path + ".damaged-1"); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestFolderThatCannotBeWrittenIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := evalcache.Open(ctx, filepath.Join(file, "cache"), slog.New(slog.DiscardHandler)); err == nil {
		t.Error("no error")
	}
}

// Two stores on one file are what two runs at a time are.
func TestConcurrentRunsShareAFile(t *testing.T) {
	dir := t.TempDir()
	const writers, each = 4, 50
	errs := make(chan error, writers)
	for w := range writers {
		s := open(t, dir, nil)
		go func() {
			var all error
			for i := range each {
				k := key(fmt.Sprint("position ", (i+w*7)%each))
				all = errors.Join(all, s.Put(ctx, k, 3, matrix(3)))
				if got, ok, err := s.Get(ctx, k, 3); !ok || err != nil || !reflect.DeepEqual(got, matrix(3)) {
					all = errors.Join(all, fmt.Errorf("get: %v %w", ok, err))
				}
			}
			errs <- all
		}()
	}
	for range writers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	list, err := open(t, dir, nil).Stats(ctx)
	if err != nil || len(list) != 1 || list[0].Count != each {
		t.Errorf("%+v %v", list, err)
	}
}

func TestStatsPruneExport(t *testing.T) {
	s := open(t, t.TempDir(), nil)
	other := evalcache.Key{Kind: evalcache.Game, Engine: "Otherfish 2", Text: "backward e2e4"}
	if err := errors.Join(s.Put(ctx, key("a"), 2, matrix(2)), s.Put(ctx, key("b"), 3, matrix(3)), s.Put(ctx, other, 1, matrix(1))); err != nil {
		t.Fatal(err)
	}
	list, err := s.Stats(ctx)
	if err != nil || len(list) != 2 || list[0].Engine != "Otherfish 2" || list[1].Count != 2 || list[1].Nodes != 400+800 || list[1].Bytes == 0 {
		t.Errorf("%+v %v", list, err)
	}
	var out bytes.Buffer
	if err := s.Export(ctx, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var first struct {
		Engine, Kind, Search string
		Positions            []struct {
			Legal  int
			Depths []struct {
				Lines []struct {
					Move     string
					Cp, Mate *int
					WDL      []int
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || len(lines) != 3 {
		t.Fatalf("%v: %s", err, out.String())
	}
	cells := first.Positions[0].Depths[0].Lines
	if first.Search != "backward e2e4" || *cells[0].Mate != 3 || cells[0].WDL[0] != 1000 || *cells[1].Cp != -77 || cells[1].Mate != nil {
		t.Errorf("%s", lines[0])
	}
	for _, c := range []struct {
		c    evalcache.Condition
		want int64
	}{
		{evalcache.Condition{}, 0},
		{evalcache.Condition{Before: time.Unix(1, 0)}, 0},
		{evalcache.Condition{NotEngine: "Testfish 1, Hash 16"}, 1},
		{evalcache.Condition{Engine: "Testfish 1, Hash 16", Before: time.Now().Add(time.Hour)}, 2},
	} {
		if n, err := s.Prune(ctx, c.c); err != nil || n != c.want {
			t.Errorf("%+v: %d removed, %v", c.c, n, err)
		}
	}
	if list, err := s.Stats(ctx); err != nil || len(list) != 0 {
		t.Errorf("%+v %v", list, err)
	}
	if size, err := s.Size(); err != nil || size == 0 {
		t.Error(size, err)
	}
}

func TestNothingIsLeftOpen(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, nil)
	if err := errors.Join(s.Put(ctx, key("a"), 2, matrix(2)), s.Close()); err != nil {
		t.Fatal(err)
	}
	for _, tail := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(filepath.Join(dir, evalcache.FileName+tail)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left: %v", tail, err)
		}
	}
}
