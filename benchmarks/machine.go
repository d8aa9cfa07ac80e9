package benchmarks

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Machine is where runs are measured.
type Machine struct {
	Name  string // processor
	Cores int    // logical processors this process may use
	OS    string
}

// ThisMachine describes the machine. What cannot be found out is "unknown".
func ThisMachine() Machine {
	return Machine{Name: processor(), Cores: runtime.NumCPU(), OS: runtime.GOOS + "/" + runtime.GOARCH}
}

// processor reads the model name that Linux shows; other systems have no file for it.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	defer f.Close()
	for scan := bufio.NewScanner(f); scan.Scan(); {
		if key, value, ok := strings.Cut(scan.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}

// load is the load average of the last minute; 0 where the system does not say.
func load() float32 {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(b), " ")
	v, err := strconv.ParseFloat(first, 32)
	if err != nil {
		return 0
	}
	return float32(v)
}

// Warnings says what makes the figures of a configuration doubtful on this machine, as sentences.
func (m Machine) Warnings(c Config) []string {
	var w []string
	if l := load(); l > 0.3 {
		w = append(w, fmt.Sprintf("the machine is busy: load average %.2f before the first run; times will be too long and spread", l))
	}
	for _, n := range c.Workers {
		if n > m.Cores {
			w = append(w, fmt.Sprintf("%d workers are more than the %d cores: the curve says nothing about speedup beyond them", n, m.Cores))
			break
		}
	}
	return w
}
