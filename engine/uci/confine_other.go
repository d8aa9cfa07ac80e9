//go:build !unix

package uci

import (
	"os"
	"os/exec"
	"time"
)

// confine does nothing where there are no process groups.
func confine(*exec.Cmd) {}

func killGroup(p *os.Process) error { return p.Kill() }

func cpuTime(int) time.Duration { return 0 }

func residentMemory(int) int64 { return 0 }
