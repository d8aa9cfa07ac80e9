package command

import (
	"strings"
	"testing"

	"plyquet/pipeline/manifest"
)

// TestVerifyAdvisesWhatHelps: a file that the manifest does not name is only called superfluous when the tables agree without it.
func TestVerifyAdvisesWhatHelps(t *testing.T) {
	stray := manifest.Problem{File: "tables/a/part-00001.parquet", Kind: manifest.Stray}
	lost := manifest.Problem{Stage: "table a", Kind: manifest.Counts}
	missing := manifest.Problem{File: "tables/a/part-00000.parquet", Kind: manifest.Missing}
	if !onlyStrays(nil) || !onlyStrays([]manifest.Problem{stray}) || onlyStrays([]manifest.Problem{stray, missing}) {
		t.Error("tables are compared when and only when each of their files is there")
	}
	for _, c := range []struct {
		problems []manifest.Problem
		says     string
		not      string
	}{
		{[]manifest.Problem{stray}, "do no harm", "--force"},
		{[]manifest.Problem{stray, lost}, "remove manifest.json there", "do no harm"},
		{[]manifest.Problem{missing}, "are made again by: plyquet run here", "do no harm"},
	} {
		if text := remedy(c.problems, "here"); !strings.Contains(text, c.says) || strings.Contains(text, c.not) {
			t.Errorf("%v: %s", c.problems, text)
		}
	}
}
