package fetch

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"plyquet/pipeline/stage"
)

// downloads is the client's folder in a run.
func downloads(dir string) string { return filepath.Join(dir, "downloads") }

// A session is one attempt at the stage, however often it is interrupted. It freezes the list of archives: shard
// numbers must mean the same after a resume, and the parts of a distributed run must agree, even if the index page
// has changed in the meantime. What a session has downloaded it does not ask for again.
type session struct {
	ID          string    `json:"id"`
	Fingerprint string    `json:"fingerprint"`
	Listed      bool      `json:"listed"`
	Done        bool      `json:"done"`
	Archives    []Archive `json:"archives"`

	path string
}

// openSession continues the unfinished session of the same fingerprint or starts a new one.
func openSession(job *stage.Job, c clock) (*session, error) {
	path := filepath.Join(downloads(job.Dir), "session.json")
	var s session
	if !readJSON(path, &s) || s.Done || s.Fingerprint != job.Fingerprint {
		s = session{ID: strconv.FormatInt(c.now().UnixNano(), 36), Fingerprint: job.Fingerprint}
	}
	s.path = path
	return &s, s.save()
}

// list fills in the archives, once a session.
func (s *session) list(from func() ([]Archive, error)) error {
	if s.Listed {
		return nil
	}
	archives, err := from()
	if err != nil {
		return err
	}
	s.Archives, s.Listed = named(once(archives)), true
	if len(s.Archives) == 0 {
		return fmt.Errorf("nothing to fetch")
	}
	return s.save()
}

// once drops an archive that is offered again: two workers must not write to one download.
func once(archives []Archive) []Archive {
	seen := map[string]bool{}
	return slices.DeleteFunc(archives, func(a Archive) bool {
		again := seen[a.origin()]
		seen[a.origin()] = true
		return again
	})
}

// close ends the session when all of its shards are done; the next run asks the servers anew.
func (s *session) close(job *stage.Job) error {
	if !job.Shards.All() {
		return nil
	}
	s.Done = true
	return s.save()
}

func (s *session) save() error {
	if err := writeJSON(s.path, s); err != nil {
		return fmt.Errorf("write %s: %w", s.path, err)
	}
	return nil
}
