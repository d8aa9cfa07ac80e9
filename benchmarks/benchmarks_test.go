package benchmarks

import (
	"context"
	"os"
	"strings"
	"testing"

	"plyquet/stages/rows"
)

func TestCasesAreInterleavedAndBalanced(t *testing.T) {
	c := Config{Tasks: []string{"positions"}, Workers: []int{0, 1, 2}, Shares: []float64{0.5, 1}, Repeats: 4}
	cases := c.Cases()
	if len(cases) != 3*2*4 {
		t.Fatalf("%d cases", len(cases))
	}
	place := map[Case]int{}
	for i, one := range cases {
		one.Repeat = 0
		place[one] += i
	}
	// Over an even number of rounds every setting has the same mean place, so a linear drift favours none.
	for one, sum := range place {
		if sum != place[Case{Task: "positions"}] {
			t.Errorf("%+v: places add up to %d, the first setting's to %d", one, sum, place[Case{Task: "positions"}])
		}
	}
}

func TestConfigRefusesWhatCannotBeMeasured(t *testing.T) {
	good := Defaults(4)
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Config){
		"no task":          func(c *Config) { c.Tasks = nil },
		"negative workers": func(c *Config) { c.Workers = []int{-1} },
		"no repeats":       func(c *Config) { c.Repeats = 0 },
		"size above all":   func(c *Config) { c.Shares = []float64{2} },
	} {
		c := Defaults(4)
		spoil(&c)
		if c.Validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestDefaultsStopAtTheCores(t *testing.T) {
	for cores, want := range map[int]int{1: 1, 2: 2, 7: 7, 8: 8} {
		c := Defaults(cores)
		if last := c.Workers[len(c.Workers)-1]; last != want {
			t.Errorf("%d cores: up to %d workers", cores, last)
		}
	}
}

// run of 100 MB: 1 s sequentially, and the law T(n) = 0.1 + 0.9/n with workers.
func lawfulRuns() []rows.BenchRun {
	var runs []rows.BenchRun
	for repeat := range int32(3) {
		for _, w := range []int32{0, 1, 2, 4} {
			us := int64(1e6)
			if w > 0 {
				us = 100_000 + 900_000/int64(w)
			}
			us += int64(repeat-1) * us / 200
			runs = append(runs, rows.BenchRun{Task: "positions", Size: "100 %", Games: 5000, Bytes: 100e6, Workers: w, Repeat: repeat, WallUS: us, CPUUS: us, PeakKiB: 51200})
		}
	}
	return runs
}

func TestPrintShowsMediansSpreadAndSpeedup(t *testing.T) {
	var b strings.Builder
	if err := Print(&b, lawfulRuns()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"sequential", "1.000", "0.995-1.005", "100.0", "5000", "1.82", "3.08"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

func TestFiguresCarryTheFittedLaws(t *testing.T) {
	bench, notes := Figures(lawfulRuns(), Machine{Name: "test", Cores: 4}, 1)
	if len(notes) > 0 {
		t.Error(notes)
	}
	if len(bench.Fits) != 2 {
		t.Fatalf("%d fits, want Amdahl and USL", len(bench.Fits))
	}
	if !strings.Contains(bench.Fits[0].Label, "serial share 10.0 %") {
		t.Errorf("label %q, the runs were made with a serial share of 10 %%", bench.Fits[0].Label)
	}
}

func TestTooFewWorkerCountsAreNamedNotFitted(t *testing.T) {
	bench, notes := Figures(lawfulRuns()[:2], Machine{Cores: 4}, 1)
	if len(bench.Fits) != 0 || len(notes) != 1 {
		t.Errorf("fits %v, notes %q", bench.Fits, notes)
	}
}

// TestMain lets the test binary be the measured program.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "measured" {
		if os.Args[2] == "fails" {
			os.Stderr.WriteString("warning\nno such table\n")
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestHarnessMeasuresFreshProcesses(t *testing.T) {
	h := &Harness{Program: os.Args[0], Commit: "abc", Machine: ThisMachine(),
		Inputs: []Input{{Name: "all", Games: 7, Bytes: 70, Args: func(task string, _ int) []string { return []string{"measured", task} }}},
		Note:   func(int, int, rows.BenchRun) {}}
	c := Config{Tasks: []string{"positions"}, Workers: []int{0, 2}, Shares: []float64{1}, Repeats: 2}
	runs, err := h.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) != 4 || runs[3].Order != 3 || runs[0].WallUS <= 0 || runs[0].Games != 7 {
		t.Errorf("runs %+v", runs)
	}
	c.Tasks = []string{"fails"}
	if _, err := h.Run(context.Background(), c); err == nil || !strings.Contains(err.Error(), "no such table") {
		t.Errorf("error %v does not say what the process said last", err)
	}
}
