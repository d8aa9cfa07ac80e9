package report

import (
	"encoding/csv"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
	"plyquet/stages/rows/dictionary"
	"plyquet/stages/stagetest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestConformance(t *testing.T) {
	// Drawing takes most of the time, and the suite draws some thirty times: two figures are enough.
	little := func(t testing.TB, dir string) map[stage.TableID][]stage.File {
		all := world(t, dir)
		return map[stage.TableID][]stage.File{rows.Games: all[rows.Games], rows.Plies: all[rows.Plies], rows.Complexity: all[rows.Complexity], rows.Evaluations: all[rows.Evaluations]}
	}
	stagetest.Conform(t, stagetest.Case{New: New, Inputs: little})
}

var svg = regexp.MustCompile(`(?s)<svg.*?</svg>`)
var assets = regexp.MustCompile(`(?s)(<style>).*?(</style>)|(<script>).*?(</script>)`)

// TestPageOfASmallRun compares the whole page but its drawings, style and script with testdata/page.html.
func TestPageOfASmallRun(t *testing.T) {
	page := whole(t)["report/index.html"]
	got := assets.ReplaceAllString(svg.ReplaceAllString(page, "[svg]"), "$1$3...$2$4")
	golden := filepath.Join("testdata", "page.html")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		lines, other := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range min(len(lines), len(other)) {
			if lines[i] != other[i] {
				t.Fatalf("line %d is\n%s\nwant\n%s\n(-update after a look at it)", i+1, lines[i], other[i])
			}
		}
		t.Fatalf("%d lines, want %d", len(lines), len(other))
	}
}

func TestHostileNameStaysText(t *testing.T) {
	files := whole(t)
	page := files["report/index.html"]
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("%d script elements, want the page's own", n)
	}
	if !strings.Contains(page, "&lt;script&gt;alert(") {
		t.Error("the hostile name is not on the page as text")
	}
	for name, text := range files {
		if strings.HasSuffix(name, ".svg") && strings.Contains(text, "<script") {
			t.Errorf("%s holds a script", name)
		}
	}
}

func TestEveryFigureOfTheRunIsDrawn(t *testing.T) {
	files := whole(t)
	// Figures with too few points in so small a run are left out.
	for _, name := range []string{"openings", "move-classes", "profile-against-profile", "win-chance", "complexity-bump", "complexity-by-phase", "roc", "calibration"} {
		for _, ending := range []string{".png", ".svg"} {
			if files["report/plots/"+name+ending] == "" {
				t.Errorf("%s%s was not drawn", name, ending)
			}
		}
		if !strings.Contains(files["report/index.html"], `id="plot-`+name+`"`) {
			t.Errorf("%s is not on the page", name)
		}
	}
}

func TestHalfFinishedRunSaysWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	all := world(t, dir)
	page := execute(t, defaults(), dir, map[stage.TableID][]stage.File{rows.Games: all[rows.Games], rows.Plies: all[rows.Plies]})["report/index.html"]
	for _, want := range []string{"Not in this run", "(table signals): there was not enough for it", "plyquet run invented --to grade", "plyquet run invented --to positions", "Ahorn, Anna"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	if empty := execute(t, defaults(), t.TempDir(), nil)["report/index.html"]; !strings.Contains(empty, "plyquet run invented --to positions") {
		t.Error("the page of an empty run does not say how to go on")
	}
}

func TestPseudonymsLeaveNoName(t *testing.T) {
	dir := t.TempDir()
	s := defaults()
	s.Names = Pseudonyms
	files := execute(t, s, dir, world(t, dir))
	for file, text := range files {
		for _, name := range players {
			for _, form := range []string{name, strings.ReplaceAll(name, "<", "&lt;")} {
				if strings.Contains(text, form) {
					t.Errorf("%s holds the name %q", file, form)
				}
			}
		}
	}
	alias := aliases{Pseudonyms, 42}.of(players[0])
	if !strings.Contains(files["report/index.html"], alias) || !strings.Contains(files["report/players.csv"], alias) {
		t.Errorf("alias %s is missing", alias)
	}
	if other := (aliases{Pseudonyms, 43}).of(players[0]); other == alias {
		t.Error("the alias does not depend on the seed")
	}
}

func TestNumbersAreThoseOfTheTables(t *testing.T) {
	var n numbers
	if err := json.Unmarshal([]byte(whole(t)["report/figures.json"]), &n); err != nil {
		t.Fatal(err)
	}
	if len(n.Openings) != 2 || n.Openings[0].White != 1 || n.Openings[0].Draws != 1 || n.Openings[0].Black != 1 {
		t.Errorf("openings %+v", n.Openings)
	}
	// Anna Ahorn, rated 1900, has 80 in the first game and 81 in the second.
	if b := n.Accuracy[0]; b.Profile != "cap" || b.From != 1800 || b.Sides != 2 || b.Median != 80.5 {
		t.Errorf("first band of accuracy %+v", b)
	}
	for _, c := range n.Classes {
		if want := map[string]int64{"unmarked": 12, "blunder": 6}[c.Class]; c.Moves != want {
			t.Errorf("%+v, want %d moves", c, want)
		}
	}
	if len(n.Correlations) != 2 || n.Correlations[0].Rho != .5 || n.Correlations[0].Low != nil || *n.Correlations[1].High < .549 {
		t.Errorf("correlations %+v", n.Correlations)
	}
	// Assisted 0..5 against honest -2.5..2.5: of 36 pairs 30 are in order, none is equal.
	if len(n.ROC) != 1 || n.ROC[0].AUC != 30.0/36 {
		t.Errorf("ROC %+v", n.ROC)
	}
}

func TestDataCardHasEveryTableAndColumn(t *testing.T) {
	card := whole(t)["tables/README.md"]
	docs, err := dictionary.Tables()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if !strings.Contains(card, "\n## "+string(d.ID)+"\n") {
			t.Errorf("table %s is missing", d.ID)
		}
		for _, c := range d.Columns {
			if !strings.Contains(card, "\n| "+c.Name+" | "+c.Type+" | "+c.Unit+" | ") {
				t.Errorf("%s.%s is missing", d.ID, c.Name)
			}
		}
	}
	if !strings.Contains(card, "## Licence") {
		t.Error("no note on licences")
	}
}

// TestEqualPositionsStandInTheOrderOfTheGame: what is nearer to the start comes first.
func TestEqualPositionsStandInTheOrderOfTheGame(t *testing.T) {
	p, last := board.Start(), -1
	for _, san := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"} {
		if n := changed(p.FEN3()); n <= last {
			t.Errorf("before %s: %d squares have changed, %d one move earlier", san, n, last)
		} else {
			last = n
		}
		m, err := p.ParseSAN([]byte(san))
		if err != nil {
			t.Fatal(err)
		}
		p.Play(m)
	}
	for fen, want := range map[string]int{"8/8/8/8/8/8/8/8 w -": 32, "rubbish": 5, "pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp": 56} {
		if got := changed(fen); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

func TestValidateNamesEveryProblem(t *testing.T) {
	s := &Stage{Names: "initials", Openings: -1, Players: 501, Moments: 21}
	err := s.Validate()
	for _, field := range []string{"names", "openings", "players", "moments"} {
		if err == nil || !strings.Contains(err.Error(), field+":") {
			t.Errorf("%s is not in %v", field, err)
		}
	}
}

func TestExportedSignalsHaveTheColumnsOfTheTable(t *testing.T) {
	lines, err := csv.NewReader(strings.NewReader(whole(t)["report/signals.csv"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 8 {
		t.Fatalf("%d lines, want the head and 7 signals", len(lines))
	}
	cell := func(line int, column string) string { return lines[line][slices.Index(lines[0], column)] }
	for column, want := range map[string]string{"player": hostile, "signal": "llr", "value": "1.5", "n": "240", "z": "4.5", "q": "0.005",
		"correction": "bh", "tier": "strong", "players_tested": "3", "expected_false_hits": "0.01", "rating_low": "1880", "rating_high": "1920", "baseline": "invented", "low": "", "warnings": ""} {
		if got := cell(3, column); got != want {
			t.Errorf("%s is %q, want %q", column, got, want)
		}
	}
	if got := cell(7, "warnings"); got != "few_decisions; one_game" {
		t.Errorf("warnings %q", got)
	}
}
