package fetch_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
	"plyquet/pipeline/stage"
	"plyquet/stages/fetch"
)

// plyquet runs the command line in the working directory with this stage alone and returns its exit code and output.
func plyquet(t *testing.T, args ...string) (code int, output string) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	program := command.Program{
		Registry: []func() stage.Stage{func() stage.Stage { return fetch.New() }},
		Commands: []func(*command.Env) *cobra.Command{fetch.Command},
	}
	code = program.Main(context.Background(), args, out, out)
	data, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return code, string(data)
}

func TestLockFromTheCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.pgn", "[Event \"Club\"]\n\n1. e4 e5 1-0\n")
	write("run.yaml", "run: locked\nfetch: {source: local, paths: [a.pgn], lock: a.lock}\n")

	if code, out := plyquet(t, "run", "run.yaml"); code == 0 || !strings.Contains(out, "fetch --lock") {
		t.Errorf("without its lock file: exit %d\n%s", code, out)
	}
	if code, out := plyquet(t, "fetch", "run.yaml", "--lock", "a.lock"); code != 0 || !strings.Contains(out, "wrote a.lock") {
		t.Fatalf("exit %d\n%s", code, out)
	}
	if code, out := plyquet(t, "run", "run.yaml"); code != 0 {
		t.Errorf("with its lock file: exit %d\n%s", code, out)
	}
	write("a.pgn", "[Event \"Club\"]\n\n1. d4 d5 1-0\n")
	if code, out := plyquet(t, "run", "run.yaml"); code != 1 || !strings.Contains(out, "has changed") {
		t.Errorf("changed content: exit %d\n%s", code, out)
	}
	if code, out := plyquet(t, "fetch", "run.yaml", "--lock", "a.lock"); code != 0 {
		t.Errorf("a new lock: exit %d\n%s", code, out)
	}
	if code, out := plyquet(t, "run", "run.yaml"); code != 0 {
		t.Errorf("after the new lock: exit %d\n%s", code, out)
	}
}

func TestOneFailedArchiveShowsInTheExitCode(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := range 30 { // 1 of 31 is below limits.max_reject_rate
		name := "good" + string(rune('a'+i%26)) + strings.Repeat("x", i/26) + ".pgn"
		if err := os.WriteFile(name, []byte("[Event \"Club\"]\n\n1. e4 e5 1-0\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("bad.pgn", []byte("<html>"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out := plyquet(t, "run", "--set", "fetch.paths=[\"*.pgn\"]")
	if code != command.ExitRejects || !strings.Contains(out, "not_an_archive") {
		t.Errorf("exit %d\n%s", code, out)
	}
}
