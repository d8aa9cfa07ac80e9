package config

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/goccy/go-yaml"

	"plyquet/pipeline/stage"
)

// Resolved writes the configuration with every default filled in. Read again it gives the same File.
func (f *File) Resolved() ([]byte, error) {
	return f.print(yaml.MapSlice{
		{Key: "run", Value: f.Run},
		{Key: "seed", Value: f.Seed},
		{Key: "workers", Value: f.Workers},
		{Key: "limits", Value: f.Limits},
		{Key: "cluster", Value: f.Cluster},
	})
}

// Settings is Resolved without what differs between machines and changes no result: workers and memory.
func (f *File) Settings() ([]byte, error) {
	return f.print(yaml.MapSlice{
		{Key: "run", Value: f.Run},
		{Key: "seed", Value: f.Seed},
		{Key: "limits", Value: yaml.MapSlice{{Key: "max_reject_rate", Value: f.Limits.MaxRejectRate}}},
	})
}

func (f *File) print(doc yaml.MapSlice) ([]byte, error) {
	for _, s := range f.Sections {
		body := yaml.MapSlice{{Key: "enabled", Value: s.Enabled}}
		for _, field := range fieldsOf(settings(s.Stage)) {
			body = append(body, yaml.MapItem{Key: field.key, Value: field.value.Interface()})
		}
		doc = append(doc, yaml.MapItem{Key: s.Stage.Name(), Value: body})
	}
	return yaml.MarshalWithOptions(doc, yaml.IndentSequence(true))
}

// A Leaf is one setting of a stage: "grade.depth", "12".
type Leaf struct{ Path, Value string }

// Leaves lists the settings that decide what a stage makes, in the order of the struct. A field with the tag
// `fingerprint:"-"` is left out: it changes how the work is done (time limits, retries), not its result.
func Leaves(s stage.Stage) []Leaf {
	var list []Leaf
	walk(settings(s), "", &list)
	return list
}

func walk(v reflect.Value, path string, list *[]Leaf) {
	for _, f := range fieldsOf(v) {
		if !f.manner {
			leaf(f.value, join(path, f.key), list)
		}
	}
}

func leaf(v reflect.Value, path string, list *[]Leaf) {
	_, text := v.Interface().(encoding.TextMarshaler)
	switch {
	case text:
		*list = append(*list, Leaf{path, canonical(v)})
	case v.Kind() == reflect.Pointer && !v.IsNil():
		leaf(v.Elem(), path, list)
	case v.Kind() == reflect.Struct:
		walk(v, path, list)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		for i := range v.Len() {
			leaf(v.Index(i), fmt.Sprintf("%s[%d]", path, i), list)
		}
	default:
		*list = append(*list, Leaf{path, canonical(v)})
	}
}

// canonical prints a setting the same way on every machine.
func canonical(v reflect.Value) string {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return "none"
	}
	switch x := v.Interface().(type) {
	case time.Duration:
		return x.String()
	case encoding.TextMarshaler:
		if text, err := x.MarshalText(); err == nil {
			return string(text)
		}
	case string:
		return x
	}
	// A list that was never set and an empty one are the same setting.
	if k := v.Kind(); (k == reflect.Slice || k == reflect.Map) && v.Len() == 0 {
		return "none"
	}
	// JSON sorts the keys of maps and prints the shortest number that reads back the same.
	data, err := json.Marshal(v.Interface())
	if err != nil {
		return fmt.Sprintf("%+v", v.Interface())
	}
	return string(data)
}
