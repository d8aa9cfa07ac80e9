package evaluate

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// enginesThatFit is how many of the wanted engines a memory limit has room for, all sizes in bytes; 0 stands for what
// is not known. Each engine has its own hash table and tables of its own; their networks are shared when they are a
// part of the executable, which is not counted on.
func enginesThatFit(wanted int, each, limit int64) (int, error) {
	if each == 0 || limit == 0 {
		return wanted, nil
	}
	fit := int(limit / each)
	if fit == 0 {
		return 0, fmt.Errorf("one engine takes %d MiB, and there are %d MiB: lower evaluate.engine.hash_mb or raise limits.memory", each>>20, limit>>20)
	}
	return min(wanted, fit), nil
}

// memoryLimit is the configured limit or what the machine has to give, whichever is less; 0 if neither is known.
func memoryLimit(configured int64) int64 {
	available := availableMemory()
	if configured == 0 || available != 0 && available < configured {
		return available
	}
	return configured
}

// availableMemory reads what Linux can give without swapping; 0 elsewhere.
func availableMemory() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			kib, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kib << 10
		}
	}
	return 0
}
