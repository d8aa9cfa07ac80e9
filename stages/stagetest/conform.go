// Package stagetest is the suite that every stage passes: a stage that does gives the same bytes for any number of
// workers and shard tasks, survives being stopped anywhere, and accounts for everything it saw.
//
//	func TestConformance(t *testing.T) {
//		stagetest.Conform(t, stagetest.Case{New: func() stage.Stage { return New() }, Inputs: makeInputs})
//	}
//
// Beside it stands what the tests of several stages need to make their inputs and to look at what came out. It is for
// tests alone, and not for what one stage needs.
package stagetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/pipeline/config"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// A Case is a stage with input to work on.
type Case struct {
	// New constructs the stage with its defaults, as the registry does.
	New func() stage.Stage
	// Set are overrides of its settings, without the stage's name: "max_plies=20".
	Set []string
	// Inputs puts the input below the run folder dir and returns its files. It is called once; all other run folders get
	// links to what it has made. Nil: the stage reads nothing.
	Inputs func(t testing.TB, dir string) map[stage.TableID][]stage.File
	// Base is the folder that relative paths in the settings are taken from.
	Base string
	// Gathers says that the stage needs all shards in one process (run.Fold), so it cannot be split into tasks.
	Gathers bool
	// Unsteady names files (below the run folder) that may differ between two runs, such as provenance with times.
	Unsteady []string

	model *model // of the run folders; nil before the first
}

// A model is a run folder with nothing but the input.
type model struct {
	dir    string
	inputs map[stage.TableID][]stage.File
}

// inputs puts the input into a run folder, unless it is there already.
func (c Case) inputs(t testing.TB, dir string) map[stage.TableID][]stage.File {
	t.Helper()
	inputs := map[stage.TableID][]stage.File{}
	for id, files := range c.model.inputs {
		for _, f := range files {
			name, err := filepath.Rel(c.model.dir, f.Path)
			if err != nil {
				t.Fatal(err)
			}
			f.Path = filepath.Join(dir, name)
			inputs[id] = append(inputs[id], f)
		}
	}
	err := filepath.WalkDir(c.model.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(c.model.dir, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, name)
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		if err := os.Link(path, to); !errors.Is(err, fs.ErrExist) {
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return inputs
}

// Conform runs the suite.
func Conform(t *testing.T, c Case) {
	t.Helper()
	if c.Inputs != nil {
		c.model = &model{dir: t.TempDir()}
		c.model.inputs = c.Inputs(t, c.model.dir)
	}
	t.Run("DefaultsAreValid", c.defaults)
	t.Run("UnknownKeyIsRefused", c.unknownKey)
	want := c.execute(t, t.TempDir(), 0, run.Seams{})
	if len(want.files) == 0 {
		t.Fatal("the case makes no output: it can prove nothing")
	}
	for _, workers := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("SameBytesWithWorkers%d", workers), func(t *testing.T) {
			c.compare(t, c.execute(t, t.TempDir(), workers, run.Seams{}), want)
		})
	}
	t.Run("StoppedAndResumed", func(t *testing.T) { c.stopped(t, want) })
	t.Run("KilledAfterEachRename", func(t *testing.T) { c.killed(t, want) })
	t.Run("SplitIntoTasks", func(t *testing.T) { c.split(t, want) })
	t.Run("CancelledLeavesNoTemporaryFile", c.cancelled)
}

func (c Case) parse(overrides ...string) (*config.File, error) {
	return config.Parse("", nil, overrides, []func() stage.Stage{c.New})
}

func (c Case) defaults(t *testing.T) {
	f, err := c.parse(c.New().Name() + ".enabled=true")
	if err != nil {
		t.Fatal(err)
	}
	text, err := f.Resolved()
	if err != nil {
		t.Fatal(err)
	}
	again, err := config.Parse("resolved", text, nil, []func() stage.Stage{c.New})
	if err != nil {
		t.Fatalf("the resolved settings do not read back: %v\n%s", err, text)
	}
	if got, want := config.Leaves(again.Sections[0].Stage), config.Leaves(f.Sections[0].Stage); !slices.Equal(got, want) {
		t.Errorf("settings read back as %v, want %v", got, want)
	}
	if _, err := config.Schema([]func() stage.Stage{c.New}, nil); err != nil {
		t.Error(err)
	}
}

func (c Case) unknownKey(t *testing.T) {
	if _, err := c.parse(c.New().Name() + ".no_such_key=1"); err == nil {
		t.Error("an unknown key is accepted")
	}
}

// An execution is what one run of the stage has left.
type execution struct {
	counts string
	files  map[string]string
}

func (c Case) stage(t testing.TB) stage.Stage {
	t.Helper()
	name := c.New().Name()
	overrides := []string{name + ".enabled=true"}
	for _, s := range c.Set {
		overrides = append(overrides, name+"."+s)
	}
	f, err := c.parse(overrides...)
	if err != nil {
		t.Fatal(err)
	}
	return f.Sections[0].Stage
}

func (c Case) job(t testing.TB, dir string, workers int) *stage.Job {
	t.Helper()
	job := &stage.Job{
		Stage: c.New().Name(), Run: "conform", Dir: dir, Base: c.Base, Cache: filepath.Join(t.TempDir(), "cache"), Seed: 42,
		Workers: workers, Fingerprint: "conform", Inputs: map[stage.TableID][]stage.File{},
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: Quiet{},
	}
	if c.model != nil {
		job.Inputs = c.inputs(t, dir)
	}
	return job
}

// execute runs the stage to its end in a run folder.
func (c Case) execute(t testing.TB, dir string, workers int, seams run.Seams) execution {
	t.Helper()
	job := c.job(t, dir, workers)
	run.Attach(job, seams)
	res, err := run.Step(t.Context(), c.stage(t), job)
	if err != nil {
		t.Fatal(err)
	}
	if g, ok := c.stage(t).(stage.Gatherer); ok && seams.Closing {
		if err := g.Gather(job); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Tidy(job); err != nil {
		t.Fatal(err)
	}
	return execution{fmt.Sprintf("%+v", res.Counts), c.tree(t, dir)}
}

// tree is every file below a run folder by name.
func (c Case) tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if slices.Contains(c.Unsteady, name) {
			return nil
		}
		data, err := os.ReadFile(path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func (c Case) compare(t *testing.T, got, want execution) {
	t.Helper()
	if got.counts != want.counts {
		t.Errorf("counts %s, want %s", got.counts, want.counts)
	}
	SameFiles(t, "output", got.files, want.files)
}

// stopped ends the stage after k shards, as Ctrl-C does, and runs it again, for every k.
func (c Case) stopped(t *testing.T, want execution) {
	for k := 0; ; k++ {
		dir := t.TempDir()
		records := 0
		job := c.job(t, dir, 0)
		run.Attach(job, run.Seams{
			Stop: func() bool { return records >= k },
			Hook: func(p run.Point) {
				if p == run.AfterRecord {
					records++
				}
			},
		})
		_, err := run.Step(t.Context(), c.stage(t), job)
		if err != nil && !errors.Is(err, run.ErrInterrupted) {
			t.Fatalf("stopped after %d shards: %v", k, err)
		}
		c.compare(t, c.execute(t, dir, 2, run.Seams{}), want)
		if err == nil || k == stops() {
			return
		}
	}
}

// stops bounds the work of the suite for cases with many shards.
func stops() int {
	if Raced { // both are sequential until the stop
		return 1
	}
	return 6
}

// killed panics at a point of the commit of each shard, which leaves the disk as a kill would, and runs again.
func (c Case) killed(t *testing.T, want execution) {
	for k := range stops() {
		for _, at := range []run.Point{run.BeforeRename, run.BeforeRecord, run.AfterRecord} {
			dir := t.TempDir()
			n := 0
			job := c.job(t, dir, 0)
			run.Attach(job, run.Seams{Hook: func(p run.Point) {
				if p == at {
					if n++; n > k {
						panic("killed")
					}
				}
			}})
			_, err := run.Step(t.Context(), c.stage(t), job)
			if err == nil {
				return // fewer than k shards
			}
			var p *run.PanicError
			if !errors.As(err, &p) {
				t.Fatalf("killed at shard %d: %v", k, err)
			}
			c.compare(t, c.execute(t, dir, 0, run.Seams{}), want)
		}
	}
}

// split runs the shards in three tasks and closes the stage.
func (c Case) split(t *testing.T, want execution) {
	dir := t.TempDir()
	for task := range 3 {
		job := c.job(t, dir, 1)
		job.Shards = stage.ShardRange{A: task, B: task, Of: 3}
		_, err := run.Step(t.Context(), c.stage(t), job)
		if c.Gathers {
			if err == nil {
				t.Error("a stage that gathers all shards ran as one of three tasks")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c.compare(t, c.execute(t, dir, 0, run.Seams{Closing: true}), want)
}

func (c Case) cancelled(t *testing.T) {
	dir := t.TempDir()
	job := c.job(t, dir, 2)
	ctx, cancel := context.WithCancel(t.Context())
	run.Attach(job, run.Seams{Hook: func(p run.Point) { cancel() }})
	_, err := run.Step(ctx, c.stage(t), job)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled stage ends with %v", err)
	}
	for name := range c.tree(t, dir) {
		if strings.HasPrefix(name, "tmp/") {
			t.Errorf("left behind: %s", name)
		}
	}
	cancel()
}
