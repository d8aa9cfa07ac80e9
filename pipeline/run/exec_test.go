package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/plan"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// The toy pipeline: sow writes numbers, grow doubles them, sell writes one text with their sum. rot is independent of
// all and can be made to fail.
type sow struct {
	Rows   int `yaml:"rows"`
	Shards int `yaml:"shards"`
	Flavor int `yaml:"flavor"` // changes the fingerprint and nothing else
}

func (*sow) Name() string                        { return "sow" }
func (*sow) Version() int                        { return 1 }
func (*sow) Validate() error                     { return nil }
func (*sow) IO() (reads, writes []stage.TableID) { return nil, []stage.TableID{"seeds"} }
func (s *sow) Run(ctx context.Context, job *stage.Job) error {
	return Each(ctx, job, upTo(s.Shards), noWorker, func(_ context.Context, _ struct{}, i int, out *Out) error {
		w, err := table.Create[number64](out.Staging, "seeds")
		if err != nil {
			return err
		}
		for n := range s.Rows {
			if err := w.Write(number64{int64(i*1000 + n)}); err != nil {
				return err
			}
		}
		out.Seen(int64(s.Rows) + 1)
		out.Keep(int64(s.Rows))
		out.Fault(stage.Reject{Source: "field", Offset: int64(i), Reason: "stone"})
		return nil
	})
}

func noWorker() (struct{}, error) { return struct{}{}, nil }

type grow struct {
	Factor int64 `yaml:"factor"`
}

func (*grow) Name() string    { return "grow" }
func (*grow) Version() int    { return 1 }
func (*grow) Validate() error { return nil }
func (*grow) IO() (reads, writes []stage.TableID) {
	return []stage.TableID{"seeds"}, []stage.TableID{"plants"}
}
func (g *grow) Run(ctx context.Context, job *stage.Job) error {
	return Each(ctx, job, job.Inputs["seeds"], noWorker, func(_ context.Context, _ struct{}, f stage.File, out *Out) error {
		w, err := table.Create[number64](out.Staging, "plants")
		if err != nil {
			return err
		}
		for row, err := range table.Read[number64]([]stage.File{f}) {
			if err != nil {
				return err
			}
			if err := w.Write(number64{row.N * g.Factor}); err != nil {
				return err
			}
		}
		return nil
	})
}

type sell struct{}

func (*sell) Name() string    { return "sell" }
func (*sell) Version() int    { return 1 }
func (*sell) Validate() error { return nil }
func (*sell) IO() (reads, writes []stage.TableID) {
	return []stage.TableID{"plants", Rejects}, []stage.TableID{"market"}
}
func (*sell) Run(ctx context.Context, job *stage.Job) error {
	return Once(ctx, job, func(_ context.Context, out *Out) error {
		var sum int64
		for row, err := range table.Read[number64](job.Inputs["plants"]) {
			if err != nil {
				return err
			}
			sum += row.N
		}
		f, err := out.CreateFile("market", "market/price.txt")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(f, "%d from %d steps\n", sum, len(job.Before))
		return err
	})
}

type rot struct {
	Fail bool `yaml:"fail"`
}

func (*rot) Name() string                        { return "rot" }
func (*rot) Version() int                        { return 1 }
func (*rot) Validate() error                     { return nil }
func (*rot) IO() (reads, writes []stage.TableID) { return nil, []stage.TableID{"compost"} }
func (r *rot) Run(ctx context.Context, job *stage.Job) error {
	return Once(ctx, job, func(context.Context, *Out) error {
		if r.Fail {
			return errors.New("it stinks")
		}
		return nil
	})
}

var farm = []func() stage.Stage{
	func() stage.Stage { return &rot{} },
	func() stage.Stage { return &sow{Rows: 10, Shards: 4} },
	func() stage.Stage { return &grow{Factor: 2} },
	func() stage.Stage { return &sell{} },
}

func farmFile(t testing.TB, overrides ...string) *config.File {
	t.Helper()
	f, err := config.Parse("", nil, append([]string{"limits.max_reject_rate=0.5", "workers=2"}, overrides...), farm)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// execute runs the farm and returns the steps that ran.
func execute(t *testing.T, data string, opt Options, overrides ...string) (ran string, err error) {
	t.Helper()
	opt.Data, opt.Base, opt.Schema = data, data, 1
	out, err := Run(t.Context(), farmFile(t, overrides...), opt)
	return strings.Join(out.Ran, " "), err
}

func mustExecute(t *testing.T, data string, want string, overrides ...string) {
	t.Helper()
	ran, err := execute(t, data, Options{}, overrides...)
	if err != nil {
		t.Fatal(err)
	}
	if ran != want {
		t.Errorf("ran %q, want %q", ran, want)
	}
}

const all = "rot sow grow sell"

// results is every file of a run that has to be the same on every machine, the halves of the manifest that differ
// left out.
func results(t *testing.T, data string) map[string]string {
	t.Helper()
	dir := RunDir(data, "demo")
	files := tree(t, dir)
	m, err := manifest.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Steps {
		s.Run = manifest.Execution{}
	}
	if err := m.Write(filepath.Join(dir, "state")); err != nil {
		t.Fatal(err)
	}
	bare, err := os.ReadFile(filepath.Join(dir, "state", manifest.FileName))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "state", manifest.FileName)); err != nil {
		t.Fatal(err)
	}
	files[manifest.FileName] = string(bare)
	delete(files, "state/hashes.json")
	maps.DeleteFunc(files, func(name, _ string) bool { return strings.HasPrefix(name, "state/tasks/") })
	return files
}

func TestRunThenNothingToDo(t *testing.T) {
	data := t.TempDir()
	mustExecute(t, data, all)
	want := results(t, data)
	mustExecute(t, data, "")
	sameTree(t, results(t, data), want)
	p, err := Plan(t.Context(), farmFile(t), Options{Data: data, Schema: 1})
	if err != nil || p.Work() {
		t.Errorf("plan %+v, %v", p, err)
	}
	if got := want["market/price.txt"]; got != "120360 from 3 steps\n" {
		t.Errorf("price %q", got)
	}
}

func TestOnlyWhatDependsOnAChangeRuns(t *testing.T) {
	data := t.TempDir()
	mustExecute(t, data, all)
	mustExecute(t, data, "grow sell", "grow.factor=3")
	mustExecute(t, data, "sow", "grow.factor=3", "sow.flavor=1") // early cut-off: the same rows
	mustExecute(t, data, "", "grow.factor=3", "sow.flavor=1")
	mustExecute(t, data, "sow grow sell", "grow.factor=3", "sow.flavor=1", "sow.rows=5")

	fresh := t.TempDir()
	mustExecute(t, fresh, all, "grow.factor=3", "sow.flavor=1", "sow.rows=5")
	sameTree(t, results(t, data), results(t, fresh))
}

func TestFewerShardsLeaveNoOldParts(t *testing.T) {
	data, fresh := t.TempDir(), t.TempDir()
	mustExecute(t, data, all, "sow.shards=7")
	mustExecute(t, data, "sow grow sell", "sow.shards=2")
	mustExecute(t, fresh, all, "sow.shards=2")
	sameTree(t, results(t, data), results(t, fresh))
}

func TestMissingPartIsMadeAgainAndDamageIsRefused(t *testing.T) {
	data := t.TempDir()
	mustExecute(t, data, all)
	want := results(t, data)
	part := filepath.Join(RunDir(data, "demo"), "tables/seeds/part-00002.parquet")
	if err := os.Remove(part); err != nil {
		t.Fatal(err)
	}
	mustExecute(t, data, "sow")
	sameTree(t, results(t, data), want)

	content, err := os.ReadFile(part)
	if err != nil {
		t.Fatal(err)
	}
	content[20] ^= 1
	if err := os.WriteFile(part, content, 0o644); err != nil {
		t.Fatal(err)
	}
	ran, err := execute(t, data, Options{})
	if err == nil || ran != "rot" && ran != "" || !strings.Contains(err.Error(), "part-00002.parquet: is damaged") {
		t.Fatalf("ran %q, error %v", ran, err)
	}
	_, err = execute(t, data, Options{From: "grow", Force: true})
	if err == nil || !strings.Contains(err.Error(), "part-00002.parquet") {
		t.Errorf("built on a damaged input: %v", err)
	}
	if ran, err := execute(t, data, Options{Only: "sow", Force: true}); err != nil || ran != "sow" {
		t.Errorf("ran %q, %v", ran, err)
	}
	sameTree(t, results(t, data), want)
}

func TestSelection(t *testing.T) {
	data := t.TempDir()
	if _, err := execute(t, data, Options{Only: "grow"}); err == nil || !strings.Contains(err.Error(), "needs sow, which has not finished") {
		t.Errorf("error %v", err)
	}
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{To: "sow"}, "rot sow"},
		{Options{From: "grow"}, "grow sell"},
		{Options{Force: true}, all},
		{Options{From: "grow", To: "grow", Force: true}, "grow"},
		{Options{Only: "sow", Force: true}, "sow"},
	} {
		if ran, err := execute(t, data, c.opt); err != nil || ran != c.want {
			t.Errorf("%+v: ran %q, %v; want %q", c.opt, ran, err, c.want)
		}
	}
	var usage *UsageError
	for _, opt := range []Options{{Only: "mow"}, {Only: "sow", To: "sell"}, {Shards: stage.ShardRange{Of: 2}}} {
		if _, err := execute(t, data, opt); !errors.As(err, &usage) {
			t.Errorf("%+v: error %v", opt, err)
		}
	}
}

func TestFailureStopsOrIsGoneAround(t *testing.T) {
	data := t.TempDir()
	ran, err := execute(t, data, Options{}, "rot.fail=true")
	if err == nil || ran != "" || !strings.Contains(err.Error(), "rot: shard 0: it stinks") {
		t.Errorf("ran %q, error %v", ran, err)
	}
	ran, err = execute(t, data, Options{KeepGoing: true}, "rot.fail=true")
	// sell reads the rejects of every step before it, so it needs rot.
	if err == nil || ran != "sow grow" {
		t.Errorf("ran %q, error %v", ran, err)
	}
	mustExecute(t, data, "rot sell")
}

func TestRejectLimitIsToldAfterAllWorkIsDone(t *testing.T) {
	data := t.TempDir()
	for range 2 { // a second run has nothing to do, but the answer stays the same
		_, err := execute(t, data, Options{}, "limits.max_reject_rate=0.01")
		if !errors.Is(err, ErrRejectLimit) || !strings.Contains(err.Error(), "sow rejected 9.1 %") {
			t.Errorf("error %v", err)
		}
	}
	mustExecute(t, data, "")
}

func TestShardTasksAndCommitMakeTheSameRun(t *testing.T) {
	data, whole := t.TempDir(), t.TempDir()
	mustExecute(t, whole, all)
	if _, err := execute(t, data, Options{Only: "rot"}); err != nil {
		t.Fatal(err)
	}
	opt := Options{Data: data, Base: data, Schema: 1}
	for _, name := range []string{"sow", "grow", "sell"} {
		for task := range 3 {
			if task == 1 {
				var missing *MissingShards
				if err := Commit(t.Context(), farmFile(t), name, opt); name != "sell" && !errors.As(err, &missing) {
					t.Errorf("%s: committed without task 1 and 2: %v", name, err)
				}
			}
			if _, err := execute(t, data, Options{Only: name, Shards: stage.ShardRange{A: task, B: task, Of: 3}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := Commit(t.Context(), farmFile(t), name, opt); err != nil {
			t.Fatal(err)
		}
	}
	sameTree(t, results(t, data), results(t, whole))
}

func TestTwoRunsAtOnce(t *testing.T) {
	data := t.TempDir()
	mustExecute(t, data, all)
	dir := RunDir(data, "demo")
	held, _, err := Acquire(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	var busy *BusyError
	if _, err := execute(t, data, Options{}); !errors.As(err, &busy) || busy.Owner.PID != os.Getpid() || busy.Owner.Host == "" {
		t.Errorf("error %v", err)
	}
	if err := held.Release(); err != nil {
		t.Fatal(err)
	}
	host, _ := os.Hostname()
	lock := filepath.Join(dir, lockName)
	if err := os.WriteFile(lock, fmt.Appendf(nil, `{"pid":99999999,"host":%q}`, host), 0o644); err != nil {
		t.Fatal(err)
	}
	mustExecute(t, data, "") // a lock left behind by a dead process
	if err := os.WriteFile(lock, []byte(`{"pid":7,"host":"elsewhere.example"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := execute(t, data, Options{}); !errors.As(err, &busy) || !strings.Contains(err.Error(), "elsewhere.example") {
		t.Errorf("error %v", err)
	}
}

func TestStopBetweenStepsIsAnInterruption(t *testing.T) {
	data := t.TempDir()
	steps := 0
	opt := Options{Notify: func(e Event) {
		if e.Kind == StepDone {
			steps++
		}
	}}
	opt.Stop = func() bool { return steps == 2 }
	if ran, err := execute(t, data, opt); !errors.Is(err, ErrInterrupted) || ran != "rot sow" {
		t.Errorf("ran %q, error %v", ran, err)
	}
	mustExecute(t, data, "grow sell")
}

const killVar = "PLYQUET_TEST_KILL"

// TestKilledAnywhereEndsWithTheSameBytes runs the farm in a process that kills itself at the n-th point of the commit protocol,
// for every n, and then once more to the end.
func TestKilledAnywhereEndsWithTheSameBytes(t *testing.T) {
	if spec := os.Getenv(killVar); spec != "" {
		runUntilKilled(t, spec)
		return
	}
	whole := t.TempDir()
	points := 0
	if _, err := execute(t, whole, Options{Hook: func(Point) { points++ }}, "sow.shards=2"); err != nil {
		t.Fatal(err)
	}
	want := results(t, whole)
	step := 1
	if testing.Short() {
		step = 7
	}
	for n := 0; n < points; n += step {
		data := t.TempDir()
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilledAnywhereEndsWithTheSameBytes$")
		cmd.Env = append(os.Environ(), killVar+"="+strconv.Itoa(n)+" "+data)
		err := cmd.Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("point %d: the process was not killed: %v", n, err)
		}
		if _, err := execute(t, data, Options{}, "sow.shards=2"); err != nil {
			t.Fatalf("point %d: %v", n, err)
		}
		if got := results(t, data); !maps.Equal(got, want) {
			t.Errorf("killed at point %d: the files differ: %v", n, slices.Sorted(maps.Keys(got)))
			sameTree(t, got, want)
		}
	}
}

func runUntilKilled(t *testing.T, spec string) {
	var n int
	var data string
	if _, err := fmt.Sscan(spec, &n, &data); err != nil {
		t.Fatal(err)
	}
	hook := func(Point) {
		if n == 0 {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
			select {}
		}
		n--
	}
	if _, err := execute(t, data, Options{Hook: hook}, "sow.shards=2"); err != nil {
		t.Fatal(err)
	}
}

func TestEventsTellTheStory(t *testing.T) {
	data := t.TempDir()
	var story []string
	opt := Options{Notify: func(e Event) {
		story = append(story, fmt.Sprintf("%s %s %d", e.Step.Stage, e.Kind, e.Counts.Seen))
	}}
	if _, err := execute(t, data, opt, "rot.enabled=false"); err != nil {
		t.Fatal(err)
	}
	want := "rot skipped 0|sow started 0|sow done 44|grow started 0|grow done 0|sell started 0|sell done 0"
	if got := strings.Join(story, "|"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if p, _ := Plan(t.Context(), farmFile(t), Options{Data: data, Schema: 1}); p.Steps[0].Status != plan.Stale {
		t.Errorf("rot is %s when it is switched on again", p.Steps[0].Status)
	}
}

func (*grow) Forecast(_ context.Context, job *stage.Job) (string, error) {
	return fmt.Sprintf("%d beds", len(job.Inputs["seeds"])), nil
}

func TestPlanSaysWhatTheWorkIs(t *testing.T) {
	data := t.TempDir()
	mustExecute(t, data, all)
	p, err := Plan(t.Context(), farmFile(t, "grow.factor=5"), Options{Data: data, Schema: 1})
	if err != nil {
		t.Fatal(err)
	}
	if s, _ := p.Step("grow"); s.Work != "4 beds" {
		t.Errorf("work %q, want 4 beds", s.Work)
	}
	if s, _ := p.Step("sow"); s.Work != "" {
		t.Errorf("a fresh step has work: %q", s.Work)
	}
}

func TestPartNumbersRunOnFromVerbToVerb(t *testing.T) {
	dir := t.TempDir()
	for range 2 { // the second time every shard is resumed
		job := newJob(dir, 2)
		if err := (squares{shards: 3}).Run(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		err := Once(t.Context(), job, func(_ context.Context, out *Out) error { return writeNumbers(out.Index, out) })
		if err != nil {
			t.Fatal(err)
		}
		var files []stage.File
		for _, r := range ledgerOf(job).ordered() {
			files = append(files, r.Files["numbers"]...)
		}
		if len(files) != 4 || files[3].Name != "tables/numbers/part-00003.parquet" {
			t.Errorf("files %v", files)
		}
	}
}
