package config

import (
	"fmt"
	"runtime"
	"strconv"
)

// Workers is how many goroutines a stage may use: "auto" (one per CPU that the process may use), a number, or
// "sequential": no pool at all. The tables do not depend on it.
type Workers struct {
	Auto bool
	N    int // 0 without Auto is sequential
}

const maxWorkers = 4096

// UnmarshalText reads auto, sequential or a number from 1.
func (w *Workers) UnmarshalText(text []byte) error {
	switch s := string(text); s {
	case "auto":
		*w = Workers{Auto: true}
	case "sequential":
		*w = Workers{}
	default:
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > maxWorkers {
			return fmt.Errorf("want auto, sequential or a number from 1 to %d, got %q", maxWorkers, s)
		}
		*w = Workers{N: n}
	}
	return nil
}

// MarshalText writes what UnmarshalText reads.
func (w Workers) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

func (w Workers) String() string {
	switch {
	case w.Auto:
		return "auto"
	case w.N == 0:
		return "sequential"
	}
	return strconv.Itoa(w.N)
}

// Count is the number of goroutines; 0 is the sequential path.
func (w Workers) Count() int {
	if w.Auto {
		return runtime.GOMAXPROCS(0)
	}
	return w.N
}
