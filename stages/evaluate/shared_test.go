package evaluate

import (
	"context"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"plyquet/engine/uci"
	"plyquet/pipeline/stage"
	"plyquet/stages/evaluate/evalcache"
)

// TestCachesOfTasksBecomeOne: each task searches something, is started again and finds it; at commit all of it is in the
// common cache.
func TestCachesOfTasksBecomeOne(t *testing.T) {
	ctx, dir, common := context.Background(), t.TempDir(), t.TempDir()
	s := New()
	key := func(task int) evalcache.Key {
		return evalcache.Key{Kind: evalcache.Cleared, Engine: "Testfish", Text: string(rune('a' + task))}
	}
	job := func(task int) *stage.Job {
		return &stage.Job{Stage: "evaluate", Dir: dir, Cache: t.TempDir(), Shards: stage.ShardRange{A: task, B: task, Of: 3},
			Log: slog.New(slog.DiscardHandler)}
	}
	for task := range 3 {
		for attempt := range 2 {
			j := job(task)
			store := s.openCache(ctx, j)
			_, found, err := store.Get(ctx, key(task), 1)
			if err != nil || found != (attempt == 1) {
				t.Fatalf("task %d, attempt %d: found %v, %v", task, attempt, found, err)
			}
			if err := store.Put(ctx, key(task), 1, []evalcache.Matrix{{Legal: task + 1}}); err != nil {
				t.Fatal(err)
			}
			(&crew{job: j, cache: store}).dismiss()
		}
	}
	closing := &stage.Job{Stage: "evaluate", Dir: dir, Cache: common, Log: slog.New(slog.DiscardHandler)}
	if err := s.Gather(closing); err != nil {
		t.Fatal(err)
	}
	store := s.openCache(ctx, closing)
	defer store.Close()
	for task := range 3 {
		if m, found, err := store.Get(ctx, key(task), 1); err != nil || !found || m[0].Legal != task+1 {
			t.Errorf("task %d: %v, %v", task, found, err)
		}
	}
	left := 0
	if err := filepath.WalkDir(filepath.Join(dir, "partial"), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			left++
		}
		return err
	}); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if left > 0 {
		t.Errorf("%d files are left", left)
	}
}

// TestATaskTakesTheEngineAsPlanned: an engine that cannot be started shows who asks it again.
func TestATaskTakesTheEngineAsPlanned(t *testing.T) {
	cfg := uci.Config{Command: []string{filepath.Join(t.TempDir(), "none")}}
	facts := []stage.Fact{{Name: "seed", Value: "1"}, {Name: engineFact, Value: "Testfish 1"}}
	task := stage.ShardRange{A: 2, B: 2, Of: 3}
	for name, c := range map[string]struct {
		job  stage.Job
		asks bool
	}{
		"task":                 {stage.Job{Workers: 1, Shards: task, Facts: facts}, false},
		"sequential task":      {stage.Job{Shards: task, Facts: facts}, false},
		"task of two engines":  {stage.Job{Workers: 2, Shards: task, Facts: facts}, true}, // do they fit into the memory?
		"planned by nobody":    {stage.Job{Workers: 1, Shards: task}, true},
		"everything at a time": {stage.Job{Workers: 1, Facts: facts}, true}, // the forecast
	} {
		in, err := New().learn(t.Context(), &c.job, cfg)
		if (err != nil) != c.asks || err == nil && in.name != "Testfish 1" {
			t.Errorf("%s: %+v, %v", name, in, err)
		}
	}
}
