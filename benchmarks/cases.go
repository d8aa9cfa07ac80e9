package benchmarks

import (
	"fmt"
	"slices"
)

// Config is what is measured. The zero values of the lists are filled by Defaults.
type Config struct {
	Tasks   []string  // stages; evaluate is measured over engines
	Workers []int     // 0 is the sequential path
	Shares  []float64 // data sizes as shares of the games of the input, rising, the last one 1
	Repeats int
}

// Defaults measures positions and ingest, sequentially and with 1, 2, 4, ... workers up to the cores, on a quarter,
// half and all of the games, five times each. Worker counts beyond the cores are only measured when asked for.
func Defaults(cores int) Config {
	c := Config{Tasks: []string{"positions", "ingest"}, Workers: []int{0, 1}, Shares: []float64{0.25, 0.5, 1}, Repeats: 5}
	for n := 2; n < cores; n += 2 {
		c.Workers = append(c.Workers, n)
	}
	if cores > 1 {
		c.Workers = append(c.Workers, cores)
	}
	return c
}

// Validate reports the first thing that cannot be measured.
func (c Config) Validate() error {
	switch {
	case len(c.Tasks) == 0:
		return fmt.Errorf("bench: no task to measure")
	case len(c.Workers) == 0 || slices.Min(c.Workers) < 0:
		return fmt.Errorf("bench: workers must be counts, 0 for the sequential path")
	case c.Repeats < 1:
		return fmt.Errorf("bench: repeats must be at least 1")
	case len(c.Shares) == 0 || slices.Min(c.Shares) <= 0 || slices.Max(c.Shares) > 1:
		return fmt.Errorf("bench: sizes are shares of the input, above 0 and at most 1")
	}
	return nil
}

// A Case is one setting to measure once.
type Case struct {
	Task    string
	Size    int // index into Shares
	Workers int
	Repeat  int
}

// Cases lists every run in the order of measurement: all settings once, then all of them again, with every second
// round backwards, so that neither a drift nor the place in the round favours a setting.
func (c Config) Cases() []Case {
	var round []Case
	for _, task := range c.Tasks {
		for size := range c.Shares {
			for _, w := range c.Workers {
				round = append(round, Case{Task: task, Size: size, Workers: w})
			}
		}
	}
	var all []Case
	for r := range c.Repeats {
		next := slices.Clone(round)
		if r%2 == 1 {
			slices.Reverse(next)
		}
		for i := range next {
			next[i].Repeat = r
		}
		all = append(all, next...)
	}
	return all
}
