package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("any"), 1},
		{config.Errors{{Problem: "x"}}, 2},
		{&run.UsageError{Text: "x"}, 2},
		{fmt.Errorf("%w: ingest", run.ErrRejectLimit), 3},
		{needsWork{}, 10},
		{fmt.Errorf("grade: %w", run.ErrInterrupted), 130},
		{fmt.Errorf("grade: %w", run.ErrKilled), 130},
		{fmt.Errorf("grade: %w", context.Canceled), 130},
		{errors.Join(errors.New("rot failed"), run.ErrInterrupted), 130},
	} {
		if got := ExitCode(c.err); got != c.want {
			t.Errorf("%v: exit code %d, want %d", c.err, got, c.want)
		}
	}
}

func TestExplainSaysWhatToDo(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "/data/x", Err: syscall.ENOSPC}
	denied := &fs.PathError{Op: "mkdir", Path: "/data", Err: syscall.EACCES}
	for err, want := range map[error]string{
		fmt.Errorf("ingest: %w", full): "the disk is full: ingest: write /data/x: no space left on device\nFinished parts are kept: free some space and run again.",
		denied:                         "no permission: mkdir /data: permission denied\nMake /data writable, or choose another folder with --data.",
		&fs.PathError{Op: "open", Path: "/ro", Err: syscall.EROFS}: "the file system is read-only: open /ro: read-only file system\nMake /ro writable, or choose another folder with --data.",
	} {
		if got := Explain(err); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestTextFromFilesIsHarmlessOnATerminal(t *testing.T) {
	got := Explain(errors.New("a\x1b[31mred\u202Eevil\x00\nline two"))
	if want := "a?[31mred?evil?\nline two"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMessagesAreAsLongAsAnybodyReads(t *testing.T) {
	got := Explain(fmt.Errorf("open %s: no such file", strings.Repeat("é", 1<<20)))
	if len(got) > 5000 || !utf8.ValidString(got) || !strings.HasPrefix(got, "open éé") || !strings.HasSuffix(got, "éé: no such file") {
		t.Errorf("%d bytes", len(got))
	}
	if got := Explain(errors.New(strings.Repeat("line\n", 100_000))); len(got) > 5000 || !strings.HasSuffix(got, "lines more") {
		t.Errorf("%d bytes", len(got))
	}
}

func TestTextFromOutsideStaysInItsLine(t *testing.T) {
	if got := OneLine("Fish\n\x1b[2J\tend"); got != "Fish??[2J?end" {
		t.Errorf("%q", got)
	}
	if got := OneLine(strings.Repeat("é", 1<<20)); len(got) > 600 || !utf8.ValidString(got) {
		t.Errorf("%d bytes", len(got))
	}
}

func TestFunnelAddsUpOnPaper(t *testing.T) {
	got := Funnel(stage.Counts{
		Unit: "games", Seen: 13745, Kept: 13700,
		Filtered: map[string]int64{"too_short": 30, "bot": 10}, Rejected: map[string]int64{"illegal_move": 5},
		Warned: map[string]int64{"truncated": 2}, Extra: map[string]int64{"plies": 1097590},
	})
	want := "13,745 games = 13,700 kept + 40 filtered (bot 10, too_short 30) + 5 rejected (illegal_move 5); " +
		"kept with a fault: truncated 2; plies 1,097,590"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := Funnel(stage.Counts{Extra: map[string]int64{"nodes": 5}}); got != "nodes 5" {
		t.Errorf("%q", got)
	}
	if got := Funnel(stage.Counts{Unit: "pages", Seen: 1, Kept: 1}); got != "1 page = 1 kept" {
		t.Errorf("%q", got)
	}
	if got := Funnel(stage.Counts{}); got != "" {
		t.Errorf("%q", got)
	}
}

func TestNumbersForPeople(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567", 100000: "100,000"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 3_140_000: "3.1 MB", 999_960: "1.0 MB", 128e9: "128 GB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	for s, want := range map[float64]string{0.04: "0.0 s", 59.9: "59.9 s", 3723: "1h2m3s"} {
		if got := seconds(s); got != want {
			t.Errorf("%g: %s, want %s", s, got, want)
		}
	}
}

func TestSQLQuotesFolders(t *testing.T) {
	if got := quote("it's"); got != "'it''s'" {
		t.Error(got)
	}
	var out strings.Builder
	e := &Env{Stdout: &out}
	e.showViews(manifestOf(t, "/a[1]/tables/games", 2))
	want := "CREATE OR REPLACE VIEW games AS SELECT * FROM read_parquet(['/a[1]/tables/games/part-0.parquet', '/a[1]/tables/games/part-1.parquet']);\n"
	if out.String() != want {
		t.Errorf("got %s", out.String())
	}
}

func manifestOf(t *testing.T, folder string, parts int) *manifest.Manifest {
	t.Helper()
	var files []stage.File
	for i := range parts {
		name := fmt.Sprintf("part-%d.parquet", i)
		files = append(files, stage.File{Path: folder + "/" + name, Name: "tables/games/" + name})
	}
	return &manifest.Manifest{Steps: map[string]*manifest.Step{
		"ingest": {Result: manifest.Result{Files: map[stage.TableID][]stage.File{"games": files}}},
	}}
}
