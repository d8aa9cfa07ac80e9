//go:build unix

package trust

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"plyquet/engine/uci/ucitest"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/stagetest"
)

// scratch is the folder of what all tests share: the games, and the undisturbed run that all others are compared with.
var scratch string

func inScratch(tests func() int) int {
	var err error
	if scratch, err = os.MkdirTemp("", "plyquet-trust-*"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(scratch)
	return tests()
}

// texts are two files of games, by name. One game in either has a move that is none.
func texts() map[string]string {
	files := map[string]string{}
	for i, name := range []string{"club", "league"} {
		l := stagetest.League{Event: name, Seed: uint64(i), Games: 12, Plies: 20, Faulty: 5}
		files[name+".pgn"] = l.PGN()
	}
	return files
}

// A chain is a run of every stage in a data folder of its own, with the engine of ucitest.
type chain struct {
	data    string
	paths   []string // games; relative ones are below scratch
	workers string
	traits  []string // of the engine
	set     []string
	env     []string
}

func newChain(t testing.TB) chain {
	t.Helper()
	dir := filepath.Join(scratch, "games")
	if err := os.Mkdir(dir, 0o755); err == nil {
		for name, text := range texts() {
			write(t, filepath.Join(dir, name), text)
		}
	}
	return chain{data: t.TempDir(), paths: []string{filepath.Join(dir, "club.pgn"), filepath.Join(dir, "league.pgn")}, workers: "2"}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// command is plyquet with the given arguments, hit at a point of the protocol.
func (c chain) command(t testing.TB, spec string, args ...string) *exec.Cmd {
	t.Helper()
	engine := ucitest.Command(t, c.traits...)
	args = append([]string{asProgram, spec, "--data", c.data}, args...)
	for _, s := range append([]string{
		"run=chain", "workers=" + c.workers, "limits.max_reject_rate=1", "fetch.paths=[" + strings.Join(quoted(c.paths), ", ") + "]",
		"evaluate.engine.path=" + engine[0], "evaluate.engine.args=[" + strings.Join(quoted(engine[1:]), ", ") + "]",
		"evaluate.grade.games=5", "evaluate.grade.depth=2", "evaluate.complexity.positions=5", "evaluate.complexity.depth=3",
		"signals.min_decisions=1",
	}, c.set...) {
		args = append(args, "--set", s)
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = scratch
	cmd.Env = append(os.Environ(), c.env...)
	return cmd
}

func quoted(words []string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = fmt.Sprintf("%q", w)
	}
	return list
}

// An ending is how a process ended and what it said.
type ending struct {
	code int // -1: by a signal
	text string
}

func (c chain) do(t testing.TB, spec string, args ...string) ending {
	t.Helper()
	return wait(t, c.command(t, spec, args...))
}

func wait(t testing.TB, cmd *exec.Cmd) ending {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ending{cmd.ProcessState.ExitCode(), out.String()}
}

func (e ending) want(t testing.TB, code int, texts ...string) {
	t.Helper()
	if e.code != code {
		t.Fatalf("exit code %d, want %d:\n%s", e.code, code, e.text)
	}
	for _, text := range texts {
		if !strings.Contains(e.text, text) {
			t.Errorf("it does not say %q:\n%s", text, e.text)
		}
	}
}

func (c chain) dir() string { return run.RunDir(c.data, "chain") }

// outputs are the files of every step by name, with the counts of the steps.
func (c chain) outputs(t testing.TB) map[string]string {
	t.Helper()
	m, err := manifest.Read(c.dir())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, s := range m.Steps {
		out["counts of "+name] = fmt.Sprintf("%+v", s.Result.Counts)
		for _, files := range s.Result.Files {
			for _, f := range files {
				out[f.Name] = content(t, f)
			}
		}
	}
	c.noLeftovers(t, m)
	return out
}

// tables are the Parquet files of a run folder by name.
func tables(t testing.TB, dir string) map[string]string {
	t.Helper()
	m, err := manifest.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	_, files := m.Tables()
	for _, list := range files {
		for _, f := range list {
			if strings.HasSuffix(f.Name, ".parquet") {
				out[f.Name] = content(t, f)
			}
		}
	}
	return out
}

func content(t testing.TB, f stage.File) string {
	t.Helper()
	data, err := os.ReadFile(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(f.Name, "provenance.json") {
		return "" // times of fetching
	}
	return string(data)
}

// noLeftovers looks for files that a finished run does not account for: temporary ones, and parts that no step names.
func (c chain) noLeftovers(t testing.TB, m *manifest.Manifest) {
	t.Helper()
	if problems, err := m.Verify(c.dir(), manifest.HashFile); err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
	err := filepath.WalkDir(c.data, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.Contains(d.Name(), ".tmp-") || strings.HasSuffix(d.Name(), ".part") || d.Name() == "tmp" {
			t.Errorf("left behind: %s", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// costly marks a test that starts the program many times: the race detector makes each of them several times slower, and finds
// nothing that TestSameBytesHoweverItIsRun, TestSignals and TestNothingIsLeft do not show it.
func costly(t *testing.T) {
	t.Helper()
	if stagetest.Raced && !*full {
		t.Skip("not under the race detector, but with -full")
	}
	if testing.Short() {
		t.Skip("starts the whole program many times: not with -short")
	}
}

// undisturbed is the output of a run that nothing happens to, made once, sequentially.
func undisturbed(t testing.TB) map[string]string {
	t.Helper()
	c := newChain(t)
	c.data, c.workers = filepath.Join(scratch, "undisturbed"), "sequential"
	if _, err := os.Stat(c.data); err != nil {
		c.do(t, "", "run").want(t, 0)
	}
	want := c.outputs(t)
	if len(want) < 25 {
		t.Fatalf("only %d outputs: it can prove nothing", len(want))
	}
	return want
}

// finish runs the chain to its end and compares it with the undisturbed run.
func (c chain) finish(t testing.TB, what string) {
	t.Helper()
	c.traits = nil
	c.do(t, "", "run").want(t, 0)
	stagetest.SameFiles(t, what, c.outputs(t), undisturbed(t))
}

func killed(e *exec.Cmd) bool {
	status, ok := e.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
