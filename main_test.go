package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts call this test binary as plyquet.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"plyquet": main, "damage": damage})
}

// damage flips one bit in the middle of each file it is given.
func damage() {
	for _, name := range os.Args[1:] {
		data, err := os.ReadFile(name)
		if err == nil {
			data[len(data)/2] ^= 1
			err = os.WriteFile(name, data, 0o644)
		}
		if err != nil {
			panic(err)
		}
	}
}

// TestScripts runs the command line end to end: testdata/script/*.txtar. In a script `exits N` checks the exit code of
// the plyquet command that follows it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("STOCKFISH", os.Getenv("STOCKFISH"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

// exits runs `exits CODE plyquet ARGS...` and compares the exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGS...")
	}
	err := ts.Exec(args[1], args[2:]...)
	if got := exitCode(err); got != args[0] {
		ts.Fatalf("exit code %s, want %s (%v)", got, args[0], err)
	}
}

func exitCode(err error) string {
	if err == nil {
		return "0"
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err.Error()
	}
	return strconv.Itoa(exit.ExitCode())
}
