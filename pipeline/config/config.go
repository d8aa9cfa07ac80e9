// Package config turns a YAML file into a File: validated settings with every default filled in.
//
// Decoding is strict and reports everything at once: an unknown key, a wrong type, a value out of range each become
// an Error with file, line, column and an excerpt. An empty file is a valid run. The package knows stages only
// through the constructors it is given; it opens no file but the configuration and looks at no environment variable.
// It is not for deciding what has to run: that is pipeline/plan.
//
//	parse     text -> syntax tree (goccy/go-yaml)
//	decode    syntax tree -> structs, over their defaults; here, because the library stops at the first error and
//	          takes 1.5 for 1 and 010 for 8
//	validate  Stage.Validate; errors are given the position of the value they are about
package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"time"

	"plyquet/pipeline/stage"
)

// A File is a validated configuration. It is read-only after Load.
type File struct {
	Frame
	// Path is the file it came from; empty for the defaults.
	Path string
	// Sections are the stages in the order of the registry, enabled or not.
	Sections []Section
}

// Frame holds the settings that belong to no stage.
type Frame struct {
	Run     string  `yaml:"run" jsonschema:"description=name of the run: its folder is data/runs/NAME"`
	Seed    uint64  `yaml:"seed" jsonschema:"description=seed of every random choice"`
	Workers Workers `yaml:"workers" jsonschema:"description=goroutines: auto (one per CPU) or a number; sequential is one goroutine without a pool"`
	Limits  Limits  `yaml:"limits" jsonschema:"description=bounds of the run"`
	Cluster Cluster `yaml:"cluster" jsonschema:"description=how the run is spread over a cluster"`
}

// Limits bound what a run may use and tolerate.
type Limits struct {
	Memory        stage.Size `yaml:"memory" jsonschema:"description=memory of large tables and engines together; none is no limit"`
	MaxRejectRate float64    `yaml:"max_reject_rate" jsonschema:"description=share of rejected units above which the run ends with exit code 3"`
}

// A Section is one stage with its settings.
type Section struct {
	Stage   stage.Stage
	Enabled bool
}

// Defaults are the settings of an empty file.
func Defaults() Frame {
	return Frame{
		Run: "demo", Seed: 42, Workers: Workers{Auto: true},
		Limits:  Limits{Memory: 4 << 30, MaxRejectRate: 0.05},
		Cluster: Cluster{Shards: 16, CPUs: 1, Time: 4 * time.Hour},
	}
}

// Load reads the file at path, or takes the defaults when path is empty, and applies the overrides ("key.path=value").
// The error is an Errors for anything the user has to correct in the file or the overrides.
func Load(path string, overrides []string, registry []func() stage.Stage) (*File, error) {
	var text []byte
	if path != "" {
		var err error
		if text, err = read(path); err != nil {
			return nil, readError(path, err)
		}
	}
	return Parse(path, text, overrides, registry)
}

// read reads no more of a file than tells that it is too long. A pipe is welcome, such as a shell's <(...).
func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxBytes+1))
}

func readError(path string, err error) error {
	problem := err.Error()
	var pathError *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		problem = "there is no such file"
	case errors.As(err, &pathError):
		problem = pathError.Err.Error()
	}
	return Errors{{File: path, Problem: problem}}
}

// Parse is Load on text that has been read already.
func Parse(name string, text []byte, overrides []string, registry []func() stage.Stage) (*File, error) {
	f := &File{Frame: Defaults(), Path: name}
	for _, construct := range registry {
		s := construct()
		_, optIn := s.(stage.OptIn)
		f.Sections = append(f.Sections, Section{Stage: s, Enabled: !optIn})
	}
	d := newDecoder(name, text)
	d.document(f)
	for _, o := range overrides {
		d.override(f, o)
	}
	d.validate(f)
	if err := d.problems(); err != nil {
		return nil, err
	}
	return f, nil
}

// Section returns the section of a stage.
func (f *File) Section(name string) (Section, bool) {
	for _, s := range f.Sections {
		if s.Stage.Name() == name {
			return s, true
		}
	}
	return Section{}, false
}

// fields returns where the keys of the top level are decoded to.
func (f *File) fields() []field {
	list := fieldsOf(reflect.ValueOf(&f.Frame).Elem())
	for i := range f.Sections {
		s := &f.Sections[i]
		list = append(list, field{key: s.Stage.Name(), value: settings(s.Stage), enabled: &s.Enabled})
	}
	return list
}

// settings is the struct behind a stage: what its section is decoded into.
func settings(s stage.Stage) reflect.Value {
	v := reflect.ValueOf(s)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.CanSet() {
		panic(fmt.Sprintf("config: stage %s is registered as a value; its constructor must return a pointer", s.Name()))
	}
	return v
}

var runName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// validate checks the frame and every enabled stage.
func (d *decoder) validate(f *File) {
	if !runName.MatchString(f.Run) {
		d.complain("run", "%q cannot be the name of a folder; use letters, digits, '.', '_' and '-'", f.Run)
	}
	if r := f.Limits.MaxRejectRate; r < 0 || r > 1 {
		d.complain("limits.max_reject_rate", "%g is not between 0 and 1", r)
	}
	d.validateCluster(f)
	for _, s := range f.Sections {
		if s.Enabled {
			d.validateStage(s.Stage)
		}
	}
}

func (d *decoder) validateStage(s stage.Stage) {
	for _, err := range flatten(s.Validate()) {
		path, problem := s.Name(), err.Error()
		var at *stage.FieldError
		if errors.As(err, &at) {
			path, problem = path+"."+at.Path, at.Problem
		}
		if !d.broken[path] { // its value could not be decoded: the default says nothing about the file
			d.complain(path, "%s", problem)
		}
	}
}

// flatten undoes errors.Join.
func flatten(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var list []error
	for _, e := range joined.Unwrap() {
		list = append(list, flatten(e)...)
	}
	return list
}
