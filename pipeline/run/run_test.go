package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type number64 struct {
	N int64 `col:"n"`
}

// squares is a stage in small: shard i writes the rows i*100 .. i*100+9, keeps 8, filters 1 and rejects 1.
type squares struct {
	shards int
	each   func(ctx context.Context, i int, out *Out) error
	opened *atomic.Int32
	closed *atomic.Int32
}

func (squares) Name() string                        { return "squares" }
func (squares) Version() int                        { return 1 }
func (squares) Validate() error                     { return nil }
func (squares) Unit() string                        { return "numbers" }
func (squares) IO() (reads, writes []stage.TableID) { return nil, []stage.TableID{"numbers"} }

type closer struct{ n *atomic.Int32 }

func (c closer) Close() error {
	if c.n != nil {
		c.n.Add(1)
	}
	return nil
}

func (s squares) Run(ctx context.Context, job *stage.Job) error {
	return Each(ctx, job, upTo(s.shards), func() (closer, error) {
		if s.opened != nil {
			s.opened.Add(1)
		}
		return closer{s.closed}, nil
	}, func(ctx context.Context, _ closer, i int, out *Out) error {
		if s.each != nil {
			if err := s.each(ctx, i, out); err != nil {
				return err
			}
		}
		return writeNumbers(i, out)
	})
}

func writeNumbers(i int, out *Out) error {
	w, err := table.Create[number64](out.Staging, "numbers")
	if err != nil {
		return err
	}
	for n := range 10 {
		if err := w.Write(number64{int64(i*100 + n)}); err != nil {
			return err
		}
	}
	out.Seen(10)
	out.Keep(8)
	out.Filter("odd", 1)
	out.Fault(stage.Reject{Source: "s.txt", Offset: int64(i), Game: -1, Reason: "cursed", Context: "a\xffb"})
	out.Warn(stage.Reject{Source: "s.txt", Offset: int64(i), Game: 7, Ply: 3, Reason: "bent"})
	return nil
}

func newJob(dir string, workers int) *stage.Job {
	return &stage.Job{
		Stage: "squares", Dir: dir, Workers: workers, Fingerprint: "f1",
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: silent{},
	}
}

type silent struct{}

func (silent) Start(int64, string) {}
func (silent) Add(int64)           {}
func (silent) Note(string)         {}

// tree is every file below dir, by name.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameTree(t *testing.T, got, want map[string]string) {
	t.Helper()
	if !slices.Equal(slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want))) {
		t.Fatalf("files %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs", name)
		}
	}
}

func runSquares(t *testing.T, s squares, job *stage.Job) Result {
	t.Helper()
	res, err := Step(t.Context(), s, job)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestSameFilesForAnyNumberOfWorkers(t *testing.T) {
	want := ""
	var first map[string]string
	for _, workers := range []int{0, 1, 2, 3, 8, 100} {
		dir := t.TempDir()
		res := runSquares(t, squares{shards: 40}, newJob(dir, workers))
		if got := fmt.Sprint(res.Counts); want == "" {
			want, first = got, tree(t, dir)
		} else if got != want {
			t.Errorf("workers %d: counts %s, want %s", workers, got, want)
		}
		sameTree(t, tree(t, dir), first)
	}
	if len(first) != 40+40+1 {
		t.Errorf("%d files, want 40 parts, 40 records and the rejects", len(first))
	}
}

func TestCountsAndRejectsOfAllShards(t *testing.T) {
	dir := t.TempDir()
	res := runSquares(t, squares{shards: 3}, newJob(dir, 2))
	want := stage.Counts{
		Unit: "numbers", Seen: 30, Kept: 24, Filtered: map[string]int64{"odd": 3},
		Rejected: map[string]int64{"cursed": 3}, Warned: map[string]int64{"bent": 3},
	}
	if fmt.Sprint(res.Counts) != fmt.Sprint(want) {
		t.Errorf("counts %+v, want %+v", res.Counts, want)
	}
	var rows []string
	for r, err := range table.Read[rejectRow](res.Files[Rejects]) {
		if err != nil {
			t.Fatal(err)
		}
		offset, _ := r.Offset.Get()
		_, game := r.Game.Get()
		_, ply := r.Ply.Get()
		rows = append(rows, fmt.Sprintf("%d %s kept=%t game=%t ply=%t %s", offset, r.Reason, r.Kept, game, ply, r.Context.Or("-")))
	}
	wantRows := []string{
		"0 cursed kept=false game=false ply=false a\uFFFDb", "0 bent kept=true game=true ply=true -",
		"1 cursed kept=false game=false ply=false a\uFFFDb", "1 bent kept=true game=true ply=true -",
		"2 cursed kept=false game=false ply=false a\uFFFDb", "2 bent kept=true game=true ply=true -",
	}
	if !slices.Equal(rows, wantRows) {
		t.Errorf("rejects\n%q, want\n%q", rows, wantRows)
	}
}

func TestFunnelThatDoesNotAddUpIsAnError(t *testing.T) {
	s := squares{shards: 2, each: func(_ context.Context, i int, out *Out) error { out.Seen(1); return nil }}
	_, err := Step(t.Context(), s, newJob(t.TempDir(), 0))
	if err == nil || !strings.Contains(err.Error(), "22 seen, but 16 kept + 2 filtered + 2 rejected = 20") {
		t.Errorf("error %v", err)
	}
}

// TestPartsAreCommittedInShardOrder makes the first shard finish last.
func TestPartsAreCommittedInShardOrder(t *testing.T) {
	dir := t.TempDir()
	job := newJob(dir, 4)
	led := ledgerOf(job)
	records := 0
	led.hook = func(p Point) {
		if p != AfterRecord {
			return
		}
		if _, err := os.Stat(recordPath(dir, "squares", records)); err != nil {
			t.Errorf("record %d is not the next one: %v", records, err)
		}
		records++
	}
	others := make(chan struct{}, 20)
	s := squares{shards: 20, each: func(_ context.Context, i int, _ *Out) error {
		if i > 0 {
			others <- struct{}{}
			return nil
		}
		for range 8 {
			<-others
		}
		return nil
	}}
	runSquares(t, s, job)
	if records != 20 {
		t.Errorf("%d records, want 20", records)
	}
}

func TestResumeDoesOnlyWhatIsMissing(t *testing.T) {
	for _, workers := range []int{0, 3} {
		undisturbed := t.TempDir()
		runSquares(t, squares{shards: 12}, newJob(undisturbed, workers))

		dir := t.TempDir()
		boom := errors.New("engine on fire")
		_, err := Step(t.Context(), squares{shards: 12, each: func(_ context.Context, i int, _ *Out) error {
			if i == 7 {
				return boom
			}
			return nil
		}}, newJob(dir, workers))
		if !errors.Is(err, boom) || !strings.Contains(err.Error(), "shard 7") {
			t.Fatalf("error %v, want one that names shard 7", err)
		}
		committed, err := recordPaths(dir, "squares")
		if err != nil {
			t.Fatal(err)
		}
		var done atomic.Int32
		runSquares(t, squares{shards: 12, each: func(context.Context, int, *Out) error { done.Add(1); return nil }}, newJob(dir, workers))
		if int(done.Load()) != 12-len(committed) {
			t.Errorf("workers %d: %d shards done again, want %d", workers, done.Load(), 12-len(committed))
		}
		sameTree(t, tree(t, dir), tree(t, undisturbed))
	}
}

func TestChangedPartIsMadeAgain(t *testing.T) {
	dir := t.TempDir()
	runSquares(t, squares{shards: 3}, newJob(dir, 0))
	want := tree(t, dir)
	if err := os.Remove(filepath.Join(dir, "tables/numbers/part-00001.parquet")); err != nil {
		t.Fatal(err)
	}
	var again []int
	runSquares(t, squares{shards: 3, each: func(_ context.Context, i int, _ *Out) error { again = append(again, i); return nil }}, newJob(dir, 0))
	if !slices.Equal(again, []int{1}) {
		t.Errorf("shards %v done again, want 1", again)
	}
	sameTree(t, tree(t, dir), want)
}

func TestOtherFingerprintReplacesEverything(t *testing.T) {
	dir := t.TempDir()
	runSquares(t, squares{shards: 5}, newJob(dir, 2))
	job := newJob(dir, 2)
	job.Fingerprint = "f2"
	runSquares(t, squares{shards: 3}, job)

	fresh := t.TempDir()
	job = newJob(fresh, 2)
	job.Fingerprint = "f2"
	runSquares(t, squares{shards: 3}, job)
	sameTree(t, tree(t, dir), tree(t, fresh))
}

// TestSameRowsSameContent: the fingerprint is in the file, so the bytes differ; what follows looks at the content.
func TestSameRowsSameContent(t *testing.T) {
	job := newJob(t.TempDir(), 0)
	a := runSquares(t, squares{shards: 1}, job).Files["numbers"][0]
	job = newJob(t.TempDir(), 0)
	job.Fingerprint = "f2"
	b := runSquares(t, squares{shards: 1}, job).Files["numbers"][0]
	if a.SHA256 == b.SHA256 {
		t.Error("the fingerprint is not in the file")
	}
	if a.Content == "" || a.Content != b.Content {
		t.Errorf("content %q and %q", a.Content, b.Content)
	}
	job = newJob(t.TempDir(), 0)
	c := runSquares(t, squares{shards: 2}, job).Files["numbers"][1]
	if a.Content == c.Content {
		t.Error("different rows have the same content digest")
	}
}

func TestPanicNamesTheShard(t *testing.T) {
	for _, workers := range []int{0, 2} {
		_, err := Step(t.Context(), squares{shards: 4, each: func(_ context.Context, i int, _ *Out) error {
			if i == 2 {
				panic("no such square")
			}
			return nil
		}}, newJob(t.TempDir(), workers))
		var p *PanicError
		if !errors.As(err, &p) || !strings.Contains(err.Error(), "shard 2: panic: no such square") {
			t.Errorf("workers %d: error %v", workers, err)
		}
	}
}

func TestFailureLeavesNoTemporaryFile(t *testing.T) {
	dir := t.TempDir()
	s := squares{shards: 8, each: func(_ context.Context, i int, out *Out) error {
		if _, err := table.Create[number64](out.Staging, "scratch"); err != nil {
			return err
		}
		if i == 3 {
			return errors.New("no")
		}
		return nil
	}}
	if _, err := Step(t.Context(), s, newJob(dir, 3)); err == nil {
		t.Fatal("no error")
	}
	for name := range tree(t, dir) {
		if strings.HasPrefix(name, "tmp") {
			t.Errorf("left behind: %s", name)
		}
	}
}

func TestWorkersAreBuiltOnceAndClosed(t *testing.T) {
	for _, workers := range []int{0, 1, 3} {
		var opened, closed atomic.Int32
		runSquares(t, squares{shards: 30, opened: &opened, closed: &closed}, newJob(t.TempDir(), workers))
		if n := opened.Load(); n > int32(max(workers, 1)) || n != closed.Load() {
			t.Errorf("workers %d: %d built, %d closed", workers, n, closed.Load())
		}
	}
}

func TestStopFinishesThePartsInFlight(t *testing.T) {
	for _, workers := range []int{0, 2} {
		dir := t.TempDir()
		job := newJob(dir, workers)
		var started atomic.Int32
		ledgerOf(job).stop = func() bool { return started.Load() >= 5 }
		_, err := Step(t.Context(), squares{shards: 20, each: func(context.Context, int, *Out) error { started.Add(1); return nil }}, job)
		if !errors.Is(err, ErrInterrupted) {
			t.Fatalf("error %v, want %v", err, ErrInterrupted)
		}
		records, err := recordPaths(dir, "squares")
		if err != nil || len(records) != int(started.Load()) {
			t.Errorf("workers %d: %d shards started, %d committed (%v)", workers, started.Load(), len(records), err)
		}
	}
}

func TestCancelStopsAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := squares{shards: 20, each: func(ctx context.Context, i int, _ *Out) error {
		if i == 3 {
			cancel()
		}
		return ctx.Err()
	}}
	if _, err := Step(ctx, s, newJob(t.TempDir(), 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestShardRangesTogetherMakeTheWhole(t *testing.T) {
	whole := t.TempDir()
	runSquares(t, squares{shards: 10}, newJob(whole, 0))
	dir := t.TempDir()
	for a := range 3 {
		job := newJob(dir, 2)
		job.Shards = stage.ShardRange{A: a, B: a, Of: 3}
		if a == 1 {
			continue
		}
		runSquares(t, squares{shards: 10}, job)
	}
	collect := func() error {
		job := newJob(dir, 0)
		ledgerOf(job).closing = true
		_, err := Step(t.Context(), squares{shards: 10}, job)
		return err
	}
	var missing *MissingShards
	if err := collect(); !errors.As(err, &missing) || !slices.Equal(missing.Shards, []int{3, 4, 5}) {
		t.Fatalf("error %v, want missing shards 3 4 5", err)
	}
	job := newJob(dir, 2)
	job.Shards = stage.ShardRange{A: 1, B: 1, Of: 3}
	runSquares(t, squares{shards: 10}, job)
	if err := collect(); err != nil {
		t.Fatal(err)
	}
	sameTree(t, tree(t, dir), tree(t, whole))
}

func TestFoldGivesEveryShardToOneAccumulator(t *testing.T) {
	for _, workers := range []int{0, 1, 4} {
		job := newJob(t.TempDir(), workers)
		accs, err := Fold(t.Context(), job, upTo(100), func() (*int, error) { return new(int), nil },
			func(_ context.Context, acc *int, shard int, out *Out) error {
				out.Seen(1)
				out.Keep(1)
				*acc += shard
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, a := range accs {
			sum += *a
		}
		if sum != 4950 || len(accs) > max(workers, 1) {
			t.Errorf("workers %d: sum %d over %d accumulators", workers, sum, len(accs))
		}
		res, err := ledgerOf(job).result(squares{})
		if err != nil || res.Counts.Seen != 100 {
			t.Errorf("counts %+v, %v", res.Counts, err)
		}
	}
}

func TestLockedSharesAValue(t *testing.T) {
	sum := NewLocked(0)
	err := Each(t.Context(), newJob(t.TempDir(), 8), upTo(200), func() (int, error) { return 0, nil },
		func(context.Context, int, int, *Out) error {
			sum.With(func(v *int) { *v++ })
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	sum.With(func(v *int) {
		if *v != 200 {
			t.Errorf("sum %d, want 200", *v)
		}
	})
}
