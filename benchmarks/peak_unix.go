//go:build unix

package benchmarks

import (
	"os"
	"runtime"
	"syscall"
)

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
