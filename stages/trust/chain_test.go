package trust

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"plyquet/engine/board"
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

const games = 12 // in each of two files

// texts are two files of random legal games with clocks, by name. One game has a move that is none.
func texts() map[string]string {
	rng := rand.New(rand.NewPCG(12, 12))
	files := map[string]string{}
	for _, name := range []string{"club", "league"} {
		var b strings.Builder
		for i := range games {
			writeGame(&b, rng, name, i)
		}
		files[name+".pgn"] = b.String()
	}
	return files
}

func writeGame(b *strings.Builder, rng *rand.Rand, event string, n int) {
	players := []string{"Ash, Ann", "Birch, Bob", "Cedar, Cem", "Dogwood, Dee"}
	white := rng.IntN(len(players))
	black := (white + 1 + rng.IntN(len(players)-1)) % len(players)
	result := []string{"1-0", "0-1", "1/2-1/2"}[rng.IntN(3)]
	fmt.Fprintf(b, "[Event %q]\n[Date \"2023.05.%02d\"]\n[Round \"%d\"]\n[White %q]\n[Black %q]\n[Result %q]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n\n",
		event, n+1, n, players[white], players[black], result, 1400+rng.IntN(900), 1400+rng.IntN(900))
	p := board.Start()
	for ply := range 20 + rng.IntN(20) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		if n == 4 && ply == 16 {
			b.WriteString("Kxz9 ")
			break
		}
		m := moves[rng.IntN(len(moves))]
		if ply < 4 {
			m = moves[rng.IntN(2)] // so that openings meet
		}
		fmt.Fprintf(b, "%s { [%%clk 0:01:%02d] } ", p.AppendSAN(nil, m), 59-ply)
		p.Play(m)
	}
	fmt.Fprintf(b, "%s\n\n", result)
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

func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
		t.Fatalf("%s: files\n%v, want\n%v", what, g, w)
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs (%d bytes, want %d)", what, name, len(got[name]), len(want[name]))
		}
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
	same(t, what, c.outputs(t), undisturbed(t))
}

func killed(e *exec.Cmd) bool {
	status, ok := e.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
