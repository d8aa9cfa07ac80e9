// Package manifest is the account of a run folder: which steps are finished, from what, and which files they made.
//
// manifest.json is the commit point of a step: what it does not name does not exist for the steps that follow. Each
// entry has two halves. `result` is a function of the configuration and the inputs and is compared byte for byte
// between runs; `run` holds what differs from one execution to the next: times, host, versions.
//
// The package reads and writes that account and compares it with the disk. It does not decide what has to run
// (pipeline/plan) and knows nothing of the content of tables.
package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"plyquet/pipeline/stage"
)

// FileName lies in the run folder, beside the tables and not among them.
const FileName = "manifest.json"

// ConfigName is the resolved configuration of the last run; `plyquet run` takes it to resume.
const ConfigName = "config.resolved.yaml"

// schema is raised when an older tool could not read the file any more.
const schema = 1

// A Manifest is the content of manifest.json. It belongs to one goroutine.
type Manifest struct {
	Schema int              `json:"schema"`
	Run    string           `json:"run"`
	Steps  map[string]*Step `json:"steps"`
}

// A Step is one finished step.
type Step struct {
	Result Result    `json:"result"`
	Run    Execution `json:"run"`
}

// A Result says what a step made and from what. Equal fingerprints mean equal results.
type Result struct {
	Stage       string                         `json:"stage"`
	Fingerprint string                         `json:"fingerprint"`
	Parts       []Part                         `json:"parts"` // of the fingerprint, in order
	Files       map[stage.TableID][]stage.File `json:"files,omitempty"`
	Counts      stage.Counts                   `json:"counts"`
}

// A Part is one named value that a fingerprint is made of: {"config.grade.depth", "10"}, {"input.games", "3f2a..."}.
type Part struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// TablesPart is the part that names the version of the tables as a set.
const TablesPart = "tables"

// Tables is the version of the tables that the step has written; 0 when it does not say.
func (r Result) Tables() int {
	for _, p := range r.Parts {
		if p.Name == TablesPart {
			n, _ := strconv.Atoi(p.Value) // what is no number is no version
			return n
		}
	}
	return 0
}

// An Execution is what differs between two runs of the same step.
type Execution struct {
	Started  string  `json:"started"` // RFC 3339, UTC
	Finished string  `json:"finished"`
	Seconds  float64 `json:"seconds"`
	Host     string  `json:"host"`
	Workers  int     `json:"workers"` // 0: sequential
	Go       string  `json:"go"`
	Tool     string  `json:"tool"`
	// CPUSeconds is what all processes of the step have used, engines and tasks included; PeakBytes the memory of the
	// largest of them; Tasks how many shared the work, 0 if one process did it.
	CPUSeconds float64 `json:"cpu_seconds"`
	PeakBytes  int64   `json:"peak_bytes"`
	Tasks      int     `json:"tasks,omitempty"`
}

// Read returns the manifest of a run folder; a folder without one has an empty manifest.
func Read(dir string) (*Manifest, error) {
	m := &Manifest{Schema: schema, Steps: map[string]*Step{}}
	path := filepath.Join(dir, FileName)
	data, err := ReadSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w): remove it, and the next run takes up the finished shards again", path, err)
	}
	if m.Schema > schema {
		return nil, fmt.Errorf("%s has layout %d, this version reads up to %d: use a newer plyquet", path, m.Schema, schema)
	}
	if m.Steps == nil {
		m.Steps = map[string]*Step{}
	}
	if len(m.Steps) > maxSteps {
		return nil, fmt.Errorf("%s is damaged: it has %d steps", path, len(m.Steps))
	}
	for name, s := range m.Steps {
		if s == nil {
			delete(m.Steps, name)
			continue
		}
		if !isName(name) {
			return nil, fmt.Errorf("%s is damaged: %.80q is no name of a step", path, name)
		}
		if err := locate(dir, s.Result.Files); err != nil {
			return nil, fmt.Errorf("%s is damaged: step %q: %w", path, name, err)
		}
	}
	return m, nil
}

const (
	maxSteps = 1000
	maxName  = 64
	maxPath  = 4096
)

// isName is true of what steps and tables can be called. The names stand on terminals and in SQL.
func isName(s string) bool {
	return s != "" && len(s) <= maxName && strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}

// ours are names in the run folder that are no artifacts.
var ours = []string{".", FileName, ConfigName, "lock", "state", "tmp"}

// locate fills in the absolute paths, which are not stored: a run folder can be moved. A name that leads out of the run
// folder is refused, or to what is no artifact: files of a manifest are removed when they are replaced.
func locate(dir string, files map[stage.TableID][]stage.File) error {
	for id, list := range files {
		if !isName(string(id)) {
			return fmt.Errorf("%.80q is no name of a table", id)
		}
		for i := range list {
			if len(list[i].Name) > maxPath {
				return fmt.Errorf("it names a file in %d bytes", len(list[i].Name))
			}
			if !filepath.IsLocal(filepath.FromSlash(list[i].Name)) {
				return fmt.Errorf("it names a file %q outside the run folder", list[i].Name)
			}
			if name := list[i].Name; path.Clean(name) != name || slices.Contains(ours, strings.Split(name, "/")[0]) {
				return fmt.Errorf("it names a file %q, which is no output of a step", name)
			}
			list[i].Path = filepath.Join(dir, filepath.FromSlash(list[i].Name))
		}
	}
	return nil
}

// Write replaces manifest.json durably. The JSON is stable: keys are sorted, lists are in shard order.
func (m *Manifest) Write(dir string) error {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, FileName), append(data, '\n'))
}

// Tables lists the artifacts that the finished steps have made, sorted, with their files.
func (m *Manifest) Tables() (ids []stage.TableID, files map[stage.TableID][]stage.File) {
	files = map[stage.TableID][]stage.File{}
	for _, name := range m.StepNames() {
		for id, list := range m.Steps[name].Result.Files {
			files[id] = append(files[id], list...)
		}
	}
	for id := range files {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids, files
}

// StepNames lists the finished steps, sorted by name; their order in the run is the registry's to know.
func (m *Manifest) StepNames() []string {
	names := make([]string, 0, len(m.Steps))
	for name := range m.Steps {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
