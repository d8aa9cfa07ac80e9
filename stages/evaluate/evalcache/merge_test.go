package evalcache_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"plyquet/stages/evaluate/evalcache"
)

func TestMergeKeepsTheDeeperSearchOfBoth(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	a, b := open(t, one, nil), open(t, two, nil)
	if err := errors.Join(
		a.Put(ctx, key("both, deeper here"), 5, matrix(5)), b.Put(ctx, key("both, deeper here"), 3, matrix(3)),
		a.Put(ctx, key("both, deeper there"), 2, matrix(2)), b.Put(ctx, key("both, deeper there"), 4, matrix(4)),
		a.Put(ctx, key("here"), 1, matrix(1)), b.Put(ctx, key("there"), 2, matrix(2)), b.Close()); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(two, evalcache.FileName)
	for range 2 { // twice is as good as once
		if err := a.Merge(ctx, other); err != nil {
			t.Fatal(err)
		}
	}
	for text, depth := range map[string]int{"both, deeper here": 5, "both, deeper there": 4, "here": 1, "there": 2} {
		got, ok, err := a.Get(ctx, key(text), depth)
		if err != nil || !ok || !reflect.DeepEqual(got, matrix(depth)) {
			t.Errorf("%s to depth %d: %v, %v", text, depth, ok, err)
		}
	}
}

func TestMergeOfADamagedFileIsAnErrorAndChangesNothing(t *testing.T) {
	s := open(t, t.TempDir(), nil)
	if err := s.Put(ctx, key("x"), 1, matrix(1)); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.sqlite")
	if err := os.WriteFile(bad, []byte("this is not a database, though it is long enough to be one"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Merge(ctx, bad); err == nil {
		t.Error("a file that is no database was merged")
	}
	if _, ok, err := s.Get(ctx, key("x"), 1); !ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
}
