package config

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// A decoder fills structs from a syntax tree and collects errors. It remembers where each value stands, so that
// validation can point at it later.
type decoder struct {
	file    string
	lines   []string
	text    []byte
	loose   bool                       // an override: 2024 is as good as "2024" for a text
	places  map[string]*token.Position // of values in the file, by path
	origin  map[string]string          // of values that an override has set: its text
	anchors map[string]ast.Node
	broken  map[string]bool // paths that could not be decoded
	errs    Errors
	more    int // problems beyond maxErrors
}

func newDecoder(file string, text []byte) *decoder {
	return &decoder{
		file: file, text: text, lines: strings.Split(string(text), "\n"),
		places: map[string]*token.Position{}, origin: map[string]string{}, anchors: map[string]ast.Node{}, broken: map[string]bool{},
	}
}

// document decodes the whole text into f.
func (d *decoder) document(f *File) {
	if problem := tooMuch(d.text); problem != "" {
		d.report(&Error{File: d.file, Problem: problem})
		return
	}
	// goccy keeps a byte-order mark as part of the first key.
	tree, err := parser.ParseBytes([]byte(strings.TrimPrefix(string(d.text), "\ufeff")), 0, parser.AllowDuplicateMapKey())
	if err != nil {
		d.syntax(err)
		return
	}
	var body ast.Node
	for _, doc := range tree.Docs {
		switch {
		case doc.Body == nil:
		case body == nil:
			body = doc.Body
		default:
			d.at(doc.Body, "", "a second document; a configuration is one document")
		}
	}
	if body != nil {
		d.mapping(body, "", f.fields(), true)
	}
}

func (d *decoder) syntax(err error) {
	var located yaml.Error
	if errors.As(err, &located) && located.GetToken() != nil {
		d.add(located.GetToken().Position, "", located.GetMessage())
		return
	}
	d.report(&Error{File: d.file, Problem: err.Error()})
}

// A field is one key of a mapping and where its value goes.
type field struct {
	key     string
	value   reflect.Value
	enabled *bool // of a stage's section: where its `enabled` goes
	manner  bool  // how the work is done, not what comes out: no part of the fingerprint
}

// fieldsOf lists the keys of a struct. Fields without a yaml tag are not settings.
func fieldsOf(v reflect.Value) (list []field) {
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		key, options, _ := strings.Cut(tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			list = append(list, fieldsOf(v.Field(i))...)
		case key != "" && key != "-":
			list = append(list, field{key: key, value: v.Field(i), manner: tag.Get("fingerprint") == "-"})
		}
	}
	return list
}

// mapping decodes the keys of a node. At the top level, keys that start with x- hold anchors.
func (d *decoder) mapping(node ast.Node, path string, fields []field, top bool) {
	entries, ok := d.entries(node)
	if !ok {
		d.at(node, path, "want settings as `key: value`, got "+describe(node))
		return
	}
	seen := map[string]*token.Position{}
	for _, e := range entries {
		key, at := e.Key.GetToken().Value, e.Key.GetToken().Position
		if first := seen[key]; first != nil {
			d.add(at, join(path, key), fmt.Sprintf("given twice; first in line %d", first.Line))
			continue
		}
		seen[key] = at
		if top && strings.HasPrefix(key, "x-") {
			d.remember(e.Value)
			continue
		}
		if _, merge := e.Key.(*ast.MergeKeyNode); merge {
			d.add(at, path, "merge keys (<<) are not supported; write the settings out")
			continue
		}
		d.entry(e, key, path, fields)
	}
}

func (d *decoder) entry(e *ast.MappingValueNode, key, path string, fields []field) {
	at := e.Key.GetToken().Position
	for _, f := range fields {
		if f.key != key {
			continue
		}
		d.places[join(path, key)] = at
		if f.enabled != nil {
			d.section(e.Value, key, f)
		} else {
			d.value(e.Value, join(path, key), f.value)
		}
		return
	}
	d.broken[join(path, key)] = true
	d.add(at, path, fmt.Sprintf("unknown key %q", key)+suggest(key, keysOf(fields)))
}

func keysOf(fields []field) []string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.key
	}
	return keys
}

// section decodes the settings of a stage; `enabled` is a key of every section.
func (d *decoder) section(node ast.Node, key string, f field) {
	node = d.resolve(node)
	if _, empty := node.(*ast.NullNode); empty {
		return // `report:` alone
	}
	fields := append([]field{{key: "enabled", value: reflect.ValueOf(f.enabled).Elem()}}, fieldsOf(f.value)...)
	d.mapping(node, key, fields, false)
}

// value decodes any node into v.
func (d *decoder) value(node ast.Node, path string, v reflect.Value) {
	node = d.resolve(node)
	d.places[path] = node.GetToken().Position
	switch {
	case customText(v):
		d.scalar(node, path, v)
	case customYAML(v):
		if err := yaml.NodeToValue(node, v.Addr().Interface(), yaml.Strict()); err != nil {
			d.custom(node, path, err)
		}
	case v.Kind() == reflect.Struct:
		if _, empty := node.(*ast.NullNode); !empty {
			d.mapping(node, path, fieldsOf(v), false)
		}
	case v.Kind() == reflect.Pointer:
		d.pointer(node, path, v)
	case v.Kind() == reflect.Slice:
		d.sequence(node, path, v)
	case v.Kind() == reflect.Map:
		d.table(node, path, v)
	default:
		if problem := setScalar(node, v, d.loose); problem != "" {
			d.at(node, path, problem)
		}
	}
}

func (d *decoder) pointer(node ast.Node, path string, v reflect.Value) {
	if _, null := node.(*ast.NullNode); null {
		v.SetZero()
		return
	}
	target := reflect.New(v.Type().Elem())
	if !v.IsNil() {
		target.Elem().Set(v.Elem())
	}
	d.value(node, path, target.Elem())
	v.Set(target)
}

func (d *decoder) sequence(node ast.Node, path string, v reflect.Value) {
	seq, ok := node.(*ast.SequenceNode)
	if !ok {
		d.at(node, path, "want a list such as [a, b], got "+describe(node))
		return
	}
	list := reflect.MakeSlice(v.Type(), len(seq.Values), len(seq.Values))
	for i, item := range seq.Values {
		d.value(item, fmt.Sprintf("%s[%d]", path, i), list.Index(i))
	}
	v.Set(list)
}

// table decodes a map with free keys. It replaces the default as a whole.
func (d *decoder) table(node ast.Node, path string, v reflect.Value) {
	entries, ok := d.entries(node)
	if !ok {
		d.at(node, path, "want settings as `key: value`, got "+describe(node))
		return
	}
	m := reflect.MakeMap(v.Type())
	for _, e := range entries {
		key := e.Key.GetToken().Value
		item := reflect.New(v.Type().Elem()).Elem()
		d.value(e.Value, join(path, key), item)
		if k := reflect.ValueOf(key).Convert(v.Type().Key()); m.MapIndex(k).IsValid() {
			d.add(e.Key.GetToken().Position, join(path, key), "given twice")
		} else {
			m.SetMapIndex(k, item)
		}
	}
	v.Set(m)
}

// scalar decodes a type that reads itself from text.
func (d *decoder) scalar(node ast.Node, path string, v reflect.Value) {
	s, ok := scalarText(node)
	if !ok {
		d.at(node, path, "want a single value, got "+describe(node))
		return
	}
	if err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s)); err != nil {
		d.at(node, path, err.Error())
	}
}

func (d *decoder) custom(node ast.Node, path string, err error) {
	var located yaml.Error
	if errors.As(err, &located) && located.GetToken() != nil {
		d.broken[path] = true
		d.add(located.GetToken().Position, path, located.GetMessage())
		return
	}
	d.at(node, path, err.Error())
}

func customText(v reflect.Value) bool {
	if !v.CanAddr() {
		return false
	}
	_, ok := v.Addr().Interface().(encoding.TextUnmarshaler)
	return ok
}

func customYAML(v reflect.Value) bool {
	if !v.CanAddr() {
		return false
	}
	switch v.Addr().Interface().(type) {
	case yaml.BytesUnmarshaler, yaml.InterfaceUnmarshaler, yaml.NodeUnmarshaler:
		return true
	}
	return v.Kind() == reflect.Interface
}

// entries returns the pairs of a mapping.
func (d *decoder) entries(node ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := d.resolve(node).(type) {
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	}
	return nil, false
}

// resolve follows anchors, aliases and tags to the value itself.
func (d *decoder) resolve(node ast.Node) ast.Node {
	for range 100 { // an alias of itself would not end
		switch n := node.(type) {
		case *ast.AnchorNode:
			d.anchors[n.Name.GetToken().Value] = n.Value
			node = n.Value
		case *ast.AliasNode:
			target, ok := d.anchors[n.Value.GetToken().Value]
			if !ok {
				return node
			}
			node = target
		case *ast.TagNode:
			node = n.Value
		default:
			return node
		}
	}
	return node
}

// remember collects the anchors below a node that is not decoded. It follows no alias: what an alias names has been
// collected where it stands, and a mapping may name itself.
func (d *decoder) remember(node ast.Node) { ast.Walk(anchorCollector(d.anchors), node) }

type anchorCollector map[string]ast.Node

// Visit implements ast.Visitor.
func (c anchorCollector) Visit(node ast.Node) ast.Visitor {
	if anchor, ok := node.(*ast.AnchorNode); ok {
		c[anchor.Name.GetToken().Value] = anchor.Value
	}
	return c
}

// at adds an error at a node and marks the path as broken.
func (d *decoder) at(node ast.Node, path, problem string) {
	d.broken[path] = true
	d.add(node.GetToken().Position, path, problem)
}

func (d *decoder) add(at *token.Position, path, problem string) {
	d.report(&Error{File: d.file, Line: at.Line, Column: at.Column, Path: path, Problem: problem})
}

// complain adds an error of validation at the value of path, or at the nearest setting around it that the file has.
func (d *decoder) complain(path, format string, args ...any) {
	problem := fmt.Sprintf(format, args...)
	for p := path; p != ""; p = parent(p) {
		if text, ok := d.origin[p]; ok {
			d.report(&Error{File: "--set " + text, Path: path, Problem: problem})
			return
		}
		if at := d.places[p]; at != nil {
			d.add(at, path, problem)
			return
		}
	}
	d.report(&Error{File: d.file, Path: path, Problem: problem})
}

// maxErrors is how many problems are shown. Nobody reads more, and a file of another kind has one in every line.
const maxErrors = 50

// report keeps an error and shows its line, or counts it.
func (d *decoder) report(e *Error) {
	if len(d.errs) >= maxErrors {
		d.more++
		return
	}
	if e.Line > 0 {
		e.Excerpt = excerpt(d.lines, e.Line, e.Column)
	}
	d.errs = append(d.errs, e)
}

// problems returns the errors in the order of the file, nil when there are none.
func (d *decoder) problems() error {
	if len(d.errs) == 0 {
		return nil
	}
	list := d.errs.sorted()
	if d.more > 0 {
		list = append(list, &Error{File: d.file, Problem: fmt.Sprintf("and %d more problems", d.more)})
	}
	return list
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func parent(path string) string {
	i := strings.LastIndexAny(path, ".[")
	if i < 0 {
		return ""
	}
	return path[:i]
}
