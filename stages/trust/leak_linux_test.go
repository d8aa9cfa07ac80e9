package trust

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"plyquet/pipeline/command"
	"plyquet/pipeline/run"
	"plyquet/stages"
	"plyquet/stages/rows"
)

// TestNothingIsLeft runs the chain in this process, to its end and cancelled, and counts goroutines, descriptors and files; and
// kills it in another, and counts processes: an engine must not outlive the plyquet that started it.
func TestNothingIsLeft(t *testing.T) {
	c := newChain(t)
	temporary := filepath.Join(t.TempDir(), "tmp")
	t.Setenv("TMPDIR", mkdir(t, temporary))
	c.inProcess(t, nil, command.ExitDone) // what is made once and stays: caches of libraries, the poller's descriptors
	before := descriptors(t)
	ignore := goleak.IgnoreCurrent()
	hooks := map[string]func(run.Point){"to the end": nil, "interrupted": blow("term@before-record"), "at once": blow("twice@before-rename")}
	for name, hook := range hooks {
		again := newChain(t)
		code := command.ExitInterrupted
		if hook == nil {
			code = command.ExitDone
		}
		again.inProcess(t, hook, code)
		if err := goleak.Find(ignore); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if after := descriptors(t); !slices.Equal(after, before) {
			t.Errorf("%s: descriptors\n%s, before\n%s", name, strings.Join(after, "\n"), strings.Join(before, "\n"))
		}
	}
	killed := newChain(t)
	mark := "mark=" + strings.ReplaceAll(killed.data, "/", "~") // no other process has it, and the engine does not mind
	killed.traits = []string{mark}
	killed.do(t, "kill@before-rename", "run")
	for range 3 {
		cmd := killed.command(t, "kill@after-record", "run", "--to", "evaluate")
		wait(t, cmd)
	}
	if left := children(t, mark); len(left) > 0 {
		t.Errorf("processes left: %v", left)
	}
	entries, err := os.ReadDir(temporary)
	if err != nil || len(entries) > 0 {
		t.Errorf("temporary files left: %v %v", entries, err)
	}
}

// inProcess runs the chain in the process of the test.
func (c chain) inProcess(t *testing.T, hook func(run.Point), code int) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	program := command.Program{Registry: stages.All, Schema: rows.SchemaVersion, Version: "trust", Hook: hook}
	args := c.command(t, "", "run").Args[3:] // without the binary and what makes it plyquet
	if got := program.Main(t.Context(), args, out, out); got != code {
		text, _ := os.ReadFile(out.Name())
		t.Fatalf("exit code %d, want %d\n%s", got, code, text)
	}
}

// descriptors are the open files of this process, by what they lead to.
func descriptors(t *testing.T) (list []string) {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		target, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err != nil || strings.HasPrefix(target, "/proc/") {
			continue // the one that lists them
		}
		kind, _, _ := strings.Cut(target, ":[") // pipes and the like by kind: their numbers say nothing
		list = append(list, kind)
	}
	slices.Sort(list)
	return list
}

// children are the processes whose command line holds a mark.
func children(t *testing.T, mark string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil {
			continue
		}
		line, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		if err == nil && bytes.Contains(line, []byte(mark)) {
			list = append(list, fmt.Sprintf("%s %q", e.Name(), line))
		}
	}
	return list
}
