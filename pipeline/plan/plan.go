// Package plan decides what has to run. It is pure: configuration, what is on disk and what stages say about the
// outside world come in, a list of steps with reasons comes out; the same input gives the same plan.
//
// The rules:
//
//   - Steps are ordered by what stages read and write; where that leaves a choice, by the order of the registry.
//   - A step's fingerprint is made of the stage's version, its settings, its external facts and the content of its inputs.
//   - A step is fresh when it has finished with the same fingerprint and its files are still there.
//   - A step behind a step that is not fresh waits: if the new input has the old content, it will be fresh.
//   - A stage runs unless its section says `enabled: false`; one that implements stage.OptIn runs only with
//     `enabled: true`. A step that reads what no enabled stage makes is skipped, unless stage.Partial allows it.
//
// The package is not for doing anything: pipeline/run collects the facts and executes the steps.
package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"

	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
)

// Rejects is the table that the machinery writes for every step; who reads it comes after every step before it.
const Rejects stage.TableID = "rejects"

// Status is where a step stands.
type Status string

// Statuses of a step.
const (
	Fresh   Status = "fresh"
	Stale   Status = "stale"   // has to run: Reasons says why
	Waits   Status = "waits"   // will run if a step before it makes something new
	Skipped Status = "skipped" // disabled, or without input
	Blocked Status = "blocked" // cannot run: Reasons says what is missing outside the run folder
	Damaged Status = "damaged" // finished, but its files are not what it wrote
)

// A Step is one stage of the run.
type Step struct {
	Stage       string          `json:"stage"`
	Status      Status          `json:"status"`
	Reasons     []string        `json:"reasons,omitempty"`
	Reads       []stage.TableID `json:"reads,omitempty"`
	Writes      []stage.TableID `json:"writes,omitempty"`
	Needs       []string        `json:"needs,omitempty"` // the steps whose output it reads
	Fingerprint string          `json:"fingerprint,omitempty"`
	Work        string          `json:"work,omitempty"` // what running it means, for people
	Parts       []manifest.Part `json:"-"`              // of the fingerprint; complete when no step before it is open
	Inputs      Inputs          `json:"-"`
}

// Inputs are the files a step reads.
type Inputs map[stage.TableID][]stage.File

// A Plan is the steps in the order they run.
type Plan struct {
	Run   string `json:"run"`
	Steps []Step `json:"steps"`
}

// Facts are what the plan depends on besides the configuration.
type Facts struct {
	// Done are the finished steps by name.
	Done map[string]manifest.Result
	// External are the facts that stages state about the world outside the run folder; Blocked the reasons why
	// some could not.
	External map[string][]stage.Fact
	Blocked  map[string]error
	// Problems are the files of finished steps that are not what the manifest says.
	Problems []manifest.Problem
	// Schema is the version of the tables as a set; 0: not known. A run of another version is made anew.
	Schema int
	// Shards is how many shards of an unfinished step are committed already.
	Shards map[string]int
}

// Build makes the plan. The error is a mistake in the registry: stages that read from each other in a circle.
func Build(f *config.File, facts Facts) (*Plan, error) {
	b := builder{facts: facts, status: map[string]Status{}}
	for _, s := range f.Sections {
		b.add(s)
	}
	order, err := b.order()
	if err != nil {
		return nil, err
	}
	p := &Plan{Run: f.Run}
	for _, n := range order {
		step := b.step(n)
		b.status[step.Stage] = step.Status
		p.Steps = append(p.Steps, step)
	}
	return p, nil
}

// Work reports whether anything has to be done.
func (p *Plan) Work() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Status != Fresh && s.Status != Skipped })
}

// Step returns the step of a stage.
func (p *Plan) Step(name string) (Step, bool) {
	for _, s := range p.Steps {
		if s.Stage == name {
			return s, true
		}
	}
	return Step{}, false
}

// Fingerprint identifies a list of parts; it hashes them with their lengths, so that no two lists run together to the same text.
func Fingerprint(parts []manifest.Part) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s=%d:%s\n", len(p.Name), p.Name, len(p.Value), p.Value)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// digest identifies the content of an input: names, digests and order of its files.
func digest(files []stage.File) string {
	h := sha256.New()
	for _, f := range files {
		io.WriteString(h, f.Name+"\x00"+f.Digest()+"\n")
	}
	return strconv.Itoa(len(files)) + " files " + hex.EncodeToString(h.Sum(nil))[:32]
}
