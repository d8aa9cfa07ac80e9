// Package doctor is the command that looks at the machine: is there an engine, are there cores, memory and disk, can
// the data folder be written? Each fault comes with what to do about it. It is no stage and changes nothing.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plyquet/engine/uci"
	"plyquet/pipeline/command"
)

// Command is `plyquet doctor`.
func Command(e *command.Env) *cobra.Command {
	var engine string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look at the machine: engine, cores, memory, disk, write access",
		Long: "Doctor looks for what would make a run fail or crawl, changes nothing, and says what to do about each fault. It ends\n" +
			"with exit code 1 when there is one.",
		Example: "  plyquet doctor\n" +
			"  plyquet doctor --engine /opt/stockfish/stockfish --data /scratch/chess",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			faults := 0
			for _, f := range examine(cmd.Context(), e, engine) {
				mark := "ok    "
				if f.remedy != "" {
					mark = "FAULT "
					faults++
				}
				fmt.Fprintf(e.Stdout, "%s %-8s %s\n", mark, f.what, f.found)
				if f.remedy != "" {
					fmt.Fprintf(e.Stdout, "                -> %s\n", f.remedy)
				}
				if f.hint != "" {
					fmt.Fprintf(e.Stdout, "                hint: %s\n", f.hint)
				}
			}
			if faults > 0 {
				return fmt.Errorf("%d faults", faults)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&engine, "engine", uci.Auto, "path of the engine to look at")
	return cmd
}

// A finding is one thing that was looked at.
type finding struct {
	what   string
	found  string
	remedy string // empty: nothing is wrong
	hint   string // what could be better, though nothing is wrong
}

func examine(ctx context.Context, e *command.Env, engine string) []finding {
	return []finding{
		engineFinding(ctx, uci.System(), engine, e.Base),
		{what: "cores", found: fmt.Sprintf("%d, of which this process may use %d", runtime.NumCPU(), runtime.GOMAXPROCS(0))},
		memoryFinding(availableMemory()),
		diskFinding(e.Data()),
		writeFinding(e.Data()),
	}
}

func engineFinding(ctx context.Context, finder uci.Finder, path, base string) finding {
	f := finding{what: "engine"}
	found, err := finder.Find(path, nil, base)
	if err != nil {
		f.found = noEngine
		f.remedy = err.Error()
		return f
	}
	session := uci.Open(uci.Config{Command: found.Command})
	defer session.Close() // it has told what was asked for; how it ends is of no interest
	id, err := session.Identify(ctx)
	if err != nil {
		f.found = fmt.Sprintf("%s (from %s) does not answer", strings.Join(found.Command, " "), found.From)
		f.remedy = fmt.Sprintf("start it by hand and type uci: %v", err)
		return f
	}
	f.found = fmt.Sprintf("%s: %s (from %s)", id, strings.Join(found.Command, " "), found.From)
	if build, err := session.Compiler(ctx); err == nil {
		f.hint = uci.BuildAdvice(build, uci.ProcessorFlags())
	}
	return f
}

// Engine names the engine that a run would use and where it is, or says how to get one. One that does not answer within
// a few seconds is called by its path.
func Engine(ctx context.Context, base string) string {
	ctx, cancel := context.WithTimeout(ctx, engineAnswer)
	defer cancel()
	f := engineFinding(ctx, uci.System(), uci.Auto, base)
	switch {
	case f.remedy == "":
		return f.found
	case f.found == noEngine:
		return f.remedy
	}
	return f.found + ". " + f.remedy
}

const (
	engineAnswer = 5 * time.Second
	noEngine     = "none found"
)

const (
	leastMemory = 1 << 30
	leastDisk   = 2 << 30
)

func memoryFinding(available int64) finding {
	f := finding{what: "memory", found: "not known on " + runtime.GOOS}
	if available > 0 {
		f.found = command.Bytes(available) + " available"
	}
	if available > 0 && available < leastMemory {
		f.remedy = "set limits.memory to what can be spared, and run fewer engines (workers)"
	}
	return f
}

func availableMemory() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "MemAvailable: %d kB", &kib); n == 1 {
			return kib << 10
		}
	}
	return 0
}

// diskFinding looks at the file system that the data folder is on, or will be.
func diskFinding(data string) finding {
	f := finding{what: "disk"}
	where := nearest(data)
	free, err := freeSpace(where)
	if errors.Is(err, errors.ErrUnsupported) {
		f.found = "not known on " + runtime.GOOS
		return f
	}
	if err != nil {
		f.found, f.remedy = err.Error(), "choose another folder with --data"
		return f
	}
	f.found = fmt.Sprintf("%s free at %s", command.Bytes(free), where)
	if free < leastDisk {
		f.remedy = "free some space, or choose a folder on another disk with --data"
	}
	return f
}

// nearest is the folder itself, or the nearest one above it that exists.
func nearest(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}

func writeFinding(data string) finding {
	f := finding{what: "data", found: data + " can be written"}
	probe, err := os.CreateTemp(nearest(data), ".plyquet-doctor-*")
	if err == nil {
		err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
	if err != nil {
		f.found = err.Error()
		f.remedy = "choose another folder with --data"
		if errors.Is(err, fs.ErrPermission) {
			f.remedy = "give yourself the right to write there, or choose another folder with --data"
		}
	}
	return f
}
