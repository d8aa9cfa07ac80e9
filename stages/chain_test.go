package stages

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/board"
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

// writeGames makes two PGN files of random legal games with clocks and evaluations, and faults in some of them.
func writeGames(t testing.TB, dir string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	for _, name := range []string{"club.pgn", "league.pgn"} {
		var b strings.Builder
		for i := range 14 {
			writeGame(&b, rng, name, i)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var players = []string{"Ash, Ann", "Birch, Bob", "Cedar, Cem", "Dogwood, Dee", "Elm, Eva"}

func writeGame(b *strings.Builder, rng *rand.Rand, event string, n int) {
	white, black := rng.IntN(len(players)), rng.IntN(len(players)-1)
	if black >= white {
		black++
	}
	result := []string{"1-0", "0-1", "1/2-1/2", "*"}[rng.IntN(4)]
	fmt.Fprintf(b, "[Event %q]\n[Site \"?\"]\n[Date \"2022.03.%02d\"]\n[Round \"%d\"]\n[White %q]\n[Black %q]\n[Result %q]\n"+
		"[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n[TimeControl \"180+2\"]\n\n",
		event, n+1, n, players[white], players[black], result, 1400+rng.IntN(900), 1400+rng.IntN(900))
	p := board.Start()
	for ply := range 24 + rng.IntN(30) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		if ply%2 == 0 {
			fmt.Fprintf(b, "%d. ", ply/2+1)
		}
		if n == 5 && ply == 20 {
			b.WriteString("Kxz9 ") // a move that is none
			break
		}
		m := moves[rng.IntN(len(moves))]
		if ply < 4 {
			m = moves[rng.IntN(2)] // so that openings meet
		}
		fmt.Fprintf(b, "%s { [%%eval %.2f] [%%clk 0:02:%02d] } ", p.AppendSAN(nil, m), rng.Float64()*4-2, 59-ply)
		p.Play(m)
	}
	fmt.Fprintf(b, "%s\n\n", result)
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

func sameOutputs(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
		t.Errorf("%s: files\n%v, want\n%v", what, g, w)
		return
	}
	for name := range want {
		if got[name] != want[name] {
			if len(want[name]) < 1000 {
				t.Errorf("%s: %s is %s, want %s", what, name, got[name], want[name])
			} else {
				t.Errorf("%s: %s differs", what, name)
			}
		}
	}
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
		sameOutputs(t, workers+" workers", c.outputs(t), want)
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
	sameOutputs(t, "stopped again and again", c.outputs(t), want)
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
	sameOutputs(t, "tasks", c.outputs(t), want)
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
			sameOutputs(t, "stopped after each step", c.outputs(t), want)
			return
		}
		if !errors.Is(err, run.ErrInterrupted) && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		c.outputs(t) // verifies
	}
	t.Error("the run never ends")
}
