//go:build unix && !linux

package uci

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// confine puts the child into a process group of its own. There is no death signal outside Linux: when plyquet itself
// is killed, the engine sees the end of its input, and all engines but a few leave then.
func confine(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }

// cpuTime is not known for a running process here.
func cpuTime(int) time.Duration { return 0 }

func residentMemory(int) int64 { return 0 }
