//go:build !unix

package benchmarks

import "os"

// peakKiB is not told by this system.
func peakKiB(*os.ProcessState) int64 { return 0 }
