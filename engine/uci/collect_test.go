package uci

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// collect feeds the lines of a transcript to a collector, up to and including bestmove.
func collect(t *testing.T, want, limit int, text string) (*collector, []string) {
	t.Helper()
	var c collector
	c.reset(want, limit)
	var best []string
	sc := bufio.NewScanner(strings.NewReader(text))
	for sc.Scan() {
		line := []byte(strings.TrimSuffix(sc.Text(), "\r"))
		if info, ok := ParseInfo(line); ok {
			c.add(info)
		}
		if move, ok := ParseBestMove(line); ok {
			best = append(best, string(move))
		}
	}
	c.end()
	return &c, best
}

// show prints rows as "depth: move score, ...".
func show(c *collector) string {
	var b strings.Builder
	for d := 1; d <= min(c.depth, len(c.rows)); d++ {
		if r := c.rows[d-1]; len(r.cells) > 0 {
			fmt.Fprintf(&b, "%d:", d)
			for i := range r.cells {
				fmt.Fprintf(&b, " %s%v", r.cells[i].text(), r.cells[i].score)
			}
			fmt.Fprintf(&b, " n%d\n", r.nodes)
		}
	}
	return b.String()
}

func block(depth, nodes int, lines ...string) string {
	var b strings.Builder
	for i, l := range lines {
		move, cp, _ := strings.Cut(l, " ")
		fmt.Fprintf(&b, "info depth %d multipv %d score cp %s nodes %d pv %s\n", depth, i+1, cp, nodes, move)
	}
	return b.String()
}

func TestRowsOfASearch(t *testing.T) {
	partial := "info depth 2 multipv 1 score cp 40 nodes 25 pv d2d4\n" + // rank 2 still shows depth 1
		"info depth 1 multipv 2 score cp 10 nodes 25 pv d2d4\n"
	for _, c := range []struct {
		name, text, want string
		limit            int
	}{
		{"one block a depth", block(1, 10, "e2e4 20", "d2d4 10") + block(2, 30, "d2d4 30", "e2e4 5"),
			"1: e2e4+0.20 d2d4+0.10 n10\n2: d2d4+0.30 e2e4+0.05 n30\n", 2},
		{"old lines inside a block are not of this depth", block(1, 10, "e2e4 20", "d2d4 10") + partial + block(2, 30, "d2d4 30", "e2e4 5"),
			"1: e2e4+0.20 d2d4+0.10 n10\n2: d2d4+0.30 e2e4+0.05 n30\n", 2},
		{"a block before the depth is finished is replaced", block(1, 10, "e2e4 20", "d2d4 10") + block(1, 12, "d2d4 21", "e2e4 20"),
			"1: d2d4+0.21 e2e4+0.20 n12\n", 1},
		{"a search cut by nodes leaves no half depth", block(1, 10, "e2e4 20", "d2d4 10") + partial,
			"1: e2e4+0.20 d2d4+0.10 n10\n", 0},
		{"bounds at the cut do not mix with exact lines", block(1, 10, "e2e4 20", "d2d4 10") +
			"info depth 2 multipv 1 score cp 50 upperbound nodes 20 pv e2e4\ninfo depth 2 multipv 2 score cp 5 nodes 20 pv d2d4\n" +
			"info depth 2 multipv 1 score cp 7 nodes 22 pv e2e4\ninfo depth 2 multipv 2 score cp 5 lowerbound nodes 22 pv d2d4\n",
			"1: e2e4+0.20 d2d4+0.10 n10\n", 0},
		{"lines of a smaller depth change nothing", block(2, 10, "e2e4 20", "d2d4 10") + block(1, 12, "a2a3 90", "a2a4 80"),
			"2: e2e4+0.20 d2d4+0.10 n10\n", 2},
		{"unsorted ranks are sorted, equal scores keep their order", block(1, 10, "e2e4 5", "d2d4 30") + block(2, 20, "a2a3 5", "b2b3 5"),
			"1: d2d4+0.30 e2e4+0.05 n10\n2: a2a3+0.05 b2b3+0.05 n20\n", 2},
		{"ranks one by one, in no block", "info depth 1 multipv 2 score cp 3 nodes 8 pv d2d4\ninfo depth 1 multipv 1 score cp 9 nodes 9 pv e2e4\n",
			"1: e2e4+0.09 d2d4+0.03 n9\n", 1},
		{"ranks one by one, then cut", "info depth 1 multipv 2 score cp 3 nodes 8 pv d2d4\ninfo depth 1 multipv 1 score cp 9 nodes 9 pv e2e4\n",
			"", 0},
		{"a block wins over single lines", block(1, 10, "e2e4 20", "d2d4 10") + "info depth 1 multipv 1 score cp 90 nodes 11 pv a2a3\n",
			"1: e2e4+0.20 d2d4+0.10 n10\n", 1},
		{"a false bound at the end of the last block is a score", block(1, 10, "e2e4 20", "d2d4 10") +
			"info depth 2 multipv 1 score cp 50 nodes 20 pv e2e4\ninfo depth 2 multipv 2 score cp 5 upperbound nodes 20 pv d2d4\n",
			"1: e2e4+0.20 d2d4+0.10 n10\n2: e2e4+0.50 d2d4+0.05 n20\n", 2},
		{"it replaces a block of the same depth", block(2, 10, "e2e4 20", "d2d4 10") +
			"info depth 2 multipv 1 score cp 50 nodes 20 pv d2d4\ninfo depth 2 multipv 2 score cp 20 upperbound nodes 20 pv e2e4\n" + block(3, 30, "e2e4 1", "d2d4 0"),
			"2: d2d4+0.50 e2e4+0.20 n20\n3: e2e4+0.01 d2d4+0.00 n30\n", 3},
		{"at a cut it may be a true one", block(1, 10, "e2e4 20", "d2d4 10") +
			"info depth 2 multipv 1 score cp 50 nodes 20 pv e2e4\ninfo depth 2 multipv 2 score cp 5 upperbound nodes 20 pv d2d4\n",
			"1: e2e4+0.20 d2d4+0.10 n10\n", 0},
		{"nothing", "info string hello\n", "", 1},
	} {
		got, _ := collect(t, 2, c.limit, c.text)
		if s := show(got); s != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, s, c.want)
		}
	}
}

func TestDepthBeyondTheLimitIsNoRow(t *testing.T) {
	c, _ := collect(t, 1, 2, block(1, 10, "e2e4 5")+block(2, 20, "e2e4 6")+block(95, 30, "d2d4 7")+"bestmove e2e4\n")
	if got, want := show(c), "1: e2e4+0.05 n10\n2: e2e4+0.06 n20\n"; got != want {
		t.Errorf("rows\n%swant\n%s", got, want)
	}
}

func TestStorageIsCleanForTheNextSearch(t *testing.T) {
	c, _ := collect(t, 2, 3, block(1, 1, "e2e4 1", "d2d4 0")+block(2, 2, "e2e4 1", "d2d4 0")+block(3, 3, "e2e4 1", "d2d4 0"))
	c.reset(1, 3)
	info, _ := ParseInfo([]byte("info depth 3 score cp 7 pv g1f3"))
	c.add(info)
	if got := show(c); got != "3: g1f3+0.07 n0\n" {
		t.Errorf("got %q", got)
	}
}

func TestCollectingAllocatesNothingOnceWarm(t *testing.T) {
	var infos []Info
	for d := 1; d <= 12; d++ {
		for rank := 1; rank <= 30; rank++ {
			info, _ := ParseInfo(fmt.Appendf(nil, "info depth %d multipv %d score cp %d nodes 5 pv a2a%d", d, rank, -rank, rank%8+1))
			infos = append(infos, info)
		}
	}
	var c collector
	n := testing.AllocsPerRun(20, func() {
		c.reset(30, 12)
		for _, info := range infos {
			c.add(info)
		}
		c.end()
	})
	if n != 0 || c.deepest() != 12 {
		t.Errorf("%v allocations, depth %d", n, c.deepest())
	}
}

// The transcripts of ../shared/cases/64-uci-transcripts, with the expectations of its expect.md.
func TestSharedTranscripts(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "cases", "64-uci-transcripts")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("../shared is absent: ", err)
	}
	load := func(name string, want, limit int) (*collector, []string) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return collect(t, want, limit, string(text))
	}
	last := func(name string, want int) string {
		c, best := load(name, want, 0)
		var parts []string
		for rank := 1; rank <= want; rank++ {
			cell, depth := c.latest(rank)
			parts = append(parts, fmt.Sprintf("%d %s %v", depth, cell.text(), cell.score))
		}
		return strings.Join(append(parts, best...), ", ")
	}
	for _, c := range []struct {
		name string
		want int
		text string
	}{
		{"bounds.txt", 1, "11 e2e4 +0.36, e2e4"},
		{"field-order.txt", 2, "26 d6d4 #-128, 25 a6a5 -0.12, d8e7"},
		{"one-legal-move-multipv.txt", 1, "3 a1b1 -5.07, a1b1"},
		{"three-lines.txt", 3, "3 e1d2 +3.02, 3 e1f2 +2.01, 3 e1d1 +0.21, e1d2"},
		{"mate-lines.txt", 2, "4 d1d8 #1, 4 g1f1 +3.72, d1d8"},
		{"crlf.txt", 1, "1 e2e4 +0.10, e2e4"},
		{"no-bestmove.txt", 1, "1 e2e4 +0.10"},
		{"bestmove-null.txt", 1, "0  +0.00, "},
	} {
		if got := last(c.name, c.want); got != c.text {
			t.Errorf("%s: got %q, want %q", c.name, got, c.text)
		}
	}
	for name, want := range map[string]string{"mate-on-board.txt": "#-", "stalemate.txt": "+0.00"} {
		if c, best := load(name, 1, 0); !c.ended || c.over.String() != want || best[0] != "" {
			t.Errorf("%s: ended %v, %v, best %q", name, c.ended, c.over, best)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "stale-and-dead.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, second, _ := strings.Cut(string(text), "bestmove e2e4\n")
	if c, _ := collect(t, 1, 0, second); !c.ended || c.over.String() != "#-" || show(c) != "" {
		t.Errorf("stale-and-dead.txt: ended %v, %v, rows %q", c.ended, c.over, show(c))
	}
}
