package benchmarks

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// An Input is one data size: a prepared run whose steps can be run again.
type Input struct {
	Name  string // "25 %"
	Games int64
	Bytes int64
	// Args are the arguments of the plyquet process that runs task again on this input with the given workers.
	Args func(task string, workers int) []string
}

// Harness measures cases of a configuration over its inputs, one fresh process at a time.
type Harness struct {
	Program string // the plyquet binary
	Commit  string
	Machine Machine
	Inputs  []Input // one for each of Config.Shares
	// Note is told about every finished run.
	Note func(done, total int, r rows.BenchRun)
}

// Run measures every case once, in order. The first failing process ends it: a benchmark with holes misleads.
func (h *Harness) Run(ctx context.Context, c Config) ([]rows.BenchRun, error) {
	cases := c.Cases()
	runs := make([]rows.BenchRun, 0, len(cases))
	for i, one := range cases {
		r, err := h.measure(ctx, one)
		if err != nil {
			return runs, fmt.Errorf("bench: %s on %s with %d workers: %w", one.Task, h.Inputs[one.Size].Name, one.Workers, err)
		}
		r.Order = int32(i)
		runs = append(runs, r)
		h.Note(i+1, len(cases), r)
	}
	return runs, nil
}

func (h *Harness) measure(ctx context.Context, c Case) (rows.BenchRun, error) {
	in := h.Inputs[c.Size]
	r := rows.BenchRun{Task: c.Task, Size: in.Name, Games: in.Games, Bytes: in.Bytes, Workers: int32(c.Workers), Repeat: int32(c.Repeat),
		LoadFirst: load(), Machine: h.Machine.Name, Cores: int32(h.Machine.Cores), OS: h.Machine.OS, Commit: h.Commit}
	cmd := exec.CommandContext(ctx, h.Program, in.Args(c.Task, c.Workers)...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	start := time.Now()
	err := cmd.Run()
	r.WallUS = time.Since(start).Microseconds()
	r.StartedAt = table.Timestamp(start.UnixMicro())
	if err != nil {
		return r, fmt.Errorf("%w: %s", err, lastLine(said.String()))
	}
	r.CPUUS = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Microseconds()
	r.PeakKiB = peakKiB(cmd.ProcessState)
	return r, nil
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}
