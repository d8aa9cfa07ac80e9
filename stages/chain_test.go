package stages

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/engine/uci/ucitest"
	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// The tests here run every stage after the other over games that are made up on the spot, with the engine of ucitest.

func TestMain(m *testing.M) {
	ucitest.Main()
	os.Exit(inSharedFolder(m.Run))
}

// shared is the folder of the run that all others are compared with; it is made once.
var shared string

func inSharedFolder(tests func() int) int {
	var err error
	if shared, err = os.MkdirTemp("", "plyquet-chain-*"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(shared)
	return tests()
}

// writeGames makes two PGN files with evaluations, with a fault in either.
func writeGames(t testing.TB, dir string) {
	t.Helper()
	for i, name := range []string{"club.pgn", "league.pgn"} {
		l := stagetest.League{Event: name, Seed: uint64(i), Games: 14, Plies: 24, Evals: true, Faulty: 6, Unfinished: 9}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(l.PGN()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// settings of a small run of everything in the registry.
func settings(t testing.TB, games string) []string {
	set := []string{"run=chain", "limits.max_reject_rate=1", "fetch.paths=[" + games + "]"}
	for _, construct := range All {
		if construct().Name() == "evaluate" {
			engine := ucitest.Command(t)
			set = append(set, "evaluate.engine.path="+engine[0], "evaluate.engine.args=["+strings.Join(engine[1:], ", ")+"]",
				"evaluate.grade.games=6", "evaluate.grade.depth=2", "evaluate.complexity.positions=6", "evaluate.complexity.depth=3",
				"evaluate.cache=false", "signals.min_decisions=1")
		}
	}
	return set
}

// A chain is one run in a data folder of its own.
type chain struct {
	data, games string
	workers     string
	opt         run.Options
}

// elsewhere is the same run in another data folder.
func (c chain) elsewhere(t testing.TB) chain {
	c.data, c.opt = t.TempDir(), run.Options{}
	return c
}

func (c chain) file(t testing.TB) *config.File {
	t.Helper()
	f, err := config.Parse("", nil, append(settings(t, c.games), "workers="+c.workers), All)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (c chain) run(t testing.TB) error {
	t.Helper()
	c.opt.Data, c.opt.Base, c.opt.Schema = c.data, c.data, rows.SchemaVersion
	_, err := run.Run(t.Context(), c.file(t), c.opt)
	return err
}

// outputs are the files of every step by name, and the half of the manifest that must not differ. Provenance holds
// times and is no part of it.
func (c chain) outputs(t testing.TB) map[string]string {
	t.Helper()
	dir := run.RunDir(c.data, "chain")
	m, err := manifest.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, s := range m.Steps {
		out["counts of "+name] = fmt.Sprintf("%+v", s.Result.Counts)
		out["fingerprint of "+name] = s.Result.Fingerprint
		for _, files := range s.Result.Files {
			for _, f := range files {
				data, err := os.ReadFile(f.Path)
				if err != nil {
					t.Fatal(err)
				}
				out[f.Name] = string(data)
			}
		}
	}
	problems, err := m.Verify(dir, manifest.HashFile)
	if err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
	return out
}

// base is the chain run sequentially: what all others are compared with.
func base(t testing.TB) (chain, map[string]string) {
	t.Helper()
	games := filepath.Join(shared, "games")
	if err := os.Mkdir(games, 0o755); err == nil {
		writeGames(t, games)
	}
	c := chain{data: filepath.Join(shared, "data"), games: games, workers: "sequential"}
	if err := c.run(t); err != nil {
		t.Fatal(err)
	}
	want := c.outputs(t)
	if len(want) < 20 {
		t.Fatalf("only %d outputs", len(want))
	}
	return c, want
}

func TestWholeRunSameBytesForAnyWorkers(t *testing.T) {
	c, want := base(t)
	all := []string{"1", "2", "8"}
	if stagetest.Raced {
		all = all[2:]
	}
	for _, workers := range all {
		c := c.elsewhere(t)
		c.workers = workers
		if err := c.run(t); err != nil {
			t.Fatal(err)
		}
		stagetest.SameFiles(t, workers+" workers", c.outputs(t), want)
	}
}

// TestWholeRunStoppedAnywhere stops the run at points all over the commit protocol by a panic, which leaves the disk as
// a kill would, and lets the next run go on.
func TestWholeRunStoppedAnywhere(t *testing.T) {
	stagetest.Sequential(t)
	if testing.Short() {
		t.Skip("runs the whole chain many times")
	}
	c, want := base(t)
	points := 0
	c = c.elsewhere(t)
	c.opt.Hook = func(run.Point) { points++ }
	if err := c.run(t); err != nil {
		t.Fatal(err)
	}
	c = c.elsewhere(t)
	for n := 0; n < points; n += 13 {
		left := n
		c.opt.Hook = func(run.Point) {
			if left == 0 {
				panic("killed")
			}
			left--
		}
		func() {
			defer func() { _ = recover() }() // points outside a stage are not caught by the machinery
			_ = c.run(t)
		}()
	}
	c.opt.Hook = nil
	if err := c.run(t); err != nil {
		t.Fatal(err)
	}
	stagetest.SameFiles(t, "stopped again and again", c.outputs(t), want)
}

// TestWholeRunAsTasks runs each stage as three tasks and a commit, as a cluster does; stages that cannot be split are run
// whole.
func TestWholeRunAsTasks(t *testing.T) {
	stagetest.Sequential(t)
	c, want := base(t)
	c = c.elsewhere(t)
	opt := run.Options{Data: c.data, Base: c.data, Schema: rows.SchemaVersion}
	split := 0
	p, err := run.Plan(t.Context(), c.file(t), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Steps {
		if s.Status == "skipped" {
			continue
		}
		var failed error
		for task := range 3 {
			c.opt = run.Options{Only: s.Stage, Shards: stage.ShardRange{A: task, B: task, Of: 3}}
			failed = errors.Join(failed, c.run(t))
		}
		c.opt = run.Options{}
		if failed != nil && strings.Contains(failed.Error(), "--shards") { // it gathers all shards
			c.opt.Only = s.Stage
			failed = c.run(t)
		} else if failed == nil {
			split++
			failed = run.Commit(t.Context(), c.file(t), s.Stage, opt)
		}
		if failed != nil {
			t.Fatalf("%s: %v", s.Stage, failed)
		}
	}
	if split < 3 {
		t.Errorf("only %d stages can be split", split)
	}
	stagetest.SameFiles(t, "tasks", c.outputs(t), want)
}

func TestSecondRunDoesNothing(t *testing.T) {
	stagetest.Sequential(t)
	c, _ := base(t)
	c.opt.Notify = func(e run.Event) {
		if e.Kind != run.StepFresh && e.Kind != run.StepSkipped {
			t.Errorf("%s: %s (%v)", e.Step.Stage, e.Kind, e.Step.Reasons)
		}
	}
	if err := c.run(t); err != nil {
		t.Error(err)
	}
}

func TestRunLeavesNothingOutsideItsFolder(t *testing.T) {
	stagetest.Sequential(t)
	c, _ := base(t)
	err := filepath.WalkDir(c.data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(c.data, path)
		top := strings.Split(filepath.ToSlash(rel), "/")[0]
		if top != "runs" && top != "cache" || strings.Contains(rel, "/tmp/") {
			t.Errorf("%s", rel)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestInterruptedRunIsNotTakenForAFinishedOne stops after each step and looks at what the manifest claims.
func TestInterruptedRunIsNotTakenForAFinishedOne(t *testing.T) {
	stagetest.Sequential(t)
	c, want := base(t)
	c = c.elsewhere(t)
	for range len(All) + 1 {
		done := false
		c.opt = run.Options{
			Notify: func(e run.Event) { done = done || e.Kind == run.StepDone },
			Stop:   func() bool { return done },
		}
		err := c.run(t)
		if err == nil {
			stagetest.SameFiles(t, "stopped after each step", c.outputs(t), want)
			return
		}
		if !errors.Is(err, run.ErrInterrupted) && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		c.outputs(t) // verifies
	}
	t.Error("the run never ends")
}
