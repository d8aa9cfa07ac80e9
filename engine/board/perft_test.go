package board

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var long = flag.Bool("long", false, "count perft deeper; takes many minutes")

// The size of one count. The suites go on to counts of billions, 4e12 in all.
const (
	perftNodes     = 30_000
	longPerftNodes = 20_000_000
)

// perftCase is one line of a suite: the number of move sequences of a length from a position.
type perftCase struct {
	name, epd string
	depth     int
	nodes     uint64
}

func TestPerftOfKnownPositions(t *testing.T) {
	runPerft(t, readPerft(t, "testdata/own.perft"), 2_500_000)
}

func TestPerftSuites(t *testing.T) {
	dir := sharedDir(t, "data/epd")
	for _, name := range []string{"scalachess-tricky.perft", "scalachess-random.perft", "scalachess-chess960.perft"} {
		t.Run(name, func(t *testing.T) { runPerft(t, readPerft(t, filepath.Join(dir, name)), perftNodes) })
	}
	for _, name := range []string{"pychess-perftsuite.epd", "pychess-perftsuite2.epd", "pychess-frc_perftsuite.epd"} {
		t.Run(name, func(t *testing.T) { runPerft(t, readPerftEPD(t, filepath.Join(dir, name)), 1_500_000) })
	}
}

// runPerft counts the cases that are small enough; if a suite gave no case at all, the test itself is broken.
func runPerft(t *testing.T, cases []perftCase, limit uint64) {
	t.Helper()
	counted := 0
	limit /= perftShare
	for _, c := range cases {
		if c.nodes > limit && !(*long && c.nodes <= longPerftNodes) {
			continue
		}
		counted++
		s, _, err := ParseEPD(c.epd)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		p, err := s.Position()
		if err != nil {
			t.Fatalf("%s: %s: %v", c.name, c.epd, err)
		}
		if got := Perft(p, c.depth); got != c.nodes {
			t.Errorf("%s: %s depth %d: %d nodes, want %d", c.name, c.epd, c.depth, got, c.nodes)
		}
	}
	if counted == 0 && perftShare == 1 {
		t.Error("no case was counted")
	}
	t.Logf("%d of %d counts", counted, len(cases))
}

// readPerft reads "id", "epd" and "perft DEPTH NODES" lines. Of two small counts of a position only the deeper is kept.
func readPerft(t *testing.T, path string) (cases []perftCase) {
	t.Helper()
	var id, epd string
	for _, line := range readLines(t, path) {
		switch key, value, _ := strings.Cut(line, " "); key {
		case "id":
			id = value
		case "epd":
			epd = value
		case "perft":
			c := perftCase{name: id, epd: epd}
			if _, err := fmt.Sscan(value, &c.depth, &c.nodes); err != nil {
				t.Fatalf("%s: %q: %v", path, line, err)
			}
			cases = append(cases, c)
		}
	}
	return cases
}

// readPerftEPD reads lines like "EPD ;D1 20 ;D2 400".
func readPerftEPD(t *testing.T, path string) (cases []perftCase) {
	t.Helper()
	for _, line := range readLines(t, path) {
		fields := strings.Split(line, ";")
		for _, f := range fields[1:] {
			depth, nodes, ok := strings.Cut(strings.TrimSpace(f), " ")
			n, err := strconv.ParseUint(strings.TrimSpace(nodes), 10, 64)
			d, err2 := strconv.Atoi(strings.TrimPrefix(depth, "D"))
			if !ok || err != nil || err2 != nil {
				t.Fatalf("%s: %q", path, line)
			}
			cases = append(cases, perftCase{name: depth, epd: fields[0], depth: d, nodes: n})
		}
	}
	return cases
}

// readLines returns the lines of a file that are neither empty nor comments.
func readLines(t testing.TB, path string) (lines []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		if line := strings.TrimRight(sc.Text(), "\r\n "); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// sharedDir is a folder of the test material beside the repository; without it the test is skipped.
func sharedDir(t testing.TB, path string) string {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if filepath.Dir(root) == root {
			t.Fatal("no go.mod above the test")
		}
		root = filepath.Dir(root)
	}
	dir := filepath.Join(root, "..", "shared", path)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("../shared is absent: %v", err)
	}
	return dir
}
