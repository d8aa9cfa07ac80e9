package positions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/pgn"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// sharedRun does the stage by tasks in two phases and closes it.
func (r runFolder) sharedRun(t *testing.T, s *Stage, maps, reduces int, memory int64) result {
	t.Helper()
	job := func() *stage.Job {
		return &stage.Job{Stage: "positions", Dir: r.dir, Workers: 2, Memory: memory, Fingerprint: fmt.Sprintf("%+v", *s),
			Scratch: t.TempDir(), Inputs: map[stage.TableID][]stage.File{rows.Blocks: r.blocks},
			Log: slog.New(slog.DiscardHandler), Progress: silent{}}
	}
	for phase, tasks := range []int{maps, reduces} {
		for task := tasks - 1; task >= 0; task-- { // in any order
			j := job()
			j.Shards, j.Phase = stage.ShardRange{A: task, B: task, Of: tasks}, phase+1
			if _, err := run.Step(context.Background(), s, j); err != nil {
				t.Fatalf("phase %d task %d/%d: %v", j.Phase, task, tasks, err)
			}
		}
	}
	j := job()
	run.Attach(j, run.Seams{Closing: true})
	res, err := run.Step(context.Background(), s, j)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Tidy(j); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(r.dir, "partial")); !os.IsNotExist(err) {
		t.Errorf("intermediate files are left: %v", err)
	}
	return result{"", res.Counts, res.Files[rows.Positions], res.Files[rows.PositionMoves]}
}

func TestTasksMakeTheBytesOfOneProcess(t *testing.T) {
	same := randomGames(3, 40, 30)
	dir := written(t, map[string]string{"a.pgn": randomGames(1, 200, 60), "b.pgn": same, "c.pgn": same})
	for _, s := range []*Stage{New(), {MaxPlies: 0, Count: oncePerGame, Moves: false, MinGames: 2, Starts: anyStart, Duplicates: countDuplicates}} {
		want := newRun(t, dir, 2000).execute(t, s, 2, 0)
		if want.counts.Extra["duplicates"] == 0 || want.counts.Extra["positions"] < 100 {
			t.Fatalf("the input proves nothing: %+v", want.counts)
		}
		for _, tasks := range [][2]int{{1, 0}, {5, 1}, {16, 3}, {300, 0}} {
			for _, memory := range []int64{0, 1}[:1+tasks[1]%2] { // the least memory spills runs
				got := newRun(t, dir, 2000).sharedRun(t, s, tasks[0], tasks[1], memory)
				if got.digests() != want.digests() {
					t.Errorf("%v tasks, memory %d:\n%s\nwant\n%s", tasks, memory, got.digests(), want.digests())
				}
				if fmt.Sprint(got.counts) != fmt.Sprint(want.counts) {
					t.Errorf("%v tasks: counts %+v, want %+v", tasks, got.counts, want.counts)
				}
			}
		}
	}
}

func TestDropOfDuplicatesCannotBeShared(t *testing.T) {
	s := New()
	s.Duplicates = dropDuplicates
	r := newRun(t, written(t, map[string]string{"a.pgn": randomGames(1, 20, 20)}), 2000)
	job := &stage.Job{Stage: "positions", Dir: r.dir, Shards: stage.ShardRange{Of: 1}, Inputs: map[stage.TableID][]stage.File{rows.Blocks: r.blocks},
		Log: slog.New(slog.DiscardHandler), Progress: silent{}}
	var usage *run.UsageError
	if _, err := run.Step(context.Background(), s, job); s.Phases() != 0 || !errors.As(err, &usage) {
		t.Errorf("error %v", err)
	}
}

func TestPartialTableReadsBackAndNoticesDamage(t *testing.T) {
	dir := t.TempDir()
	table := NewTable(dir, 0)
	c := newCounter(New().rules(), table, new(gameHashes))
	block, err := pgn.NewSplitter(strings.NewReader(randomGames(5, 50, 40)), "a.pgn", pgn.Sizes{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.block(block, new(run.Out)), c.feed.flushAll()); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w := &partialWriter{to: &file}
	for i, part := range table.parts {
		part.With(func(p *partition) { err = w.partition(p.merged(), []uint64{uint64(i), 7}) })
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.finish(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "partial")
	write := func(data []byte) stage.File {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return stage.File{Path: path, Name: "partial", Bytes: int64(len(data))}
	}
	tables, err := openPartials([]stage.File{write(file.Bytes())})
	if err != nil {
		t.Fatal(err)
	}
	for i := range partitions {
		got, err := tables[0].partition(i)
		if err != nil || !slices.Equal(got.games, []uint64{uint64(i), 7}) {
			t.Fatalf("partition %d: games %v, %v", i, got.games, err)
		}
	}
	if err := closePartials(tables); err != nil {
		t.Fatal(err)
	}
	for at := 0; at < file.Len(); at += 101 {
		damaged := slices.Clone(file.Bytes())
		damaged[at] ^= 4
		if !noticed(write(damaged)) {
			t.Errorf("a flipped bit at byte %d is not noticed", at)
		}
	}
	if !noticed(write(file.Bytes()[:file.Len()-1])) {
		t.Error("a missing byte is not noticed")
	}
}

// noticed reports that a partial table cannot be read to its end.
func noticed(f stage.File) bool {
	tables, err := openPartials([]stage.File{f})
	if err != nil {
		return true
	}
	defer closePartials(tables)
	for i := range partitions {
		share, err := tables[0].partition(i)
		if err != nil {
			return true
		}
		for _, err := range mergeCursors([]*cursor{share.positions}) {
			if err != nil {
				return true
			}
		}
	}
	return false
}

// FuzzShare: no bytes make the reader of partial tables panic, go on without end or find more than there is.
func FuzzShare(f *testing.F) {
	f.Add([]byte{0, 0})
	f.Add([]byte{1, 1, 2, 3, 4, 5, 6, 7, 8, 1, 5})
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := decodeShare(data)
		if err != nil {
			return
		}
		n := 0
		for _, err := range mergeCursors([]*cursor{s.positions}) {
			if err != nil {
				return
			}
			n++
		}
		if 34*n+8*len(s.games) > len(data) {
			t.Errorf("%d positions and %d games out of %d bytes", n, len(s.games), len(data))
		}
	})
}
