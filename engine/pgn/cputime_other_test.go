//go:build !unix

package pgn

// cpuSeconds is not known here.
func cpuSeconds() float64 { return 0 }
