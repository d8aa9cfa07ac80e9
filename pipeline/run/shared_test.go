package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plyquet/pipeline/config"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// press adds up the numbers of each residue class: a small table that one process folds and tasks scatter.
type press struct {
	Spoilt int `yaml:"spoilt"` // number of the shard that cannot be pressed; 0: none
}

const classes = 3

func (*press) Name() string    { return "press" }
func (*press) Version() int    { return 1 }
func (*press) Validate() error { return nil }
func (*press) Phases() int     { return 2 }
func (*press) IO() (reads, writes []stage.TableID) {
	return nil, []stage.TableID{"juice"}
}

func (s *press) Run(ctx context.Context, job *stage.Job) error {
	var sums [classes]int64
	add := func(_ context.Context, acc *[classes]int64, i int, out *Out) error {
		if i == s.Spoilt && i > 0 {
			return errors.New("it is spoilt")
		}
		out.Seen(2)
		out.Keep(1)
		out.Fault(stage.Reject{Source: "orchard", Offset: int64(i), Reason: "stone"})
		acc[i%classes] += int64(i)
		return nil
	}
	newAcc := func() (*[classes]int64, error) { return new([classes]int64), nil }
	if !Shared(job) {
		accs, err := Fold(ctx, job, upTo(10), newAcc, add)
		if err != nil {
			return err
		}
		for _, acc := range accs {
			for c := range sums {
				sums[c] += acc[c]
			}
		}
		return s.pour(ctx, job, sums)
	}
	files, err := Scatter(ctx, job, upTo(10), newAcc, func(ctx context.Context, acc *[classes]int64, i int, out *Out) error {
		*acc = [classes]int64{}
		if err := add(ctx, acc, i, out); err != nil {
			return err
		}
		w, err := out.CreateFile("must", PartialName(job, out.Index))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%d %d %d", acc[0], acc[1], acc[2])
		return err
	})
	if err != nil {
		return err
	}
	for _, f := range files["must"] {
		text, err := os.ReadFile(f.Path)
		if err != nil {
			return err
		}
		for c, field := range strings.Fields(string(text)) {
			n, err := strconv.Atoi(field)
			if err != nil {
				return err
			}
			sums[c] += int64(n)
		}
	}
	return s.pour(ctx, job, sums)
}

func (s *press) pour(ctx context.Context, job *stage.Job, sums [classes]int64) error {
	return Each(ctx, job, upTo(classes), noWorker, func(_ context.Context, _ struct{}, c int, out *Out) error {
		w, err := table.Create[number64](out.Staging, "juice")
		if err != nil {
			return err
		}
		return w.Write(number64{sums[c]})
	})
}

func pressFile(t testing.TB, overrides ...string) *config.File {
	t.Helper()
	f, err := config.Parse("", nil, append([]string{"limits.max_reject_rate=0.6", "workers=2"}, overrides...),
		[]func() stage.Stage{func() stage.Stage { return &press{} }})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// pressTask does one task of a phase.
func pressTask(t testing.TB, data string, phase, task, of int, overrides ...string) error {
	t.Helper()
	_, err := Run(t.Context(), pressFile(t, overrides...), Options{Data: data, Base: data, Schema: 1, Only: "press", Phase: phase,
		Shards: stage.ShardRange{A: task, B: task, Of: of}, Scratch: t.TempDir(), Cache: t.TempDir()})
	return err
}

func TestTwoPhasesMakeTheRunOfOneProcess(t *testing.T) {
	whole := t.TempDir()
	if _, err := Run(t.Context(), pressFile(t), Options{Data: whole, Base: whole, Schema: 1}); err != nil {
		t.Fatal(err)
	}
	want := results(t, whole)
	for _, reduces := range []int{0, 1, 2} {
		data := t.TempDir()
		opt := Options{Data: data, Base: data, Schema: 1}
		var missing *MissingShards
		for task := range 4 {
			if err := pressTask(t, data, 2, 0, 1); !errors.As(err, &missing) || missing.Phase != 1 {
				t.Fatalf("phase 2 before phase 1: error %v", err)
			}
			if err := Commit(t.Context(), pressFile(t), "press", opt); !errors.As(err, &missing) || missing.Phase != 1 || missing.Stage != "press" {
				t.Fatalf("commit before phase 1: error %v", err)
			}
			if err := pressTask(t, data, 1, task, 4); err != nil {
				t.Fatal(err)
			}
		}
		for task := range reduces {
			if err := pressTask(t, data, 2, task, reduces); err != nil {
				t.Fatal(err)
			}
		}
		if err := Commit(t.Context(), pressFile(t), "press", opt); err != nil {
			t.Fatal(err)
		}
		sameTree(t, results(t, data), want)
	}
}

func TestTaskThatFailsIsNamedAndCanBeDoneAgain(t *testing.T) {
	data := t.TempDir()
	for task := range 5 {
		err := pressTask(t, data, 1, task, 5, "press.spoilt=7")
		if (err != nil) != (task == 3) {
			t.Fatalf("task %d: error %v", task, err)
		}
	}
	err := Commit(t.Context(), pressFile(t, "press.spoilt=7"), "press", Options{Data: data, Base: data, Schema: 1})
	var missing *MissingShards
	if !errors.As(err, &missing) || !slices.Equal(missing.Shards, []int{6, 7}) {
		t.Fatalf("error %v, want missing shards 6 and 7", err)
	}
	for _, want := range []string{"2 shards of phase 1 are not done: 6 7", "task 3/5 failed on ", "shard 7: it is spoilt", "--only press --shards 3/5"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	words, err := Tasks(RunDir(data, "demo"), "press")
	if err != nil || len(words) != 5 {
		t.Fatalf("%d words, %v", len(words), err)
	}
	for i, w := range words {
		if w.Done() != (i != 3) || w.First != i || w.Of != 5 || w.Phase != 1 || w.Host == "" || w.CPUSeconds < 0 || w.PeakBytes < 1<<20 {
			t.Errorf("%+v", w)
		}
	}
}

func TestPartsThatAreGoneMakeEveryTaskLookAgain(t *testing.T) {
	data := t.TempDir()
	for task := range 2 {
		if err := pressTask(t, data, 1, task, 2); err != nil {
			t.Fatal(err)
		}
	}
	dir := RunDir(data, "demo")
	if err := os.Remove(filepath.Join(dir, "partial", "press", "00004")); err != nil {
		t.Fatal(err)
	}
	opt := Options{Data: data, Base: data, Schema: 1}
	err := Commit(t.Context(), pressFile(t), "press", opt)
	if err == nil || !strings.Contains(err.Error(), "1 shards of phase 1 are not done: 4\n  every task says it is done") {
		t.Errorf("error %v", err)
	}
	if words, err := Tasks(dir, "press"); err != nil || len(words) > 0 {
		t.Errorf("%d words are left, %v", len(words), err)
	}
	if err := pressTask(t, data, 1, 0, 2); err != nil {
		t.Fatal(err)
	}
	if err := Commit(t.Context(), pressFile(t), "press", opt); err != nil {
		t.Error(err)
	}
}

func TestTasksTakeNoLockAndWriteNoManifest(t *testing.T) {
	data := t.TempDir()
	if err := pressTask(t, data, 1, 0, 1); err != nil {
		t.Fatal(err)
	}
	for name := range tree(t, RunDir(data, "demo")) {
		if name == lockName || name == "manifest.json" || name == "config.resolved.yaml" {
			t.Errorf("a task has written %s", name)
		}
	}
	if err := pressTask(t, data, 2, 0, 1); err != nil {
		t.Fatal(err)
	}
}

func TestWholeRunBehindTasksLeavesNothingOfThem(t *testing.T) {
	data := t.TempDir()
	if err := pressTask(t, data, 1, 0, 2); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), pressFile(t), Options{Data: data, Base: data, Schema: 1}); err != nil {
		t.Fatal(err)
	}
	for name := range results(t, data) {
		if strings.HasPrefix(name, "partial/") || strings.HasPrefix(name, "state/press.map") {
			t.Errorf("left behind: %s", name)
		}
	}
}

func TestPhasesThatDoNotExist(t *testing.T) {
	data := t.TempDir()
	for _, opt := range []Options{
		{Only: "press", Phase: 1},
		{Only: "press", Phase: 3, Shards: stage.ShardRange{Of: 1}},
		{Only: "press", Phase: -1, Shards: stage.ShardRange{Of: 1}},
	} {
		opt.Data, opt.Base = data, data
		var usage *UsageError
		if _, err := Run(t.Context(), pressFile(t), opt); !errors.As(err, &usage) {
			t.Errorf("%+v: error %v", opt.Phase, err)
		}
	}
}

func TestJobTakesOverItsOwnLock(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, lockName), []byte(`{"pid":7,"host":"elsewhere.example","job":"4711"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var busy *BusyError
	for _, job := range []string{"", "4712"} {
		if _, _, err := Acquire(dir, job); !errors.As(err, &busy) || !busy.Foreign {
			t.Errorf("job %q: error %v", job, err)
		}
	}
	l, stale, err := Acquire(dir, "4711")
	if err != nil || stale == nil || stale.Host != "elsewhere.example" {
		t.Fatalf("stale %+v, error %v", stale, err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
}

func TestTaskNoticesAnInputOfAnotherSize(t *testing.T) {
	data := t.TempDir()
	if _, err := execute(t, data, Options{Only: "rot"}); err != nil {
		t.Fatal(err)
	}
	if _, err := execute(t, data, Options{Only: "sow"}); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(RunDir(data, "demo"), "tables", "seeds", "part-00002.parquet")
	f, err := os.OpenFile(part, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, "x"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = execute(t, data, Options{Only: "grow", Shards: stage.ShardRange{Of: 1}})
	if err == nil || !strings.Contains(err.Error(), "part-00002.parquet") {
		t.Errorf("error %v", err)
	}
}
