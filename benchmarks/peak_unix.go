//go:build unix

package benchmarks

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// ownCPU is the processor time that this process has used so far.
func ownCPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peakKiB is the largest resident set of a finished process. macOS counts in bytes, the others in KiB.
func peakKiB(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss) / 1024
	}
	return int64(u.Maxrss)
}
