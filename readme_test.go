package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plyquet/reports"
	"plyquet/stages/stagetest"
)

// fence is a fenced block of the README.
type fence struct{ language, text string }

func readmeFences(t *testing.T) []fence {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []fence
	for _, m := range regexp.MustCompile("(?ms)^```(\\w*)\\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		all = append(all, fence{m[1], m[2]})
	}
	if len(all) == 0 {
		t.Fatal("no fenced block in README.md")
	}
	return all
}

// commandsOf lists what a console block types: the lines that begin with "$ ".
func commandsOf(f fence) (typed []string) {
	for line := range strings.Lines(f.text) {
		if c, ok := strings.CutPrefix(line, "$ "); ok {
			c, _, _ = strings.Cut(c, "  #")
			typed = append(typed, strings.TrimSpace(c))
		}
	}
	return typed
}

// TestREADMECommandsRun runs every plyquet command of the README, in order, in a folder with the shipped configs and a
// small input; of make commands it checks that the target is there.
func TestREADMECommandsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program and runs whole pipelines")
	}
	dir := t.TempDir()
	build(t, filepath.Join(dir, "plyquet"))
	if err := os.CopyFS(filepath.Join(dir, "configs"), os.DirFS("configs")); err != nil {
		t.Fatal(err)
	}
	writeSample(t, filepath.Join(dir, "data", "sample", "invented.pgn"))
	targets := makeTargets(t)
	for _, f := range readmeFences(t) {
		if f.language != "console" {
			continue
		}
		for _, c := range commandsOf(f) {
			words := strings.Fields(c)
			switch words[0] {
			case "make":
				if !slices.Contains(targets, words[1]) {
					t.Errorf("%s: the Makefile has no such target", c)
				}
				if words[1] == "pipeline" { // what the target does, over the small input
					runReadmeCommand(t, dir, "./plyquet run configs/default.yaml")
				}
			case "./plyquet":
				runReadmeCommand(t, dir, c)
			case "duckdb", "git", "cd", "eval":
			default:
				t.Errorf("%s: the README types a command that this test does not know", c)
			}
		}
	}
}

func build(t *testing.T, path string) {
	t.Helper()
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
}

// runReadmeCommand runs one line through the shell. Commands that need the network or a cluster are only parsed: they
// get --help.
func runReadmeCommand(t *testing.T, dir, line string) {
	t.Helper()
	for _, far := range []string{"configs/pgnmentor", "configs/lichess", "configs/player", "slurm", "k8s", "bench configs"} {
		if strings.Contains(line, far) {
			line += " --help"
			break
		}
	}
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); err != nil && !(code == 10 && strings.Contains(line, "--check")) {
		t.Errorf("%s: %v\n%s", line, err, bytes.TrimSpace(out))
	}
}

func makeTargets(t *testing.T) (names []string) {
	t.Helper()
	text, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):`).FindAllStringSubmatch(string(text), -1) {
		names = append(names, m[1])
	}
	return names
}

// writeSample writes 40 games by invented players, the same every time.
func writeSample(t *testing.T, path string) {
	t.Helper()
	l := stagetest.League{Event: "Invented", Seed: 1, Games: 40, Plies: 16}
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(l.PGN()), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// TestREADMEQueriesAreTheShippedOnes keeps the SQL of the README and reports/sql one text.
func TestREADMEQueriesAreTheShippedOnes(t *testing.T) {
	queries, err := reports.Queries()
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, f := range readmeFences(t) {
		if f.language != "sql" {
			continue
		}
		shown++
		if !slices.ContainsFunc(queries, func(q reports.Query) bool { return strings.TrimSpace(q.SQL) == strings.TrimSpace(f.text) }) {
			t.Errorf("this query of the README is not in reports/sql:\n%s", f.text)
		}
	}
	if shown < 5 {
		t.Errorf("the README shows %d queries, want five", shown)
	}
}

// TestREADMEConfigsAreValid checks every YAML block of the README.
func TestREADMEConfigsAreValid(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "plyquet")
	build(t, program)
	for i, f := range readmeFences(t) {
		if f.language != "yaml" {
			continue
		}
		path := filepath.Join(dir, fmt.Sprintf("block-%d.yaml", i))
		if err := os.WriteFile(path, []byte(f.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(program, "check", path).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s\n%s", err, out, f.text)
		}
	}
}
