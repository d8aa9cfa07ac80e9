package plan

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
)

// step judges one node; the nodes it needs have been judged before.
func (b *builder) step(n *node) Step {
	s := Step{Stage: n.name, Reads: n.reads, Writes: n.writes, Needs: b.needs(n)}
	if n.skip != "" {
		s.Status, s.Reasons = Skipped, []string{n.skip}
		return s
	}
	s.Inputs = b.inputs(n)
	s.Parts = b.parts(n, s.Inputs)
	s.Fingerprint = Fingerprint(s.Parts)
	b.judge(&s)
	if err := b.facts.Blocked[n.name]; err != nil && s.Status == Stale {
		s.Status, s.Reasons = Blocked, []string{err.Error()}
	}
	return s
}

// inputs gathers the files of everything n reads, by step in the order of the registry.
func (b *builder) inputs(n *node) Inputs {
	in := Inputs{}
	for _, id := range n.reads {
		for _, p := range b.producers(n, id) {
			in[id] = append(in[id], b.facts.Done[p.name].Files[id]...)
		}
	}
	return in
}

// parts names everything that decides what the step makes.
func (b *builder) parts(n *node, in Inputs) []manifest.Part {
	parts := []manifest.Part{{Name: "version", Value: strconv.Itoa(n.section.Stage.Version())}}
	if b.facts.Schema > 0 {
		parts = append(parts, manifest.Part{Name: manifest.TablesPart, Value: strconv.Itoa(b.facts.Schema)})
	}
	for _, l := range config.Leaves(n.section.Stage) {
		parts = append(parts, manifest.Part{Name: "config." + l.Path, Value: l.Value})
	}
	parts = append(parts, b.external(n)...)
	for _, id := range n.reads {
		parts = append(parts, manifest.Part{Name: "input." + string(id), Value: digest(in[id])})
	}
	return parts
}

// external are the stage's facts about the world outside. Where they cannot be stated, those of the finished step stand: a
// study that was evaluated stays evaluated on a machine without the engine.
func (b *builder) external(n *node) (parts []manifest.Part) {
	if b.facts.Blocked[n.name] != nil {
		for _, p := range b.facts.Done[n.name].Parts {
			if strings.HasPrefix(p.Name, "external.") {
				parts = append(parts, p)
			}
		}
		return parts
	}
	for _, f := range b.facts.External[n.name] {
		parts = append(parts, manifest.Part{Name: "external." + f.Name, Value: f.Value})
	}
	return parts
}

func (b *builder) judge(s *Step) {
	done, finished := b.facts.Done[s.Stage]
	changed := b.changes(*s, done, finished)
	open := b.open(*s)
	problems, damaged := b.problems(s.Stage)
	switch {
	case !finished || len(changed) > 0:
		s.Status, s.Reasons = Stale, changed
		if !finished {
			s.Reasons = []string{b.notRun(s.Stage)}
		}
		if len(open) > 0 {
			s.Status, s.Reasons = Waits, append(s.Reasons, "waits for "+strings.Join(open, ", "))
		}
	case damaged:
		s.Status, s.Reasons = Damaged, problems
	case len(problems) > 0:
		s.Status, s.Reasons = Stale, problems
	case len(open) > 0:
		s.Status, s.Reasons = Waits, []string{"waits for " + strings.Join(open, ", ")}
	default:
		s.Status = Fresh
	}
	if len(open) > 0 {
		s.Fingerprint = "" // not known before those steps have run
	}
}

// NotRun is the reason of a step that has never been started.
const NotRun = "has not run"

func (b *builder) notRun(name string) string {
	if n := b.facts.Shards[name]; n > 0 {
		return fmt.Sprintf("not finished: %d shards are done", n)
	}
	return NotRun
}

// open are the steps that s needs and that are not settled yet.
func (b *builder) open(s Step) (names []string) {
	for _, name := range s.Needs {
		if b.status[name] != Fresh {
			names = append(names, name)
		}
	}
	return names
}

func (b *builder) problems(name string) (reasons []string, damaged bool) {
	more := 0
	for _, p := range b.facts.Problems {
		if p.Stage == name {
			if len(reasons) < maxProblems {
				reasons = append(reasons, p.Error())
			} else {
				more++
			}
			damaged = damaged || p.Kind != manifest.Missing
		}
	}
	if more > 0 {
		reasons = append(reasons, fmt.Sprintf("and %d more", more))
	}
	return reasons, damaged
}

// maxProblems is how many files are named; a folder that is gone has thousands. Verify names them all.
const maxProblems = 20

// changes names what differs from the execution in the manifest: "evaluate.grade.depth 10 -> 12".
func (b *builder) changes(s Step, done manifest.Result, finished bool) (reasons []string) {
	if !finished || Fingerprint(s.Parts) == done.Fingerprint {
		return nil
	}
	old := map[string]string{}
	for _, p := range done.Parts {
		old[p.Name] = p.Value
	}
	for _, p := range s.Parts {
		was, known := old[p.Name]
		delete(old, p.Name)
		switch {
		case !known:
			reasons = append(reasons, change(s.Stage, p.Name, "", p.Value))
		case was != p.Value:
			reasons = append(reasons, change(s.Stage, p.Name, was, p.Value))
		}
	}
	for _, p := range done.Parts {
		if was, gone := old[p.Name]; gone {
			reasons = append(reasons, change(s.Stage, p.Name, was, ""))
		}
	}
	if len(reasons) == 0 {
		reasons = []string{"its fingerprint was made by another rule"}
	}
	return reasons
}

var digestLike = regexp.MustCompile(`^(\d+ files )?[0-9a-f]{32,64}$`)

// change describes one part that differs. A digest says nothing to a reader; that it differs is all there is to say.
func change(stageName, name, was, now string) string {
	kind, rest, _ := strings.Cut(name, ".")
	label := rest
	switch kind {
	case "version":
		label = "stage version"
	case manifest.TablesPart:
		label = "version of the tables"
	case "config":
		label = stageName + "." + rest
	case "input":
		label = "input " + rest
	}
	opaque := digestLike.MatchString(was) || digestLike.MatchString(now)
	switch {
	case was == "" && opaque:
		return label + " is new"
	case now == "" && opaque:
		return label + " is gone"
	case opaque:
		return label + " changed"
	case was == "":
		return fmt.Sprintf("%s is new: %s", label, show(now))
	case now == "":
		return fmt.Sprintf("%s is gone: %s", label, show(was))
	}
	return fmt.Sprintf("%s %s -> %s", label, show(was), show(now))
}

func show(value string) string {
	if r := []rune(value); len(r) > 60 {
		return string(r[:60]) + "..."
	}
	if value == "" {
		return `""`
	}
	return value
}
