package config

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml/parser"
)

// override applies "key.path=value"; the value is YAML, so a list is [a, b]. It goes through the same decoder as the
// file, with positions in the text of the override.
func (d *decoder) override(f *File, text string) {
	key, value, ok := strings.Cut(text, "=")
	o := newDecoder("--set "+text, []byte(text))
	o.loose = true
	defer func() {
		for _, e := range o.errs {
			d.report(e)
		}
		d.more += o.more
	}()
	if !ok || key == "" {
		o.report(&Error{File: o.file, Problem: "want key.path=value, for example seed=7"})
		return
	}
	target, problem := lookUp(f.fields(), key)
	if problem != "" {
		o.report(&Error{File: o.file, Problem: problem})
		return
	}
	if problem := tooMuch([]byte(value)); problem != "" {
		o.report(&Error{File: "--set " + key, Path: key, Problem: problem})
		return
	}
	tree, err := parser.ParseBytes([]byte(value), 0)
	if err != nil {
		o.report(&Error{File: o.file, Path: key, Problem: "the value is not YAML: " + firstLine(err)})
		return
	}
	if len(tree.Docs) == 0 || tree.Docs[0].Body == nil {
		if target.Kind() != reflect.String {
			o.report(&Error{File: o.file, Path: key, Problem: "no value"})
			return
		}
		target.SetString("")
		d.origin[key] = text
		return
	}
	o.value(tree.Docs[0].Body, key, target)
	for _, e := range o.errs {
		e.Line, e.Column, e.Excerpt = 0, 0, ""
	}
	if len(o.errs) == 0 {
		delete(d.broken, key)
	}
	d.origin[key] = text
}

// lookUp finds the setting of a path.
func lookUp(fields []field, path string) (v reflect.Value, problem string) {
	done := ""
	for _, key := range strings.Split(path, ".") {
		i := 0
		for i < len(fields) && fields[i].key != key {
			i++
		}
		if i == len(fields) {
			where := ""
			if done != "" {
				where = " in " + done
			}
			return v, fmt.Sprintf("unknown key %q%s%s", key, where, suggest(key, keysOf(fields)))
		}
		v, done = fields[i].value, join(done, key)
		on := fields[i].enabled
		fields = nil
		if v.Kind() == reflect.Struct && !customText(v) {
			fields = fieldsOf(v)
		}
		if on != nil {
			fields = append(fields, field{key: "enabled", value: reflect.ValueOf(on).Elem()})
		}
	}
	return v, ""
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
