package reports

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const hostile = `<script>alert(1)</script><img src=x onerror="alert(2)">javascript:alert(3)` + "\u202e" + `" onmouseover='alert(4)'`

// samplePage is an invented run with n players; hostile text stands wherever a PGN could put it.
func samplePage(t *testing.T, n, boards int) *Page {
	t.Helper()
	p := &Page{
		Run:      "demo",
		Facts:    []Fact{{"seed", "42"}, {"engine", "Stockfish 15.1"}, {"input", "2 files, 11,000 games"}},
		Funnel:   []FunnelRow{{"ingest", "games", 11000, 10950, 38, 12, []Reason{{"variant chess960", 38}, {"illegal_move", 12}}}},
		Findings: []Finding{{"White won 47.3 % of 10,950 games.", "openings"}, {hostile, ""}},
		Notices:  []string{"2,000 players were tested; about 45 of them would reach z = 2 by chance alone."},
		Missing:  []Lack{{What: "complexity", Command: "plyquet run club --to complexity"}, {What: "correlations"}},
		Openings: []OpeningRow{{hostile, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq", hostile, 5200, 4100, 3900, []NextMove{{"c5", 4000, 51.2}, {"e5", 3000, 53}}}},
		Methods:  []Fact{{"win chance", "Lichess, 2022"}},
		Config:   "run: demo\nseed: 42\n",
	}
	data := sampleData()
	for _, f := range Figures {
		im, err := f.Draw(data)
		if err != nil {
			t.Fatal(err)
		}
		svg, err := InlineSVG(im)
		if err != nil {
			t.Fatal(err)
		}
		p.Plots = append(p.Plots, Plot{f.Name, f.Title, f.Alt(data), svg})
	}
	var drawn Boards
	board, err := drawn.Draw("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "f1", "c4")
	if err != nil {
		t.Fatal(err)
	}
	p.Shared = drawn.Shared()
	for i := range n {
		id, name := fmt.Sprintf("player-%d", i), fmt.Sprintf("Player Number %d", i)
		if i == 0 {
			name = hostile
		}
		p.Players = append(p.Players, PlayerRow{ID: id, Name: name, Games: 11, Moves: int64(200 + i), Rating: "1812", Accuracy: "84.2", ACPL: "41", Match: "44.1 %, 42.0 %", Z: "0.41", Note: "consistent with rating"})
		s := PlayerSection{ID: id, Name: name, Signals: []SignalRow{{Name: "match rate", Value: "44.1 %", Interval: "38.0 % to 50.0 %", Expected: "42.0 %", ZRaw: "0.60", Z: "0.41", Q: "0.80", FalseHits: "681", N: 240, Games: 11, Warning: hostile}}}
		if i < boards {
			s.Moments = []Moment{{"12. Bc4, blunder: win chance 61 to 32 %", board}}
			s.Games = []GameMoves{{hostile, []GradedMove{{"1.", "e4", "book"}, {"", "e5", "book"}, {"2.", "Qh5", "blunder"}}}}
		}
		p.Sections = append(p.Sections, s)
	}
	return p
}

func render(t *testing.T, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := WritePage(&b, p); err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("PLYQUET_FIGURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("page-%d.html", len(p.Players))), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestHostileNamesStayText(t *testing.T) {
	page := render(t, samplePage(t, 3, 2))
	if got := strings.Count(page, "<script>"); got != 1 {
		t.Errorf("%d script elements, want the page's own one", got)
	}
	for _, bad := range []string{"<img", `onerror="alert`, `onmouseover='alert`, `href="javascript:`} {
		if strings.Contains(page, bad) {
			t.Errorf("%q reached the markup", bad)
		}
	}
	if !strings.Contains(page, "&lt;script&gt;alert(1)") {
		t.Error("the hostile name is not shown as text")
	}
}

func TestPageAsksForNothing(t *testing.T) {
	page := render(t, samplePage(t, 3, 2))
	for _, bad := range []string{"src=\"http", "href=\"http", "url(http", "@import", "<link rel=\"stylesheet"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page refers to the network: %s", bad)
		}
	}
}

func TestPageOfTwoThousandPlayersStaysUnderTenMegabytes(t *testing.T) {
	if size := len(render(t, samplePage(t, 2000, 40))); size > 10_000_000 {
		t.Errorf("%d bytes", size)
	}
}

func TestEveryAnchorHasItsTarget(t *testing.T) {
	page := render(t, samplePage(t, 5, 2))
	for _, part := range strings.Split(page, `href="#`)[1:] {
		id, _, _ := strings.Cut(part, `"`)
		if !strings.Contains(page, `id="`+id+`"`) {
			t.Errorf("#%s leads nowhere", id)
		}
	}
}
