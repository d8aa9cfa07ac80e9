package pgn

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/engine/board"
)

// sharedRows reads a table of tab-separated values in ../shared/cases, \n and \t written as two characters.
func sharedRows(t *testing.T, elem ...string) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile(shared(t, append([]string{"cases"}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		for i := range cells {
			cells[i] = strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}

// lastPly reads a game of one move with the given comment behind it.
func lastPly(comment string) (*Ply, Notes) {
	r := NewReader(Options{})
	r.Reset(Block{Data: []byte("1. e4 {" + comment + "} 1-0")})
	g, _ := r.Next()
	return &g.Moves[len(g.Moves)-1], g.Notes
}

func TestSharedClocks(t *testing.T) {
	for _, row := range sharedRows(t, "51-clock-formats", "clk.tsv") {
		p, notes := lastPly(row[0])
		got := "none"
		if ms, ok := p.Clock(); ok {
			got = fmt.Sprint(ms)
		} else if notes&NoteBadClock != 0 {
			got = "invalid"
		}
		switch want := row[1]; {
		case want == "doc": // minutes and seconds: see ParseClock
			want = "63333"
			fallthrough
		default:
			if got != want && !(strings.HasPrefix(want, "invalid-or") && (got == "invalid" || got == "none")) {
				t.Errorf("%q: clock %s, want %s", row[0], got, want)
			}
		}
	}
}

func TestSharedEvals(t *testing.T) {
	documented := map[string]string{"[%eval -77,23]": "cp -77 depth 23", "[%eval 29997,40]": "mate 3 depth 40"}
	for _, row := range sharedRows(t, "54-eval-formats", "eval.tsv") {
		p, notes := lastPly(row[0])
		want := row[1]
		if want == "doc" {
			want = documented[row[0]]
		}
		got := evalText(p.Eval())
		if p.Eval().Kind == NoEval && notes&NoteBadEval != 0 {
			got = "invalid"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", row[0], got, want)
		}
	}
}

func evalText(e Eval) string {
	text := [...]string{"none", "cp", "mate"}[e.Kind]
	if e.Kind != NoEval {
		text += fmt.Sprintf(" %d", e.N)
	}
	if e.Depth != 0 {
		text += fmt.Sprintf(" depth %d", e.Depth)
	}
	return text
}

func TestSharedResults(t *testing.T) {
	for _, row := range sharedRows(t, "40-result-spellings", "results.tsv") {
		r, ok := ParseResult([]byte(row[0]))
		got := r.String()
		if !ok && row[0] != "" {
			got = "?"
		}
		if got != row[1] {
			t.Errorf("%q: %s, want %s", row[0], got, row[1])
		}
	}
}

// TestSharedTimeControls reads the words of the table back into what they mean.
func TestSharedTimeControls(t *testing.T) {
	want := map[string]string{
		"600 s": "600+0", "180 s + 2 s": "180+2", "0 s + 1 s": "0+1", "15 s": "15+0", "none": "untimed", "unknown": "unknown",
		"1 move per 86400 s": "1/86400+0", "40 moves in 9000 s": "40/9000+0", "40/7200 then 3600": "40/7200+0 3600+0",
		"moves with increment": "40/5400+30 1800+30", "hourglass 60 s": "hourglass 60+0",
		"154.283 s + 1.543 s": "154.283+1.543", "10 s + 0.05 s": "10+0.05", "time odds": "unknown", "60 s + 1 s": "60+1",
	}
	for _, row := range sharedRows(t, "56-timecontrol-formats", "timecontrol.tsv") {
		need := want[row[1]]
		if row[1] == "three periods" {
			need = map[bool]string{true: "40/7200+0 20/3600+0 900+30", false: "40/1980+0 40/1980+0 40/1980+0"}[strings.HasSuffix(row[0], "+30")]
		}
		if got := controlText(ParseTimeControl(row[0])); got != need {
			t.Errorf("%q: %s, want %s (%s)", row[0], got, need, row[1])
		}
	}
}

func controlText(c TimeControl) string {
	var parts []string
	for _, p := range c.Periods {
		text := fmt.Sprintf("%g+%g", float64(p.BaseMs)/1000, float64(p.IncrementMs)/1000)
		if p.Moves > 0 {
			text = fmt.Sprintf("%d/%s", p.Moves, text)
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, " ")
	switch c.Kind {
	case ControlUnknown:
		return "unknown"
	case Untimed:
		return "untimed"
	case Hourglass:
		return "hourglass " + text
	}
	return text
}

func TestSharedDates(t *testing.T) {
	documented := map[string]string{"2020-01-02": "2020-01-02", "20200102": "2020-01-02"}
	for _, row := range sharedRows(t, "58-date-formats", "dates.tsv") {
		d, ok := ParseDate(row[0])
		got := "null"
		if !ok {
			got = "null with a warning"
		} else if d.Year != 0 {
			got = strings.TrimSuffix(strings.TrimSuffix(fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day), "-00"), "-00")
		}
		want, _, _ := strings.Cut(row[1], " (")
		if strings.HasPrefix(row[1], "doc") {
			if want, _ = documented[row[0]]; want == "" {
				want = "null with a warning"
			}
		}
		if strings.Contains(row[1], "no such day") {
			want = "null with a warning"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", row[0], got, want)
		}
	}
}

func TestSharedThinkTimes(t *testing.T) {
	for _, c := range []struct {
		file, want string
		odd        int
	}{
		{"52-think-times/clocks.pgn", "0 0 - 6000 4000 - 0 - 46000", 1},
		{"53-timestamps-and-emt/chesscom.pgn", "100 800 1100 3000", 0},
		{"53-timestamps-and-emt/dgt.pgn", "16000 35000 0 500", 0},
	} {
		data, err := os.ReadFile(shared(t, "cases", filepath.FromSlash(c.file)))
		if err != nil {
			t.Fatal(err)
		}
		r := NewReader(Options{})
		r.Reset(Block{Data: data})
		g, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		control, _ := g.Tag("TimeControl")
		spent, odd := g.Spent(ParseTimeControl(control), nil)
		if got := tookText(spent); got != c.want || odd != c.odd {
			t.Errorf("%s: %s, %d odd, want %s, %d odd", c.file, got, odd, c.want, c.odd)
		}
	}
}

func tookText(spent []Took) string {
	var words []string
	for _, s := range spent {
		if s.Known {
			words = append(words, fmt.Sprint(s.Ms))
		} else {
			words = append(words, "-")
		}
	}
	return strings.Join(words, " ")
}

// TestSharedUnclosedComment: by the letter one game, better two; the first is damaged in any case.
func TestSharedUnclosedComment(t *testing.T) {
	games := readAll(t, shared(t, "cases", "24-unterminated-comment", "middle.pgn"), Sizes{})
	if len(games) != 2 || games[0].Reason != "unterminated_comment" || games[0].Plies != 2 || games[1].Status != "ok" || games[1].Plies != 2 {
		t.Errorf("got %+v", games)
	}
	if games[0].Result != board.WhiteWins.String() {
		t.Errorf("result %s of the tag is lost", games[0].Result)
	}
}
