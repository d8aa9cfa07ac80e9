package benchmarks

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"plyquet/metrics"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// A setting is a case without its repeat.
type setting struct {
	task, size string
	workers    int32
}

// settings lists the settings of the runs by task, input bytes and workers.
func settings(runs []rows.BenchRun) []setting {
	sorted := slices.Clone(runs)
	slices.SortStableFunc(sorted, func(a, b rows.BenchRun) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Bytes, b.Bytes), cmp.Compare(a.Workers, b.Workers))
	})
	var out []setting
	for _, r := range sorted {
		if s := (setting{r.Task, r.Size, r.Workers}); len(out) == 0 || out[len(out)-1] != s {
			out = append(out, s)
		}
	}
	return out
}

// pick returns a sorted column of the runs of one setting.
func pick(runs []rows.BenchRun, s setting, f func(rows.BenchRun) float64) []float64 {
	var v []float64
	for _, r := range runs {
		if (setting{r.Task, r.Size, r.Workers}) == s {
			v = append(v, f(r))
		}
	}
	slices.Sort(v)
	return v
}

// middle is the median of a sorted sample.
func middle(v []float64) float64 { return (v[(len(v)-1)/2] + v[len(v)/2]) / 2 }

// wall and cpu are in seconds.
func wall(r rows.BenchRun) float64 { return float64(r.WallUS) / 1e6 }
func cpu(r rows.BenchRun) float64  { return float64(r.CPUUS) / 1e6 }

// Print writes one line a setting: median wall time with its spread, CPU, throughput, speedup against the
// sequential path and memory.
func Print(w io.Writer, runs []rows.BenchRun) error {
	t := tabwriter.NewWriter(w, 2, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "task\tsize\tworkers\truns\twall s\tmin-max\tCPU s\tMB/s\tgames/s\tspeedup\tpeak MB\t")
	for _, s := range settings(runs) {
		v := pick(runs, s, wall)
		one := runs[slices.IndexFunc(runs, func(r rows.BenchRun) bool { return (setting{r.Task, r.Size, r.Workers}) == s })]
		speedup := "-"
		if base := pick(runs, setting{s.task, s.size, 0}, wall); len(base) > 0 {
			speedup = fmt.Sprintf("%.2f", middle(base)/middle(v))
		}
		workers := fmt.Sprint(s.workers)
		if s.workers == 0 {
			workers = "sequential"
		}
		peak := pick(runs, s, func(r rows.BenchRun) float64 { return float64(r.PeakKiB) / 1024 })
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%.3f\t%.3f-%.3f\t%.3f\t%.1f\t%.0f\t%s\t%.0f\t\n", s.task, s.size, workers, len(v), middle(v), v[0], v[len(v)-1],
			middle(pick(runs, s, cpu)), float64(one.Bytes)/1e6/middle(v), float64(one.Games)/middle(v), speedup, middle(peak))
	}
	return t.Flush()
}

// Figures turns the runs into what reports draws, with a fit of Amdahl's law and of the universal scalability law
// for the largest size of each task. A law that the runs do not determine is left out and named in notes.
func Figures(runs []rows.BenchRun, m Machine, seed uint64) (bench *reports.Bench, notes []string) {
	bench = &reports.Bench{Machine: fmt.Sprintf("%s, %d cores", m.Name, m.Cores), Cores: m.Cores}
	largest := map[string]rows.BenchRun{}
	var tasks []string
	for _, r := range runs {
		bench.Runs = append(bench.Runs, reports.BenchRun{Task: r.Task, Size: r.Size, MB: float64(r.Bytes) / 1e6, Workers: int(r.Workers), Seconds: wall(r)})
		if !slices.Contains(tasks, r.Task) {
			tasks = append(tasks, r.Task)
		}
		if r.Bytes > largest[r.Task].Bytes {
			largest[r.Task] = r
		}
	}
	for _, task := range tasks {
		fits, err := fitsOf(runs, task, largest[task].Size, seed)
		bench.Fits = append(bench.Fits, fits...)
		if err != nil {
			notes = append(notes, fmt.Sprintf("%s: %v", task, err))
		}
	}
	return bench, notes
}

// fitsOf fits the parallel runs of one task and size. The sequential path is not a point of the curve: it is another
// program.
func fitsOf(runs []rows.BenchRun, task, size string, seed uint64) ([]reports.SpeedupFit, error) {
	var t []metrics.Timing
	for _, r := range runs {
		if r.Task == task && r.Size == size && r.Workers > 0 {
			t = append(t, metrics.Timing{Workers: int(r.Workers), Seconds: wall(r)})
		}
	}
	amdahl, err := metrics.FitAmdahl(t)
	if err != nil {
		return nil, err
	}
	label := fmt.Sprintf("%s, Amdahl: serial share %.1f %%", task, 100*amdahl.Serial)
	if ci, ok := metrics.AmdahlIntervals(t, metrics.DefaultBootstrap(seed)); ok {
		label += fmt.Sprintf(" (95 %% CI %.1f-%.1f)", 100*ci.Low, 100*ci.High)
	}
	fits := []reports.SpeedupFit{{Task: task, Size: size, Label: label, Speedup: amdahl.Speedup}}
	usl, err := metrics.FitUSL(t)
	if err != nil {
		return fits, err
	}
	label = fmt.Sprintf("%s, USL: contention %.3f, coherency %.4f", task, usl.Sigma, usl.Kappa)
	if sigma, kappa, ok := metrics.USLIntervals(t, metrics.DefaultBootstrap(seed)); ok {
		label += fmt.Sprintf(" (95 %% CI %.3f-%.3f, %.4f-%.4f)", sigma.Low, sigma.High, kappa.Low, kappa.High)
	}
	return append(fits, reports.SpeedupFit{Task: task, Size: size, Label: label, Speedup: usl.Speedup}), nil
}
