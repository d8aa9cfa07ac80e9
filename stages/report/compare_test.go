package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func TestDifferencesAreNamedByWhatTheyAre(t *testing.T) {
	var a, b account
	for i := range a {
		a[i], b[i] = map[string]string{}, map[string]string{}
	}
	flat := func(into map[string]string, text string, decode decoder) {
		t.Helper()
		if err := flattenText(into, "", []byte(text), decode); err != nil {
			t.Fatal(err)
		}
	}
	flat(a[0], "grade: {min_depth: 10, profiles: [cap]}\nseed: 42\n", yaml.Unmarshal)
	flat(b[0], "grade: {min_depth: 12, profiles: [cap]}\nseed: 42\n", yaml.Unmarshal)
	flat(a[1], `{"ingest": {"seen": 11000, "filtered": {"no_moves": 26}}}`, json.Unmarshal)
	flat(b[1], `{"ingest": {"seen": 11000}}`, json.Unmarshal)
	flat(a[2], `{"classes": [{"profile": "cap", "class": "blunder", "moves": 3}], "correlations": [{"definition": "elem", "rho": 0.123456789, "low": null}]}`, json.Unmarshal)
	flat(b[2], `{"classes": [{"profile": "cap", "class": "best", "moves": 1}, {"profile": "cap", "class": "blunder", "moves": 3}], "correlations": [{"definition": "elem", "rho": 0.2, "low": null}]}`, json.Unmarshal)
	var out strings.Builder
	if err := writeDifferences(&out, []string{"one", "two"}, [2]account{a, b}); err != nil {
		t.Fatal(err)
	}
	want := `configuration: 1 differ, 2 are the same
                   one  two
  grade.min_depth  10   12
counts: 1 differ, 1 are the same
                            one  two
  ingest.filtered.no_moves  26   -
metrics: 4 differ, 4 are the same
                             one       two
  classes[cap best].class    -         best
  classes[cap best].moves    -         1
  classes[cap best].profile  -         cap
  correlations[elem].rho     0.123457  0.2
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
