package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"os"

	"plyquet/pipeline/config"
	"plyquet/stages"
)

// TestShippedConfigurationsAreValid checks configs/*.yaml with the decoder and with the JSON Schema that editors use.
func TestShippedConfigurationsAreValid(t *testing.T) {
	schema := compileSchema(t)
	paths, err := filepath.Glob("configs/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		if _, err := config.Load(path, nil, stages.All); err != nil {
			t.Errorf("%v", err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := yaml.Unmarshal(text, &value); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if err := schema.Validate(throughJSON(t, value)); value != nil && err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestDefaultsSatisfyTheirOwnSchema: every default that `plyquet schema` prints is a value that it accepts.
func TestDefaultsSatisfyTheirOwnSchema(t *testing.T) {
	f, err := config.Parse("", nil, nil, stages.All)
	if err != nil {
		t.Fatal(err)
	}
	text, err := f.Resolved()
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := yaml.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	if err := compileSchema(t).Validate(throughJSON(t, value)); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

func compileSchema(t *testing.T) *validator.Schema {
	t.Helper()
	text, err := config.Schema(stages.All, stages.Comments())
	if err != nil {
		t.Fatal(err)
	}
	doc, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := validator.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

func throughJSON(t *testing.T, v any) any {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	back, err := validator.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return back
}
