package manifest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plyquet/pipeline/stage"
)

// A Problem is one difference between the account and the disk.
type Problem struct {
	Stage string // the step that made the file; empty for a file that no step made
	File  string // relative to the run folder
	Kind  Kind
	Text  string
}

func (p Problem) Error() string {
	if p.File == "" {
		return fmt.Sprintf("%s: %s", p.Stage, p.Text)
	}
	return fmt.Sprintf("%s: %s", p.File, p.Text)
}

// Kind tells problems apart by what can be done about them.
type Kind int

// Kinds of problems.
const (
	Missing Kind = iota + 1 // run makes it again
	Damaged                 // has to be removed first
	Stray                   // a file that no step of this run has made
	Counts                  // the account contradicts itself
)

// Check compares one file with its entry. hash returns the sha256 of a path.
func Check(stageName string, f stage.File, hash func(path string) (string, error)) (Problem, bool) {
	p := Problem{Stage: stageName, File: f.Name}
	if info, err := os.Stat(f.Path); err == nil && info.Mode().IsRegular() && info.Size() != f.Bytes {
		p.Kind, p.Text = Damaged, fmt.Sprintf("is damaged: it has %d bytes, %s wrote %d", info.Size(), stageName, f.Bytes)
		return p, false
	}
	got, err := hash(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.Kind, p.Text = Missing, "is missing"
	case err != nil:
		p.Kind, p.Text = Damaged, "cannot be read: "+err.Error()
	case got != f.SHA256:
		p.Kind, p.Text = Damaged, fmt.Sprintf("is damaged: its content is %.12s..., %s wrote %.12s...", got, stageName, f.SHA256)
	default:
		return Problem{}, true
	}
	return p, false
}

// Verify compares every file of the manifest with the disk and looks for files in its folders that it does not name.
func (m *Manifest) Verify(dir string, hash func(path string) (string, error)) ([]Problem, error) {
	var list []Problem
	known := map[string]bool{}
	for _, name := range m.StepNames() {
		r := m.Steps[name].Result
		if r.Stage != name {
			list = append(list, Problem{Stage: name, Kind: Counts, Text: fmt.Sprintf("has the result of %q", r.Stage)})
		}
		if err := r.Counts.Balanced(); err != nil {
			list = append(list, Problem{Stage: name, Kind: Counts, Text: err.Error()})
		}
		for _, id := range tableIDs(r.Files) {
			for _, f := range r.Files[id] {
				if known[f.Name] {
					list = append(list, Problem{Stage: name, File: f.Name, Kind: Counts, Text: "is claimed by two steps"})
					continue // it has been read
				}
				known[f.Name] = true
				if p, ok := Check(name, f, hash); !ok {
					list = append(list, p)
				}
			}
		}
	}
	stray, err := strays(dir, known)
	return append(list, stray...), err
}

func tableIDs(files map[stage.TableID][]stage.File) []stage.TableID {
	ids := make([]stage.TableID, 0, len(files))
	for id := range files {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// strays lists the files below tables/ that no step has made. Other folders may hold what the user put there.
func strays(dir string, known map[string]bool) (list []Problem, err error) {
	root := filepath.Join(dir, "tables")
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path == root {
			return fs.SkipAll
		}
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if name := filepath.ToSlash(rel); !known[name] && strings.HasSuffix(name, ".parquet") {
			list = append(list, Problem{File: name, Kind: Stray, Text: "is not part of this run"})
		}
		return nil
	})
	return list, err
}
