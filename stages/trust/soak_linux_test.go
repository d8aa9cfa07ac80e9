package trust

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"plyquet/pipeline/command"
	"plyquet/stages/stagetest"
)

var soak = flag.Duration("soak", 0, "how long TestSoak runs; 0: not at all")

// TestSoak evaluates the same games over and over in this process, without the cache, while its engines are killed at random. Each
// run must end with the tables of the first, and memory and descriptors must stay where they were after the first tenth.
func TestSoak(t *testing.T) {
	if *soak == 0 {
		t.Skip("takes minutes: go test ./stages/trust -run Soak -soak 10m -timeout 0")
	}
	c := newChain(t)
	c.traits = []string{"think=2ms"}
	c.set = []string{"evaluate.cache=false", "evaluate.complexity.positions=40", "evaluate.grade.games=12"}
	c.inProcess(t, nil, command.ExitDone)
	want := tables(t, c.dir())

	var kills atomic.Int64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		rng := rand.New(rand.NewPCG(1, 2))
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Duration(500+rng.IntN(2500)) * time.Millisecond):
				if engines := ownChildren(); len(engines) > 0 && syscall.Kill(engines[rng.IntN(len(engines))], syscall.SIGKILL) == nil {
					kills.Add(1)
				}
			}
		}
	}()
	begin := time.Now()
	var early, late state
	runs := 0
	for ; time.Since(begin) < *soak; runs++ {
		again := c
		again.data = filepath.Join(t.TempDir(), strconv.Itoa(runs))
		again.inProcess(t, nil, command.ExitDone)
		stagetest.SameFiles(t, fmt.Sprint("run ", runs), tables(t, again.dir()), want)
		if err := os.RemoveAll(again.data); err != nil {
			t.Fatal(err)
		}
		late = observe(t)
		if time.Since(begin) < *soak/10 || runs == 0 {
			early = late
		}
	}
	close(stop)
	<-stopped
	t.Logf("%d runs, %d engines killed; after a tenth: %v, at the end: %v", runs, kills.Load(), early, late)
	if kills.Load() < 5 {
		t.Error("hardly an engine was killed: it can prove nothing")
	}
	if late.heap > early.heap+early.heap/4+8<<20 || late.resident > early.resident+early.resident/4+32<<20 {
		t.Error("memory grows")
	}
	if late.goroutines > early.goroutines || late.descriptors > early.descriptors {
		t.Error("goroutines or descriptors grow")
	}
}

// A state is what must not grow.
type state struct {
	heap, resident          int64 // bytes
	goroutines, descriptors int
}

func (s state) String() string {
	return fmt.Sprintf("heap %.1f MB, resident %.1f MB, %d goroutines, %d descriptors",
		float64(s.heap)/1e6, float64(s.resident)/1e6, s.goroutines, s.descriptors)
}

func observe(t *testing.T) state {
	t.Helper()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s := state{heap: int64(m.HeapAlloc), goroutines: runtime.NumGoroutine(), descriptors: len(descriptors(t))}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var all, pages int64
	if _, err := fmt.Sscan(string(text), &all, &pages); err != nil {
		t.Fatal(err)
	}
	s.resident = pages * int64(os.Getpagesize())
	return s
}

// ownChildren are the processes that this one has started: its engines.
func ownChildren() (list []int) {
	threads, _ := filepath.Glob("/proc/self/task/*/children")
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(word); err == nil {
				list = append(list, pid)
			}
		}
	}
	return list
}
