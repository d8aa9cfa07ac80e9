package command

import (
	"errors"
	"strings"
	"testing"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

func TestQueriesAreNamedWithWhatTheRunLacks(t *testing.T) {
	var out strings.Builder
	e := &Env{Stdout: &out, data: defaultData}
	e.Queries = func() ([]QueryDoc, error) {
		return []QueryDoc{{"harvest", "What grew.", []string{"plants"}, "SELECT 1;\n"}, {"weather", "When it rained.", []string{"plants", "rain"}, "SELECT 2;\n"}}, nil
	}
	m := &manifest.Manifest{Steps: map[string]*manifest.Step{"grow": {Result: manifest.Result{Files: map[stage.TableID][]stage.File{
		"plants": {{Name: "tables/plants/part-00000.parquet", Path: "/garden/tables/plants/part-00000.parquet"}}}}}}}
	if err := e.showQueries(m, "plot"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"plyquet tables plot --query QUERY", "-- harvest                What grew.\n", "When it rained. (this run lacks rain)\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	out.Reset()
	if err := e.showQuery(m, "harvest"); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.HasPrefix(got, "CREATE OR REPLACE VIEW plants") || !strings.HasSuffix(got, "\n\nSELECT 1;\n") {
		t.Errorf("printed %q", got)
	}
	out.Reset()
	var usage *run.UsageError
	if err := e.showQuery(m, "nothing"); !errors.As(err, &usage) {
		t.Errorf("unknown query: %v", err)
	}
	if err := e.showQuery(m, "weather"); err == nil || !strings.Contains(err.Error(), "rain") {
		t.Errorf("query without its table: %v", err)
	}
	if out.Len() > 0 {
		t.Errorf("a refused query printed %q", out.String())
	}
}
