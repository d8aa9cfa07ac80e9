package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"plyquet/pipeline/config"
	"plyquet/stages"
)

var update = flag.Bool("update", false, "write stages/comments.json and configs/schema.json anew")

// TestGeneratedSchemaIsUpToDate: what editors and `plyquet help config` say of a setting is its comment in the source.
func TestGeneratedSchemaIsUpToDate(t *testing.T) {
	comments := commentsOfSettings(t)
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(comments); err != nil {
		t.Fatal(err)
	}
	schema, err := config.Schema(stages.All, comments)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]byte{"stages/comments.json": text.Bytes(), "configs/schema.json": schema} {
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date (%v): go test . -run GeneratedSchema -update", path, err)
		}
	}
	keys, err := config.Keys(stages.All, comments)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		if k.Doc == "" {
			t.Errorf("%s: its field has neither a comment nor a description", k.Path)
		}
		if _, err := config.Parse("", nil, []string{k.Path + "=" + k.Default}, stages.All); err != nil {
			t.Errorf("the default that is printed is not one that can be set: %v", err)
		}
	}
}

// commentsOfSettings reads the sources below stages and keeps what the settings use.
func commentsOfSettings(t *testing.T) config.Comments {
	t.Helper()
	var r jsonschema.Reflector
	if err := r.AddGoComments(module, "stages"); err != nil {
		t.Fatal(err)
	}
	used := config.Comments{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice:
			walk(typ.Elem())
		case reflect.Struct:
			for f := range typ.Fields() {
				if f.Tag.Get("yaml") == "" {
					continue
				}
				key := typ.PkgPath() + "." + typ.Name() + "." + f.Name
				if c := r.CommentMap[key]; c != "" && f.Tag.Get("jsonschema_description") == "" && !strings.Contains(f.Tag.Get("jsonschema"), "description=") {
					used[key] = plain(f.Name, c)
				}
				walk(f.Type)
			}
		}
	}
	for _, construct := range stages.All {
		walk(reflect.TypeOf(construct()))
	}
	return used
}

// plain turns a Go comment into a description: "Depth is how deep ..." needs no name beside its key.
func plain(name, comment string) string {
	text := strings.Join(strings.Fields(comment), " ")
	for _, verb := range []string{" is ", " are "} {
		if rest, ok := strings.CutPrefix(text, name+verb); ok {
			text = rest
		}
	}
	if !strings.Contains(strings.TrimSuffix(text, "."), ". ") {
		text = strings.TrimSuffix(text, ".")
	}
	return text
}

// TestShippedConfigurationsNameTheSchema lets an editor complete keys without any set-up.
func TestShippedConfigurationsNameTheSchema(t *testing.T) {
	paths, err := filepath.Glob("configs/*.yaml")
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(text), "# yaml-language-server: $schema=./schema.json\n") {
			t.Errorf("%s does not begin with the line that names the schema (%v)", path, err)
		}
	}
}
