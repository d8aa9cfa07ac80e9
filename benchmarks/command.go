package benchmarks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
	"plyquet/stages/rows"
)

// flags of `plyquet bench`.
type flags struct {
	Config
	once     string
	maxPlies int
	moves    bool
	whole    bool
	workers  int
	profile  string
}

// Command is `plyquet bench`.
func Command(e *command.Env) *cobra.Command {
	f := flags{Config: Defaults(runtime.GOMAXPROCS(0))}
	cmd := &cobra.Command{
		Use:   "bench [CONFIG]",
		Short: "Measure stages over worker counts and data sizes",
		Long: "Bench runs stages of a configuration again and again in fresh processes, over worker counts and data sizes in\n" +
			"interleaved order, and writes every single run to the table bench_runs, with medians, fits and plots.\n" +
			"Workers 0 is the sequential path: one goroutine and no pool.",
		Example: "  plyquet bench configs/bench.yaml --tasks positions --workers-list 0,1,2 --repeats 5\n" +
			"  plyquet bench --once games.pgn            # one process, one table of positions, no files",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.once != "" {
				return f.countOnce(cmd.Context(), e)
			}
			if err := f.Validate(); err != nil {
				return err
			}
			return f.measure(cmd.Context(), e, args)
		},
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.Tasks, "tasks", f.Tasks, "stages to measure: positions, ingest, evaluate, ...")
	fs.IntSliceVar(&f.Workers, "workers-list", f.Workers, "worker counts; 0 is the sequential path")
	fs.Float64SliceVar(&f.Shares, "sizes", f.Shares, "data sizes as `shares` of the games")
	fs.Lookup("sizes").DefValue = "[0.25,0.5,1]" // not 0.250000
	fs.IntVar(&f.Repeats, "repeats", f.Repeats, "runs of every setting")
	fs.StringVar(&f.once, "once", "", "count the positions of this PGN file once and print the cost; no run folder")
	fs.IntVar(&f.workers, "workers", 0, "with --once: workers, 0 for the sequential path")
	fs.IntVar(&f.maxPlies, "max-plies", 20, "with --once: positions of a game that count; 0 for all")
	fs.BoolVar(&f.moves, "moves", false, "with --once: count the moves played in each position as well")
	fs.BoolVar(&f.whole, "whole", false, "with --once: read and check the moves behind the last position that counts as well")
	fs.StringVar(&f.profile, "profile", "", "with --once: folder for cpu.prof and mem.prof")
	return cmd
}

// measure prepares one run for each size, measures, and writes table, plots and summary.
func (f *flags) measure(ctx context.Context, e *command.Env, args []string) error {
	file, err := e.Load(args)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	m := ThisMachine()
	for _, w := range m.Warnings(f.Config) {
		fmt.Fprintln(e.Stderr, "warning:", w)
	}
	prep := preparation{program: program, data: e.Data(), config: args, run: file.Run}
	h := &Harness{Program: program, Commit: e.Commit, Machine: m, Note: func(done, total int, r rows.BenchRun) {
		fmt.Fprintf(e.Stderr, "%3d/%d %s, %s, %d workers: %.3f s\n", done, total, r.Task, r.Size, r.Workers, wall(r))
	}}
	for _, share := range f.Shares {
		in, err := prep.input(ctx, f.Tasks, share)
		if err != nil {
			return err
		}
		h.Inputs = append(h.Inputs, in)
	}
	runs, err := h.Run(ctx, f.Config)
	if err != nil {
		return err
	}
	dir := filepath.Join(e.Data(), "runs", file.Run)
	if err := write(dir, runs, m, file.Seed, e.Stdout); err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "every run: %s\n", filepath.Join(dir, "tables", string(rows.BenchRuns)))
	return nil
}

// preparation makes the runs whose steps are measured.
type preparation struct {
	program, data, run string
	config             []string
}

// args of a plyquet process on the run of one size.
func (p preparation) args(name string, share float64, rest ...string) []string {
	a := append([]string{"run"}, p.config...)
	a = append(a, "--data", p.data, "--quiet", "--set", "run="+name, "--set", "sample.rate="+strconv.FormatFloat(share, 'g', -1, 64))
	return append(a, rest...)
}

// input runs every task once, unmeasured, so that its inputs are there and in the page cache.
func (p preparation) input(ctx context.Context, tasks []string, share float64) (Input, error) {
	name := fmt.Sprintf("%s-%g", p.run, 100*share)
	for _, task := range tasks {
		if err := quietly(ctx, p.program, p.args(name, share, "--to", task)); err != nil {
			return Input{}, fmt.Errorf("bench: prepare %s on %g %% of the games: %w", task, 100*share, err)
		}
	}
	games, bytes, err := sampled(filepath.Join(p.data, "runs", name))
	if err != nil {
		return Input{}, fmt.Errorf("bench: %w", err)
	}
	return Input{Name: fmt.Sprintf("%g %%", 100*share), Games: games, Bytes: bytes, Args: func(task string, workers int) []string {
		w := "sequential"
		if workers > 0 {
			w = strconv.Itoa(workers)
		}
		rest := []string{"--only", task, "--force", "--workers", w}
		if task == "evaluate" {
			rest = append(rest, "--set", "evaluate.cache=false") // a warm cache would measure SQLite
		}
		return p.args(name, share, rest...)
	}}, nil
}

// Deadline of one process: a benchmark that hangs must not hang for ever.
const deadline = 2 * time.Hour
