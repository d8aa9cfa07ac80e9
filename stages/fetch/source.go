package fetch

import (
	"context"
	"fmt"
	"path"
	"strings"

	"plyquet/pipeline/stage"
	"plyquet/stages/filename"
)

// An Archive is one file that a source offers.
type Archive struct {
	Name   string `json:"name"`             // file name below archives/, unique also where case does not count
	URL    string `json:"url,omitempty"`    // where to get it; empty for a local file
	Path   string `json:"path,omitempty"`   // absolute path of a local file
	Accept string `json:"accept,omitempty"` // media type to ask for
	SHA256 string `json:"sha256,omitempty"` // as published by the site, if it does
	Title  string `json:"title,omitempty"`  // as the site calls it
	Games  *int64 `json:"games,omitempty"`  // as the site counts them; nil: it does not say
	// Refused is the reason of an offer that is not taken, such as a link to another host. It is in the list so
	// that it is counted and recorded like every other failure.
	Refused reason `json:"refused,omitempty"`
}

// String names the archive in errors of the machinery.
func (a Archive) String() string { return a.Name }

// origin is the address or path of the archive, for people.
func (a Archive) origin() string {
	if a.URL != "" {
		return a.URL
	}
	return a.Path
}

// A source knows one place that archives come from.
type source interface {
	// validate reports what cannot work, without I/O.
	validate() []problem
	// list says what there is, in the order of the place; names need not be unique yet.
	list(ctx context.Context, job *stage.Job, c *client) ([]Archive, error)
}

// catalog is the list of sources: a new one is a file of its own and a line here.
func (s *Stage) catalog() []struct {
	name string
	source
} {
	return []struct {
		name string
		source
	}{
		{"local", local{s.Paths}},
		{"pgnmentor", s.PGNMentor},
		{"urls", urls{s.URLs}},
		{"lichess-database", s.LichessDatabase},
		{"lichess-user", s.LichessUser},
		{"chesscom-user", s.ChesscomUser},
	}
}

// Sources returns the names that `source` can have.
func Sources() (names []string) {
	for _, e := range (&Stage{}).catalog() {
		names = append(names, e.name)
	}
	return names
}

func (s *Stage) source() (source, bool) {
	for _, e := range s.catalog() {
		if e.name == s.Source {
			return e.source, true
		}
	}
	return nil, false
}

// named makes the names of archives fit to be file names and different from each other.
func named(archives []Archive) []Archive {
	taken := filename.Taken{}
	for i := range archives {
		last := path.Base(strings.ReplaceAll(archives[i].Name, `\`, "/"))
		archives[i].Name = taken.Take(filename.Safe(last))
	}
	return archives
}

// chosen reports whether the stem of a file name matches one of the globs, case not counted.
func chosen(globs []string, file string) bool {
	stem, _ := filename.Split(file)
	for _, g := range globs {
		if ok, _ := path.Match(strings.ToLower(g), strings.ToLower(stem)); ok {
			return true
		}
	}
	return false
}

// checkGlobs reports globs that path.Match cannot read.
func checkGlobs(key string, globs []string) (found []problem) {
	for _, g := range globs {
		if _, err := path.Match(g, ""); err != nil {
			found = append(found, problem{key, fmt.Sprintf("%q is not a glob", g)})
		}
	}
	return found
}
