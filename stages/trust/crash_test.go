//go:build unix

package trust

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/pipeline/run"
	"plyquet/stages/stagetest"
)

var points = []run.Point{run.BeforeRename, run.BeforeRecord, run.AfterRecord, run.BeforeManifest, run.AfterManifest}

// TestKilledAtEveryCommitPoint kills the program at a point of each step, lets the next one go on until it is killed at
// another, and so on to the end: kill -9 after the temporary file, before and after the rename, before and after the manifest. In
// short a step is hit at one or two of the points, with -full at each.
func TestKilledAtEveryCommitPoint(t *testing.T) {
	costly(t)
	want := undisturbed(t)
	c := newChain(t)
	hits := map[run.Point]int{}
	for n := 0; ; n++ {
		if n > 500 {
			t.Fatal("the run does not end")
		}
		point := points[n%len(points)]
		if !*full {
			point = points[n*3%len(points)]
		}
		cmd := c.command(t, "kill@"+string(point), "run")
		if e := wait(t, cmd); e.code == 0 {
			break
		} else if !killed(cmd) {
			t.Fatalf("at %s: exit code %d\n%s", point, e.code, e.text)
		}
		hits[point]++
		if !*full && n >= 15 {
			break
		}
	}
	for _, p := range points {
		if hits[p] < 2 {
			t.Errorf("only %d kills at %s", hits[p], p)
		}
	}
	c.do(t, "", "run").want(t, 0)
	stagetest.SameFiles(t, fmt.Sprintf("killed at %v", hits), c.outputs(t), want)
	c.do(t, "", "verify", "chain").want(t, 0, "the tables agree with each other")
}

// TestSignals: after Ctrl-C or SIGTERM what is in flight is finished, after a second one it is thrown away; in both cases the
// next run goes on to the same bytes, and the message says how.
func TestSignals(t *testing.T) {
	undisturbed(t) // before the parallel tests
	points := []run.Point{run.BeforeRename, run.BeforeManifest}
	if stagetest.Raced {
		points = points[:1]
	}
	for _, how := range []string{"term", "twice"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			c := newChain(t)
			for _, point := range points {
				c.do(t, how+"@"+string(point), "run").want(t, 130, "what is finished is kept", "plyquet run ")
			}
			c.finish(t, how)
		})
	}
}

// TestLostEngine: an engine that dies or falls silent once is replaced; one that cannot be started ends the run, and the next run
// goes on with a better one.
func TestLostEngine(t *testing.T) {
	costly(t)
	undisturbed(t) // before the parallel tests
	for _, trait := range []string{"die=3", "garbage=2"} {
		t.Run(trait, func(t *testing.T) {
			t.Parallel()
			c := newChain(t)
			c.traits = []string{trait, "once=" + filepath.Join(t.TempDir(), "happened")}
			c.do(t, "", "run").want(t, 0)
			c.outputs(t)
			undisturbed(t)
			stagetest.SameFiles(t, trait, tables(t, c.dir()), tables(t, run.RunDir(filepath.Join(scratch, "undisturbed"), "chain"))) // the report shows the engine's arguments
		})
	}
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		c := newChain(t)
		c.traits = []string{"exit"}
		if e := c.do(t, "", "run"); e.code != 1 || !strings.Contains(e.text, "engine") {
			t.Errorf("exit code %d: %s", e.code, e.text)
		}
		c.finish(t, "without an engine at first")
	})
}

// TestTwoRunsAtOnce: on one run folder the second refuses and names the first; on one cache both are right.
func TestTwoRunsAtOnce(t *testing.T) {
	costly(t)
	c := newChain(t)
	lock, _, err := run.Acquire(mkdir(t, c.dir()), "")
	if err != nil {
		t.Fatal(err)
	}
	c.do(t, "", "run").want(t, 1, "another run is working in", fmt.Sprint("pid ", os.Getpid()))
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	other := c
	other.set = []string{"run=other"}
	first, second := c.command(t, "", "run"), other.command(t, "", "run")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	wait(t, second).want(t, 0)
	if err := first.Wait(); err != nil {
		t.Error(err)
	}
	want := undisturbed(t)
	stagetest.SameFiles(t, "first of two", c.outputs(t), want)
	stagetest.SameFiles(t, "second of two", tables(t, run.RunDir(c.data, "other")), tables(t, c.dir()))
}

func mkdir(t testing.TB, dir string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}
