package trust

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"plyquet/stages/stagetest"
)

// TestKilledAtRandom kills the program after a random time, again and again, until it comes to its end.
func TestKilledAtRandom(t *testing.T) {
	if !*full {
		t.Skip("depends on time: with -full")
	}
	want := undisturbed(t)
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 1))
	t.Log("seed", seed)
	for round := range 5 {
		c := newChain(t)
		kills, limit := 0, 300*time.Millisecond
		for {
			cmd := c.command(t, "", "run")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(time.Duration(rng.Int64N(int64(limit))), func() { _ = cmd.Process.Kill() })
			err := cmd.Wait()
			timer.Stop()
			if err == nil {
				break
			}
			if !killed(cmd) {
				t.Fatalf("after %d kills: %v\n%s", kills, err, out.String())
			}
			kills++
			limit += limit / 16 // so that it ends on a loaded machine as well
		}
		t.Logf("round %d: %d kills", round, kills)
		stagetest.SameFiles(t, "killed at random", c.outputs(t), want)
	}
}

// TestKilledAtSystemCalls kills the program when it enters its n-th rename, fsync or unlink, for many n: also between two files
// of one shard, where the commit protocol has no point of its own. Each run goes on where the last was killed.
func TestKilledAtSystemCalls(t *testing.T) {
	if !*full {
		t.Skip("takes minutes: with -full")
	}
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is absent")
	}
	want := undisturbed(t)
	c := newChain(t)
	kills, ends := 0, 0
	for n := 1; n <= 30; n++ {
		for _, call := range []string{"renameat", "fsync", "unlinkat"} {
			cmd := c.command(t, "", "run")
			cmd.Args = append([]string{strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call,
				"-e", "inject=" + call + ":signal=KILL:when=" + strconv.Itoa(n)}, cmd.Args...)
			cmd.Path = strace
			if e := wait(t, cmd); e.code != 0 && !killed(cmd) {
				t.Fatalf("%s %d: exit code %d\n%s", call, n, e.code, e.text)
			} else if e.code != 0 {
				kills++
				continue
			}
			ends++
			stagetest.SameFiles(t, "killed at system calls", c.outputs(t), want)
			c = newChain(t)
		}
	}
	t.Logf("%d kills, %d runs came to their end", kills, ends)
	if kills < 40 || ends == 0 {
		t.Error("it can prove nothing")
	}
}
