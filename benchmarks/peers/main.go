//go:build unix

// Command peers measures other PGN software beside plyquet: the same file, one program after the other on the same
// machine, in interleaved rounds, each run a fresh process. It prints CPU seconds, MB/s and memory as the operating
// system accounts them for finished processes, and the ratio to plyquet's one-thread run.
//
//	go run ./benchmarks/peers -plyquet ./plyquet FILE.pgn
//
// Slow peers get the first part of the file (-slow-mb); ratios compare seconds per megabyte. A peer that is not
// installed is named and left out. The Go peers are a program of their own (libraries), so that this one stays small:
// the system hands the peak memory of the starting process on to the started one.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

// A peer is a program and how to start it on a file.
type peer struct {
	name    string
	slow    bool // gets the first part of the file
	command func(file string) []string
}

// A sample is one finished process.
type sample struct {
	cpu, wall float64 // seconds
	rss       int64   // peak, KiB
	out       string
}

func main() {
	plyquet := flag.String("plyquet", "./plyquet", "plyquet binary")
	python := flag.String("python", "python3", "Python with python-chess")
	rust := flag.String("rust", "benchmarks/peers/rust/target/release/table20", "the built Rust peer")
	libraries := flag.String("libraries", "./libraries", "the built Go peers")
	rounds := flag.Int("rounds", 5, "rounds of the fast peers")
	slowMB := flag.Float64("slow-mb", 2, "megabytes that slow peers get")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: peers [flags] FILE.pgn")
		os.Exit(2)
	}
	if err := compare(peersOf(*plyquet, *python, *rust, *libraries), flag.Arg(0), *rounds, *slowMB); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// peersOf lists the programs; the first one is what the others are compared with.
func peersOf(plyquet, python, rust, libraries string) []peer {
	script := filepath.Join("benchmarks", "peers", "table20.py")
	return []peer{
		{"plyquet, 20 positions", false, func(f string) []string { return []string{plyquet, "bench", "--once", f} }},
		{"plyquet, 20 positions, 2 workers", false, func(f string) []string { return []string{plyquet, "bench", "--workers", "2", "--once", f} }},
		{"plyquet, 20 positions, all plies checked", false, func(f string) []string { return []string{plyquet, "bench", "--whole", "--once", f} }},
		{"plyquet, all positions", false, func(f string) []string { return []string{plyquet, "bench", "--max-plies", "0", "--once", f} }},
		{"pgn-reader + shakmaty, 20 positions", false, func(f string) []string { return []string{rust, "table", f} }},
		{"pgn-reader + shakmaty, 20 positions, no game left early", false, func(f string) []string { return []string{rust, "skim", f} }},
		{"pgn-reader + shakmaty, 20 positions, all plies checked", false, func(f string) []string { return []string{rust, "full", f} }},
		{"pgn-reader + shakmaty, all plies checked, no table", false, func(f string) []string { return []string{rust, "replay", f} }},
		{"pgn-extract, check", true, func(f string) []string { return []string{"pgn-extract", "-r", "-s", f} }},
		{"pgn-extract, EPD of 20 plies", true, func(f string) []string { return []string{"pgn-extract", "-s", "-Wepd", "--plylimit", "20", f} }},
		{"python-chess, 20 positions", true, func(f string) []string { return []string{python, script, f} }},
		{"corentings/chess, 20 positions", true, func(f string) []string { return []string{libraries, "corentings", f} }},
		{"notnil/chess, 20 positions", true, func(f string) []string { return []string{libraries, "notnil", f} }},
		{"seed design (notnil, string keys, channels)", true, func(f string) []string { return []string{libraries, "seed", f} }},
	}
}

// compare runs the rounds and prints the table.
func compare(peers []peer, file string, rounds int, slowMB float64) error {
	head, err := headOf(file, int64(slowMB*1e6))
	if err != nil {
		return err
	}
	defer os.Remove(head)
	runs := make([][]sample, len(peers))
	for round := range rounds {
		for i, p := range peers {
			if p.slow && round > 0 || runs[i] == nil && round > 0 {
				continue // slow peers run once; a peer that failed in the first round is not there
			}
			target := file
			if p.slow {
				target = head
			}
			s, err := measure(p.command(target))
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s: left out: %v\n", p.name, err)
				continue
			}
			runs[i] = append(runs[i], s)
		}
	}
	return printTable(peers, runs, file, head)
}

// headOf copies the first whole games of file, about limit bytes, to a temporary file.
func headOf(file string, limit int64) (string, error) {
	in, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, limit))
	if err != nil {
		return "", err
	}
	if int64(len(data)) == limit {
		if i := bytes.LastIndex(data, []byte("\n[Event ")); i > 0 {
			data = data[:i+1]
		}
	}
	out, err := os.CreateTemp("", "peers-*.pgn")
	if err != nil {
		return "", err
	}
	if _, err := out.Write(data); err != nil {
		return "", err
	}
	return out.Name(), out.Close()
}

// measure runs a command to its end and takes its cost from the operating system.
func measure(argv []string) (sample, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	out, err := cmd.Output()
	wall := time.Since(start).Seconds()
	if err != nil {
		return sample{}, fmt.Errorf("%w %s", err, firstLine(stderr.String()))
	}
	use := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	return sample{cpu, wall, use.Maxrss, firstLine(string(out))}, nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line[:min(len(line), 60)]
}

func printTable(peers []peer, runs [][]sample, file, head string) error {
	sizes := map[bool]float64{}
	for slow, name := range map[bool]string{false: file, true: head} {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		sizes[slow] = float64(info.Size()) / 1e6
	}
	w := tabwriter.NewWriter(os.Stdout, 2, 8, 2, ' ', 0)
	fmt.Fprintln(w, "program\tinput MB\truns\tCPU s median (min-max)\tMB per CPU s\twall s\tpeak MB\ttimes the first row\tsays")
	var base float64
	for i, p := range peers {
		if len(runs[i]) == 0 {
			continue
		}
		mb := sizes[p.slow]
		cpu := column(runs[i], func(s sample) float64 { return s.cpu })
		wall := column(runs[i], func(s sample) float64 { return s.wall })
		rss := column(runs[i], func(s sample) float64 { return float64(s.rss) / 1000 })
		perMB := cpu[len(cpu)/2] / mb
		if base == 0 {
			base = perMB
		}
		fmt.Fprintf(w, "%s\t%.1f\t%d\t%.3f (%.3f-%.3f)\t%.1f\t%.3f\t%.0f\t%.2f\t%s\n", p.name, mb, len(cpu), cpu[len(cpu)/2],
			cpu[0], cpu[len(cpu)-1], 1/perMB, wall[len(wall)/2], rss[len(rss)/2], perMB/base, runs[i][0].out)
	}
	return w.Flush()
}

func column(s []sample, f func(sample) float64) []float64 {
	v := make([]float64, len(s))
	for i := range s {
		v[i] = f(s[i])
	}
	slices.SortFunc(v, cmp.Compare[float64])
	return v
}
