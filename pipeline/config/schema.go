package config

import (
	"encoding"
	"encoding/json"
	"reflect"
	"time"

	"github.com/invopop/jsonschema"

	"plyquet/pipeline/stage"
)

// Comments say what settings mean: the comments of their fields in the sources, by "PACKAGE.TYPE.FIELD". A description
// in a field's tag comes first. Reflection does not see comments, so whoever constructs the stages brings them.
type Comments map[string]string

// Schema returns the JSON Schema of a configuration, for editors. It knows types, keys, defaults and meanings; what only
// Validate knows (ranges, one setting against another) is not in it.
func Schema(registry []func() stage.Stage, comments Comments) ([]byte, error) {
	data, err := json.MarshalIndent(schemaOf(registry, comments), "", "  ")
	return append(data, '\n'), err
}

func schemaOf(registry []func() stage.Stage, comments Comments) *jsonschema.Schema {
	reflector := &jsonschema.Reflector{
		FieldNameTag: "yaml", DoNotReference: true, Anonymous: true,
		RequiredFromJSONSchemaTags: true, Mapper: mapType, CommentMap: comments,
	}
	frame := Defaults()
	root := describeType(reflector, reflect.ValueOf(&frame).Elem())
	root.Version = jsonschema.Version
	root.Title = "plyquet run"
	root.Description = "One run of plyquet: what is fetched, computed and reported. Every key has a default."
	root.PatternProperties = map[string]*jsonschema.Schema{"^x-": jsonschema.TrueSchema}
	for _, construct := range registry {
		s := construct()
		section := describeType(reflector, settings(s))
		_, optIn := s.(stage.OptIn)
		section.Properties.Set("enabled", &jsonschema.Schema{
			Type: "boolean", Default: !optIn, Description: "whether the stage runs",
		})
		root.Properties.Set(s.Name(), nullable(section))
	}
	return root
}

// describeType reflects a struct and fills in its defaults.
func describeType(r *jsonschema.Reflector, v reflect.Value) *jsonschema.Schema {
	s := r.ReflectFromType(v.Type())
	s.Version = ""
	if s.Properties == nil {
		s.Properties = jsonschema.NewProperties()
	}
	s.AdditionalProperties = jsonschema.FalseSchema
	fillDefaults(s, v)
	return s
}

func fillDefaults(s *jsonschema.Schema, v reflect.Value) {
	for _, f := range fieldsOf(v) {
		p, ok := s.Properties.Get(f.key)
		if !ok {
			continue
		}
		_, text := f.value.Interface().(encoding.TextMarshaler)
		if f.value.Kind() == reflect.Struct && !text {
			if p.Properties != nil {
				fillDefaults(p, f.value)
			}
			continue
		}
		p.Default = defaultOf(f.value)
		if f.value.CanUint() {
			p.Minimum = "0"
		}
	}
}

func defaultOf(v reflect.Value) any {
	switch x := v.Interface().(type) {
	case time.Duration:
		return x.String()
	case encoding.TextMarshaler:
		if v.Kind() == reflect.Pointer && v.IsNil() {
			return nil
		}
		if text, err := x.MarshalText(); err == nil {
			return string(text)
		}
	}
	switch {
	case v.Kind() == reflect.Slice && v.IsNil():
		return []any{}
	case v.Kind() == reflect.Map && v.IsNil():
		return map[string]any{}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		return asKeys(v)
	}
	return v.Interface()
}

// asKeys gives structs the names that their fields have in a configuration.
func asKeys(v reflect.Value) (list []any) {
	for i := range v.Len() {
		item := map[string]any{}
		for _, f := range fieldsOf(v.Index(i)) {
			if f.value.Kind() == reflect.Slice && f.value.Len() == 0 || f.value.IsZero() {
				continue // what is left out has this value as well
			}
			item[f.key] = defaultOf(f.value)
		}
		list = append(list, item)
	}
	return list
}

// mapType describes the types that read themselves from text, and durations.
func mapType(t reflect.Type) *jsonschema.Schema {
	switch {
	case t == durationType:
		return &jsonschema.Schema{Type: "string", Pattern: `^([0-9.]+(ns|us|µs|ms|s|m|h))+$|^0$`}
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}}
	}
	return nil
}

// nullable accepts a section without content: `report:` alone.
func nullable(s *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
}
