package evaluate_test

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"plyquet/engine/uci"
	"plyquet/stages/evaluate"
)

// children lists the processes of this one, by what they run.
func children(name string) (out []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(filepath.Join("/proc", e.Name(), "stat"))
		if err != nil {
			continue
		}
		end := strings.LastIndexByte(string(stat), ')')
		fields := strings.Fields(string(stat[end+1:]))
		if len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) && strings.Contains(string(stat[:end]), name) {
			out = append(out, pid)
		}
	}
	return out
}

// Real engines are killed and stopped at random all the time; the table is the one of an undisturbed run.
func TestKilledAndStoppedEnginesLeaveTheSameBytes(t *testing.T) {
	set := func() *evaluate.Stage {
		s := small(t)
		s.Grade.Depth, s.Complexity.Depth, s.Tries = 8, 7, 8 // far more trouble than an hour of real work sees
		return s
	}
	want := must(t, set(), games(), 2, "").parts(t)
	s := set()
	s.BePatient(uci.Timeouts{Ping: 100 * time.Millisecond, Pong: 3 * time.Second, Ready: 3 * time.Second, Quit: time.Second})
	done, finished := make(chan struct{}), make(chan int)
	go func() {
		rng := rand.New(rand.NewPCG(3, 4))
		hits := 0
		for {
			select {
			case <-done:
				finished <- hits
				return
			case <-time.After(time.Duration(500+rng.IntN(1000)) * time.Millisecond):
			}
			for _, pid := range children("stockfish") {
				signal := syscall.SIGKILL
				if rng.IntN(3) == 0 {
					signal = syscall.SIGSTOP
				}
				if syscall.Kill(pid, signal) == nil {
					hits++
				}
			}
		}
	}()
	b, err := execute(t, s, games(), 2, "")
	close(done)
	hits := <-finished
	if err != nil {
		t.Fatalf("%v\n%s", err, &b.log)
	}
	if !maps.Equal(b.parts(t), want) {
		t.Error("other bytes")
	}
	if left := children("stockfish"); len(left) > 0 {
		t.Errorf("engines left: %v", left)
	}
	t.Logf("%d engines hit; %s", hits, lastLine(b.log.String()))
}
