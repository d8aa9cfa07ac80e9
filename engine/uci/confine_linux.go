package uci

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// confine puts the child into a process group of its own, so that a wrapper script and the engine it starts die
// together, and so that Ctrl-C in a terminal reaches plyquet alone, which then finishes its work in good order.
//
// The kernel kills the child when the thread that started it ends, plyquet's own death by kill -9 included: an engine
// may spin for ever after the loss of its input. Go keeps its threads until the process ends, unless a goroutine
// dies locked to one; should that ever happen, the engine counts as crashed and is started again.
func confine(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }

// cpuTime reads user and system time from /proc/PID/stat, fields 14 and 15, in ticks of 1/100 s. The command name
// before them may hold spaces and parentheses, so counting starts behind the last ")".
func cpuTime(pid int) time.Duration {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(string(fields[11]), 10, 64)
	system, _ := strconv.ParseInt(string(fields[12]), 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// residentMemory reads the resident set of a process, in bytes; 0 if it cannot be known.
func residentMemory(pid int) int64 {
	statm, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(statm)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages * int64(os.Getpagesize())
}
