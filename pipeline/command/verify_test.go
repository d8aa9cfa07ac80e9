package command

import (
	"context"
	"strings"
	"testing"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
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

// growing is a stage that writes two tables and perhaps rejects.
type growing struct{}

func (growing) Name() string                          { return "grow" }
func (growing) Version() int                          { return 1 }
func (growing) Validate() error                       { return nil }
func (growing) Run(context.Context, *stage.Job) error { return nil }
func (growing) IO() (reads, writes []stage.TableID) {
	return nil, []stage.TableID{"plants", "fruit", run.Rejects}
}

func TestTableThatTheManifestHasLostIsNamed(t *testing.T) {
	registry := []func() stage.Stage{func() stage.Stage { return growing{} }}
	step := &manifest.Step{Result: manifest.Result{Files: map[stage.TableID][]stage.File{"plants": {{Name: "x"}}}}}
	m := &manifest.Manifest{Steps: map[string]*manifest.Step{"grow": step}}
	if list := absent(m, registry); len(list) > 0 {
		t.Errorf("a step that kept nothing: %v", list)
	}
	step.Result.Counts.Kept = 1
	if list := absent(m, registry); len(list) != 1 || list[0].Error() != "grow: has no file of its table fruit" {
		t.Errorf("%v", list)
	}
}
