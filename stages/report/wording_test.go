package report

import (
	"regexp"
	"strings"
	"testing"

	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/signals"
)

func TestEverySignalHasWords(t *testing.T) {
	for _, s := range signals.List() {
		if signalNames[s.Name] == "" {
			t.Errorf("signal %s", s.Name)
		}
	}
}

func TestEveryWarningHasWords(t *testing.T) {
	source, err := rows.Source.ReadFile("signals.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]bool{}
	for _, m := range regexp.MustCompile(`\tWarn\w+ += "(\w+)"`).FindAllSubmatch(source, -1) {
		codes[string(m[1])] = true
		if warningTexts[string(m[1])] == "" {
			t.Errorf("warning %s has no words", m[1])
		}
	}
	for code := range warningTexts {
		if !codes[code] {
			t.Errorf("warning %s does not exist any more", code)
		}
	}
}

func TestWordingDescribesNumbers(t *testing.T) {
	for _, c := range []struct {
		row  *rows.Signal
		want string
	}{
		{nil, "no decisions"},
		{&rows.Signal{Tier: table.Some("none"), Z: table.Some[float32](-3)}, "consistent with rating"},
		{&rows.Signal{Tier: table.Some("notable"), Z: table.Some[float32](2.6)}, "unusual"},
		{&rows.Signal{Tier: table.Some("strong"), Z: table.Some[float32](5)}, "very unusual, review by a person"},
		{&rows.Signal{Z: table.Some[float32](7)}, "uncalibrated: no summary"},
		{&rows.Signal{Warnings: table.Some("few_decisions; one_game")}, "no summary: too few decisions for a z"},
		{&rows.Signal{Warnings: table.Some("too_few_lines; few_games")}, "no summary: too few engine lines"},
		{&rows.Signal{}, "no summary"},
	} {
		if got := wording(c.row); got != c.want {
			t.Errorf("%+v: %q, want %q", c.row, got, c.want)
		}
	}
}

// TestPageSaysWhatItMust: the rules of a report on fair play, in both directions.
func TestPageSaysWhatItMust(t *testing.T) {
	page := whole(t)["report/index.html"]
	for _, must := range []string{
		"3 players were tested", "honest players among so many reach z = 2", "family-wise error", // multiplicity
		"Testfish 1, Hash 16; depth 3; 50 lines", "invented", // engine, setting, baseline
		"opening 3, one legal move 1",                                // every exclusion with its count
		"raw z", "0.56", "0.40", "0.005", "45.7 to 58.2 %", "48.0 %", // raw and adjusted z, q, interval, expectation
		"1880 to 1920", "preparation", "improving player", "A low number clears nobody",
		"consistent with rating", "unusual", "very unusual, review by a person", "no summary: too few decisions for a z",
	} {
		if !strings.Contains(page, must) {
			t.Errorf("%q is not on the page", must)
		}
	}
	lower := strings.ToLower(page)
	for _, never := range []string{"cheat", "guilty", "suspect", "fraud", "probability of cheating", "innocen"} {
		if strings.Contains(lower, never) {
			t.Errorf("%q is on the page", never)
		}
	}
}

func TestCleanNamesCannotRewriteTheirLine(t *testing.T) {
	for name, want := range map[string]string{"Ahorn, Anna": "Ahorn, Anna", "a\u202eb": "ab", "\x1b[31mred": "[31mred", " \t\u200f ": "?", "": "?", "Žák": "Žák", "x\nz": "xz"} {
		if got := clean(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
