package config

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/goccy/go-yaml"

	"plyquet/pipeline/stage"
)

// brew is a stage with a field of every kind that settings may have.
type brew struct {
	Kind   string            `yaml:"kind"`
	Cups   int               `yaml:"cups"`
	Small  int8              `yaml:"small"`
	Strong float64           `yaml:"strong"`
	Milk   bool              `yaml:"milk"`
	Time   time.Duration     `yaml:"time" fingerprint:"-"`
	Beans  []string          `yaml:"beans"`
	Water  stage.Size        `yaml:"water"`
	Pot    pot               `yaml:"pot"`
	Labels map[string]string `yaml:"labels"`
	Spout  *pot              `yaml:"spout"`
	Grinds []pot             `yaml:"grinds"`
}

type pot struct {
	Depth int    `yaml:"depth"`
	Name  string `yaml:"name"`
}

func newBrew() stage.Stage {
	return &brew{Kind: "filter", Cups: 2, Strong: 0.5, Time: 4 * time.Minute, Beans: []string{"arabica"}, Pot: pot{Depth: 10}}
}

func (*brew) Name() string                                  { return "brew" }
func (*brew) Version() int                                  { return 1 }
func (*brew) IO() (reads, writes []stage.TableID)           { return nil, nil }
func (*brew) Run(ctx context.Context, job *stage.Job) error { return nil }
func (b *brew) Validate() error {
	var errs []error
	if b.Cups < 1 {
		errs = append(errs, &stage.FieldError{Path: "cups", Problem: "want at least 1"})
	}
	if b.Pot.Depth > 30 {
		errs = append(errs, fmt.Errorf("pot: %w", &stage.FieldError{Path: "pot.depth", Problem: "want at most 30"}))
	}
	if b.Milk && b.Kind == "ristretto" {
		errs = append(errs, errors.New("no milk in a ristretto"))
	}
	return errors.Join(errs...)
}

// drink only runs when asked.
type drink struct {
	Sips int `yaml:"sips"`
}

func (*drink) Name() string                                  { return "drink" }
func (*drink) Version() int                                  { return 1 }
func (*drink) IO() (reads, writes []stage.TableID)           { return nil, nil }
func (*drink) Run(ctx context.Context, job *stage.Job) error { return nil }
func (*drink) Validate() error                               { return nil }
func (*drink) OptIn()                                        {}

var registry = []func() stage.Stage{newBrew, func() stage.Stage { return &drink{Sips: 3} }}

// expectation is the first comment of a case: "# want: TEXT", one line for each error.
func expectations(text []byte) (want []string) {
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "# want: "); ok {
			want = append(want, strings.TrimSpace(rest))
		}
	}
	return want
}

func TestBadFilesNameEveryProblemAndItsPlace(t *testing.T) {
	cases, _ := filepath.Glob("testdata/*.bad.yaml")
	if len(cases) < 20 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, path := range cases {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		_, err = Parse(name, text, nil, registry)
		var errs Errors
		if !errors.As(err, &errs) {
			t.Errorf("%s: error %v", name, err)
			continue
		}
		var got []string
		for _, e := range errs {
			bare := *e
			bare.Excerpt = ""
			got = append(got, strings.TrimPrefix(bare.Error(), name+":"))
		}
		if g, w := strings.Join(got, "\n"), strings.Join(expectations(text), "\n"); g != w {
			t.Errorf("%s:\n%s\nwant\n%s", name, g, w)
		}
	}
}

func TestGoodFilesAreReadAndSatisfyTheSchema(t *testing.T) {
	schema := compiledSchema(t)
	cases, _ := filepath.Glob("testdata/*.good.yaml")
	if len(cases) < 5 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, path := range cases {
		f, err := Load(path, nil, registry)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		text, _ := os.ReadFile(path)
		text = bytes.TrimPrefix(text, []byte("\ufeff")) // the decoder does the same
		var value any
		if err := yaml.Unmarshal(text, &value); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		if value != nil {
			if err := schema.Validate(jsonValue(t, value)); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		got := strings.Join(summary(f), "\n")
		if want := strings.Join(expectations(text), "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", path, got, want)
		}
	}
}

// summary lists what differs from the defaults.
func summary(f *File) (list []string) {
	d, err := Parse("", nil, nil, registry)
	if err != nil {
		return []string{err.Error()}
	}
	note := func(path, got, def string) {
		if got != def {
			list = append(list, path+"="+got)
		}
	}
	note("run", f.Run, d.Run)
	note("seed", fmt.Sprint(f.Seed), fmt.Sprint(d.Seed))
	note("workers", f.Workers.String(), d.Workers.String())
	note("limits.memory", f.Limits.Memory.String(), d.Limits.Memory.String())
	note("limits.max_reject_rate", fmt.Sprint(f.Limits.MaxRejectRate), fmt.Sprint(d.Limits.MaxRejectRate))
	for i, s := range f.Sections {
		note(s.Stage.Name()+".enabled", fmt.Sprint(s.Enabled), fmt.Sprint(d.Sections[i].Enabled))
		defaults := map[string]string{}
		for _, l := range Leaves(d.Sections[i].Stage) {
			defaults[l.Path] = l.Value
		}
		for _, l := range Leaves(s.Stage) {
			note(s.Stage.Name()+"."+l.Path, l.Value, defaults[l.Path])
		}
	}
	return list
}

func compiledSchema(t *testing.T) *validator.Schema {
	t.Helper()
	text, err := Schema(registry, nil)
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

func jsonValue(t *testing.T, v any) any {
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

func TestSchemaRefusesWhatTheDecoderRefuses(t *testing.T) {
	schema := compiledSchema(t)
	for _, text := range []string{"brew: {cup: 1}", "brew: {cups: two}", "brew: {cups: 1.5}", "brewery: {}", "brew: {pot: {depth: deep}}", "seed: -1"} {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if schema.Validate(jsonValue(t, value)) == nil {
			t.Errorf("the schema accepts %s", text)
		}
		if _, err := Parse("f.yaml", []byte(text), nil, registry); err == nil {
			t.Errorf("the decoder accepts %s", text)
		}
	}
}

func TestCaretStandsBelowTheValue(t *testing.T) {
	_, err := Parse("f.yaml", []byte("seed: 1\nbrew:\n  cups: many\n"), nil, registry)
	want := "f.yaml:3:9: brew.cups: want a whole number, got \"many\"\n" +
		"    3 |   cups: many\n" +
		"      |         ^"
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestOverridesGoThroughTheSameChecks(t *testing.T) {
	f, err := Parse("f.yaml", []byte("brew: {cups: 3}\n"), []string{
		"brew.cups=7", "brew.pot.depth=12", "brew.beans=[robusta, liberica]", "brew.time=90s", "run=2024", "workers=2",
		"drink.enabled=true", "limits.memory=1GiB", "brew.kind=",
	}, registry)
	if err != nil {
		t.Fatal(err)
	}
	want := `[run=2024 workers=2 limits.memory=1GiB brew.kind= brew.cups=7 brew.beans=["robusta","liberica"] brew.pot.depth=12 drink.enabled=true]`
	if got := fmt.Sprint(summary(f)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for override, want := range map[string]string{
		"brew.cup=7":      `--set brew.cup=7: unknown key "cup" in brew; did you mean "cups"?`,
		"brew.cups=1.5":   `--set brew.cups=1.5: brew.cups: want a whole number, got 1.5`,
		"brew.cups=0":     `--set brew.cups=0: brew.cups: want at least 1`,
		"brew.cups=":      `--set brew.cups=: brew.cups: no value`,
		"brew.cups":       `--set brew.cups: want key.path=value, for example seed=7`,
		"brew.beans=[a":   `--set brew.beans=[a: brew.beans: the value is not YAML: [1:1] sequence end token ']' not found`,
		"brew.pot.deph=1": `--set brew.pot.deph=1: unknown key "deph" in brew.pot; did you mean "depth"?`,
	} {
		_, err := Parse("", nil, []string{override}, registry)
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n%v\nwant\n%s", override, err, want)
		}
	}
}

func TestResolvedConfigurationReadsBackTheSame(t *testing.T) {
	first, err := Load("testdata/full.good.yaml", nil, registry)
	if err != nil {
		t.Fatal(err)
	}
	text, err := first.Resolved()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("resolved", text, nil, registry)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if got, want := fmt.Sprint(summary(again)), fmt.Sprint(summary(first)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	second, _ := again.Resolved()
	if !bytes.Equal(text, second) {
		t.Errorf("not stable:\n%s\n%s", text, second)
	}
}

func TestMannerOfWorkIsNoPartOfTheFingerprint(t *testing.T) {
	for _, l := range Leaves(newBrew()) {
		if l.Path == "time" {
			t.Error(`a field with fingerprint:"-" is among the leaves`)
		}
	}
}

func TestMissingFileIsOneClearMessage(t *testing.T) {
	_, err := Load("testdata/nowhere.yaml", nil, registry)
	if err == nil || err.Error() != "testdata/nowhere.yaml: there is no such file" {
		t.Errorf("%v", err)
	}
}

func TestTextThatNobodyWroteIsRefusedAtOnce(t *testing.T) {
	for _, c := range []struct{ text, override, want string }{
		{"a: " + strings.Repeat("[", 200_000), "seed=1", "f.yaml: brackets are nested more than 64 deep"},
		{strings.Repeat("#", 2<<20), "seed=1", "f.yaml: more than 1048576 bytes: no configuration is that long"},
		{"", "brew.beans=" + strings.Repeat("{a: ", 70), "--set brew.beans: brew.beans: brackets are nested more than 64 deep"},
	} {
		_, err := Parse("f.yaml", []byte(c.text), []string{c.override}, registry)
		if err == nil || err.Error() != c.want {
			t.Errorf("%.300v, want %s", err, c.want)
		}
	}
}

func FuzzParseNeverPanics(f *testing.F) {
	for _, pattern := range []string{"testdata/*.good.yaml", "testdata/*.bad.yaml"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	for _, text := range hostileTexts() {
		if len(text) < 1<<12 {
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Parse("f.yaml", text, nil, registry)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without a message")
			}
			return
		}
		resolved, err := file.Resolved()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("again.yaml", resolved, nil, registry)
		if err != nil {
			t.Fatalf("%v\n%s", err, resolved)
		}
		if got, want := fmt.Sprint(summary(again)), fmt.Sprint(summary(file)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
