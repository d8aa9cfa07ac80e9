package uci_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plyquet/engine/uci"
	"plyquet/engine/uci/ucitest"
)

// What a session makes of an answer to "go depth 2" with two lines from the start position: rows, or the kind of failure.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	d1 := "info depth 1 multipv 1 score cp 30 nodes 20 pv e2e4\ninfo depth 1 multipv 2 score cp 20 nodes 20 pv d2d4\n"
	d2 := "info depth 2 multipv 1 score cp 25 nodes 50 pv d2d4 d7d5\ninfo depth 2 multipv 2 score mate -4 nodes 50 pv f2f3\n"
	best := "bestmove d2d4 ponder d7d5\n"
	rows := "1 20: e2e4+0.30 d2d4+0.20; 2 50: d2d4+0.25 f2f3#-4; best d2d4"
	for _, c := range []struct{ name, text, want string }{
		{"plain", d1 + d2 + best, rows},
		{"CR LF, blank lines, tabs", strings.ReplaceAll(d1+"\n\n"+d2+best, "\n", " \t\r\n"), rows},
		{"prose between the lines", d1 + "Depth 2 follows\n" + d2 + "info string done score cp 900 pv a2a3\n" + best, rows},
		{"other info lines", "info depth 1 currmove e2e4 currmovenumber 1\ninfo\ninfo depth\n" + d1 + d2 + "info nodes 60 cpuload 12\n" + best, rows},
		{"a readyok nobody asked for", "readyok\n" + d1 + d2 + best, rows},
		{"unsorted ranks", d1 + "info depth 2 multipv 1 score mate -4 nodes 50 pv f2f3\ninfo depth 2 multipv 2 score cp 25 nodes 50 pv d2d4\n" + best, rows},
		{"stopped early in a clean stream", d1 + "bestmove e2e4\n", "1 20: e2e4+0.30 d2d4+0.20; best e2e4"},
		{"stopped early, and lines were damaged", d1 + strings.ReplaceAll(d2, "multipv 2", "multipv 2%") + best, "garbage"},
		{"a line lost among prose", d1 + "oops\n" + best, "garbage"},
		{"no line at all", best, "inconsistent"},
		{"a null move", d1 + d2 + "bestmove 0000\n", "inconsistent"},
		{"no move", d1 + d2 + "bestmove (none)\n", "inconsistent"},
		{"a best move that is not legal", d1 + d2 + "bestmove e7e5\n", "inconsistent"},
		{"a line of another position", d1 + strings.ReplaceAll(d2, "f2f3", "f7f6") + best, "inconsistent"},
		{"one move twice", d1 + strings.ReplaceAll(d2, "f2f3", "d2d4") + best, "inconsistent"},
		{"the engine thinks the game is over", "info depth 0 score mate 0\nbestmove (none)\n", "inconsistent"},
		{"an old answer behind that", "info depth 0 score mate 0\n" + d1 + d2 + best, "inconsistent"},
		{"a position refused", "info string CRITICAL ERROR: Command `position` failed. Reason: because.\n", "refused"},
		{"binary", d1 + "\x00\x01\x02\n" + d2 + best, "garbage"},
		{"a flood of prose", strings.Repeat("la la la\n", 200_000) + d1 + d2 + best, "garbage"},
		{"no best move", d1 + d2, "slow"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "script")
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			limits := quick
			if limits.Search = 20 * time.Second; c.want == "slow" {
				limits.Search = 300 * time.Millisecond
			}
			s := open(t, uci.Config{Command: ucitest.Command(t, "script="+file), Timeouts: limits, Tries: 1})
			a, err := search(s, depth(2, 2))
			if got := describe(a, err); got != c.want {
				t.Errorf("got %s, want %s (%v)", got, c.want, err)
			}
		})
	}
}

func describe(a uci.Analysis, err error) string {
	var poison *uci.PoisonError
	if errors.As(err, &poison) {
		return string(poison.Kind())
	}
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, r := range a.Rows {
		fmt.Fprintf(&b, "%d %d:", r.Depth, r.Nodes)
		for _, l := range r.Lines {
			fmt.Fprintf(&b, " %v%v", l.Move, l.Score)
		}
		b.WriteString("; ")
	}
	return b.String() + "best " + a.Best.String()
}
