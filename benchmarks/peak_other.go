//go:build !unix

package benchmarks

import (
	"os"
	"time"
)

// peakKiB is not told by this system.
func peakKiB(*os.ProcessState) int64 { return 0 }

// ownCPU is not told by this system.
func ownCPU() time.Duration { return 0 }
