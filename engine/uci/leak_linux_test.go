package uci_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plyquet/engine/uci"
	"plyquet/engine/uci/ucitest"
)

const parentMode = "plyquet-uci-test-parent"

// playParent is another life of the test binary: it starts an engine that ignores the end of its input, lets it search
// for ever, and says what its number is.
func playParent() {
	if len(os.Args) < 2 || os.Args[1] != parentMode {
		return
	}
	limits := quick
	limits.Ping = time.Hour
	s := uci.Open(uci.Config{Command: os.Args[2:], Timeouts: limits})
	if _, err := s.Identify(context.Background()); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(children(os.Getpid())[0])
	_, err := search(s, depth(1, 1))
	fmt.Println(err)
	os.Exit(1)
}

// children lists the processes whose parent is pid.
func children(pid int) (out []int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		child, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			out = append(out, child)
		}
	}
	return out
}

func TestNoOrphanWhenPlyquetIsKilled(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self, append([]string{parentMode}, ucitest.Command(t, "hang=1")...)...)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var engine int
	if _, err := fmt.Fscan(out, &engine); err != nil {
		rest, _ := io.ReadAll(out)
		t.Fatal(err, string(rest))
	}
	if err := syscall.Kill(engine, 0); err != nil {
		t.Fatalf("the engine is not there: %v", err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	for range 200 {
		if gone(engine) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	_ = syscall.Kill(engine, syscall.SIGKILL)
	t.Error("the engine is still there")
}

// gone reports a process that has ended; one that nobody has waited for yet has ended too.
func gone(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
		return true
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	return len(fields) > 0 && (fields[0] == "Z" || fields[0] == "X")
}

// Failures of every kind leave nothing behind: no process, no open file, no goroutine.
func TestNothingIsLeftBehind(t *testing.T) {
	before := goleak.IgnoreCurrent()
	files := openFiles(t)
	for _, traits := range [][]string{{}, {"die=1"}, {"hang=1"}, {"garbage=1"}, {"deaf=1"}, {"nouci"}, {"exit"}} {
		limits := quick
		limits.Search, limits.Pong = 500*time.Millisecond, 200*time.Millisecond
		if slices.Contains(traits, "nouci") {
			limits.Start = 200 * time.Millisecond
		}
		s := uci.Open(uci.Config{Command: ucitest.Command(t, traits...), Timeouts: limits, Tries: 1})
		_, err := search(s, depth(3, 2))
		if (err == nil) != (len(traits) == 0) {
			t.Errorf("%v: %v", traits, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%v: close: %v", traits, err)
		}
	}
	if now := children(os.Getpid()); len(now) > 0 {
		t.Errorf("processes left: %v", now)
	}
	if now := openFiles(t); now > files {
		t.Errorf("%d files open before, %d now", files, now)
	}
	goleak.VerifyNone(t, before)
}

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// An engine that is stopped by a signal is found out by its silence, killed and replaced.
func TestStoppedEngineIsReplaced(t *testing.T) {
	t.Parallel()
	limits := quick
	limits.Ready = 2 * time.Second
	s := open(t, uci.Config{Command: ucitest.Command(t), Timeouts: limits})
	want, err := search(s, depth(2, 2))
	if err != nil {
		t.Fatal(err)
	}
	pid := s.PID()
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	got, err := search(s, depth(2, 2))
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || s.Stats().Restarts != 1 {
		t.Errorf("%v, %d restarts", err, s.Stats().Restarts)
	}
	if !gone(pid) {
		t.Error("the stopped process is still there")
	}
}
