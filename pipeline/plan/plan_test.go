package plan

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
)

// cook is a stage that reads and writes what it is told.
type cook struct {
	Heat          int    `yaml:"heat"`
	Wine          string `yaml:"wine"`
	name          string
	version       int
	reads, writes []stage.TableID
	lack          []stage.TableID
}

func (c *cook) Name() string                                { return c.name }
func (c *cook) Version() int                                { return c.version }
func (c *cook) Validate() error                             { return nil }
func (c *cook) IO() (reads, writes []stage.TableID)         { return c.reads, c.writes }
func (c *cook) Run(ctx context.Context, _ *stage.Job) error { return nil }
func (c *cook) MayLack() []stage.TableID                    { return c.lack }

type guest struct{ cook }

func (*guest) OptIn() {}

func ids(names string) (list []stage.TableID) {
	for _, n := range strings.Fields(names) {
		list = append(list, stage.TableID(n))
	}
	return list
}

func newCook(name, reads, writes, lack string) func() stage.Stage {
	return func() stage.Stage {
		return &cook{name: name, version: 1, Heat: 7, reads: ids(reads), writes: ids(writes), lack: ids(lack)}
	}
}

// The registry is not in the order of the data on purpose.
var kitchen = []func() stage.Stage{
	newCook("boil", "market", "soup", ""),
	newCook("shop", "", "market", ""),
	newCook("bake", "market", "bread", ""),
	newCook("serve", "soup bread rejects", "meal", "bread rejects"),
	func() stage.Stage {
		return &guest{cook{name: "toast", version: 1, reads: ids("meal"), writes: ids("speech")}}
	},
}

func parse(t *testing.T, text string) *config.File {
	t.Helper()
	f, err := config.Parse("kitchen.yaml", []byte(text), nil, kitchen)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func build(t *testing.T, f *config.File, facts Facts) *Plan {
	t.Helper()
	p, err := Build(f, facts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// text prints a plan as "shop=fresh boil=stale(why)".
func (p *Plan) text() string {
	var list []string
	for _, s := range p.Steps {
		line := s.Stage + "=" + string(s.Status)
		if len(s.Reasons) > 0 {
			line += "(" + strings.Join(s.Reasons, "; ") + ")"
		}
		list = append(list, line)
	}
	return strings.Join(list, " ")
}

// finish plays the executor: it enters every step that is due, in order, until nothing is left.
func finish(t *testing.T, f *config.File, facts *Facts, content string) {
	t.Helper()
	if facts.Done == nil {
		facts.Done = map[string]manifest.Result{}
	}
	for range 20 {
		p := build(t, f, *facts)
		ran := false
		for _, s := range p.Steps {
			if s.Status != Stale {
				continue
			}
			files := map[stage.TableID][]stage.File{}
			for _, w := range s.Writes {
				files[w] = []stage.File{{Name: "tables/" + string(w) + "/part-00000.parquet", SHA256: fmt.Sprintf("%064x", len(content))}}
			}
			facts.Done[s.Stage] = manifest.Result{Stage: s.Stage, Fingerprint: s.Fingerprint, Parts: s.Parts, Files: files}
			ran = true
			break
		}
		if !ran {
			return
		}
	}
	t.Fatal("the plan never settles")
}

func TestStepsAreOrderedByDataThenByRegistry(t *testing.T) {
	got := build(t, parse(t, ""), Facts{}).text()
	want := "shop=stale(has not run) boil=waits(has not run; waits for shop) bake=waits(has not run; waits for shop) " +
		"serve=waits(has not run; waits for boil, shop, bake) toast=skipped(runs only with enabled: true)"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFinishedRunIsFresh(t *testing.T) {
	f, facts := parse(t, ""), Facts{}
	finish(t, f, &facts, "a")
	p := build(t, f, facts)
	if got := p.text(); got != "shop=fresh boil=fresh bake=fresh serve=fresh toast=skipped(runs only with enabled: true)" || p.Work() {
		t.Errorf("%s, work %t", got, p.Work())
	}
	if again := build(t, f, facts).text(); again != p.text() {
		t.Error("the same facts give another plan")
	}
}

func TestPlanNamesWhatChanged(t *testing.T) {
	facts := Facts{External: map[string][]stage.Fact{"shop": {{Name: "engine", Value: "Fish 15"}, {Name: "a.pgn", Value: strings.Repeat("a", 64)}}}}
	finish(t, parse(t, ""), &facts, "a")
	for _, c := range []struct {
		name, yaml string
		change     func(f *Facts)
		want       string
	}{
		{"setting", "boil: {heat: 9, wine: red}", nil,
			"shop=fresh boil=stale(boil.heat 7 -> 9; boil.wine is new: red) bake=fresh serve=waits(waits for boil)"},
		{"external", "", func(f *Facts) {
			f.External = map[string][]stage.Fact{"shop": {{Name: "engine", Value: "Fish 16"}, {Name: "a.pgn", Value: strings.Repeat("b", 64)}}}
		}, "shop=stale(engine Fish 15 -> Fish 16; a.pgn changed) boil=waits(waits for shop) bake=waits(waits for shop) serve=waits(waits for boil, shop, bake)"},
		{"input", "", func(f *Facts) {
			r := f.Done["shop"]
			r.Files = map[stage.TableID][]stage.File{"market": {{Name: "m", SHA256: "other"}}}
			f.Done["shop"] = r
		}, "shop=fresh boil=stale(input market changed) bake=stale(input market changed) serve=waits(waits for boil, bake)"},
		{"missing file", "", func(f *Facts) {
			f.Problems = []manifest.Problem{{Stage: "bake", File: "tables/bread/part-00000.parquet", Kind: manifest.Missing, Text: "is missing"}}
		}, "shop=fresh boil=fresh bake=stale(tables/bread/part-00000.parquet: is missing) serve=waits(waits for bake)"},
		{"damaged file", "", func(f *Facts) {
			f.Problems = []manifest.Problem{{Stage: "bake", File: "b", Kind: manifest.Damaged, Text: "is damaged"}}
		}, "shop=fresh boil=fresh bake=damaged(b: is damaged) serve=waits(waits for bake)"},
		{"interrupted", "", func(f *Facts) {
			delete(f.Done, "boil")
			f.Shards = map[string]int{"boil": 3}
		}, "shop=fresh boil=stale(not finished: 3 shards are done) bake=fresh serve=waits(input soup changed; waits for boil)"},
		{"disabled", "bake: {enabled: false}", nil,
			"shop=fresh boil=fresh bake=skipped(disabled: enabled: false) serve=stale(input bread changed)"},
		{"no input", "boil: {enabled: false}", nil,
			"boil=skipped(disabled: enabled: false) shop=fresh bake=fresh serve=skipped(needs soup, which boil would make (disabled: enabled: false))"},
		{"opted in", "toast: {enabled: true}", nil,
			"shop=fresh boil=fresh bake=fresh serve=fresh toast=stale(has not run)"},
		{"engine gone, work done", "", func(f *Facts) {
			f.External, f.Blocked = nil, map[string]error{"shop": errors.New("no engine")}
		}, "shop=fresh boil=fresh bake=fresh serve=fresh"},
		{"engine gone, work left", "shop: {heat: 1}", func(f *Facts) {
			f.External, f.Blocked = nil, map[string]error{"shop": errors.New("no engine")}
		}, "shop=blocked(no engine) boil=waits(waits for shop) bake=waits(waits for shop) serve=waits(waits for boil, shop, bake)"},
	} {
		changed := Facts{Done: map[string]manifest.Result{}, External: facts.External}
		for k, v := range facts.Done {
			changed.Done[k] = v
		}
		if c.change != nil {
			c.change(&changed)
		}
		got := build(t, parse(t, c.yaml), changed).text()
		got = strings.TrimSuffix(got, " toast=skipped(runs only with enabled: true)")
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestEarlyCutOff(t *testing.T) {
	facts := Facts{}
	finish(t, parse(t, ""), &facts, "a")
	hot := parse(t, "shop: {heat: 9}")
	p := build(t, hot, facts)
	if s, _ := p.Step("boil"); s.Status != Waits || s.Fingerprint != "" {
		t.Errorf("boil: %s %q before shop has run", s.Status, s.Fingerprint)
	}
	s, _ := p.Step("shop")
	r := facts.Done["shop"]
	r.Fingerprint, r.Parts = s.Fingerprint, s.Parts // the same content under another fingerprint
	facts.Done["shop"] = r
	if got := build(t, hot, facts).text(); strings.Contains(got, "stale") || strings.Contains(got, "waits") {
		t.Errorf("the same content makes work: %s", got)
	}
}

func TestContentDecidesNotTheFileAroundIt(t *testing.T) {
	a := []stage.File{{Name: "t", SHA256: "1", Content: "c"}}
	b := []stage.File{{Name: "t", SHA256: "2", Content: "c"}}
	c := []stage.File{{Name: "t", SHA256: "1", Content: "d"}}
	if digest(a) != digest(b) || digest(a) == digest(c) {
		t.Error("the digest of an input is not that of its content")
	}
}

func TestFingerprintsDoNotRunTogether(t *testing.T) {
	a := []manifest.Part{{Name: "a", Value: "b=c"}, {Name: "d", Value: "e"}}
	b := []manifest.Part{{Name: "a=b", Value: "c"}, {Name: "d", Value: "e"}}
	c := []manifest.Part{{Name: "a", Value: "b=c\n1:d=1:e"}}
	if Fingerprint(a) == Fingerprint(b) || Fingerprint(a) == Fingerprint(c) {
		t.Error("different parts have one fingerprint")
	}
}

func TestCircleIsAnErrorThatNamesIt(t *testing.T) {
	circle := []func() stage.Stage{newCook("hen", "egg", "chicken", ""), newCook("egg", "chicken", "egg", "")}
	f, err := config.Parse("", nil, nil, circle)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Build(f, Facts{}); err == nil || !strings.Contains(err.Error(), "hen, egg") {
		t.Errorf("error %v", err)
	}
}
