package fetch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"plyquet/pipeline/stage"
)

// lock is what the archives of a run must be, by name: the content of a lock file. The nil lock allows everything.
type lock map[string]locked

type locked struct {
	URL    string `json:"url"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

const lockVersion = 1

type lockFile struct {
	Version  int  `json:"version"`
	Archives lock `json:"archives"` // encoding/json sorts the names: the file is stable and fit for version control
}

// writeLock writes the lock file of a finished fetch: the name, origin, size and sha256 of every archive in the run
// folder dir. It refuses a run with failed archives, because a lock would make the gap permanent.
func writeLock(dir, path string) error {
	var p provenance
	if !readJSON(provenancePath(dir), &p) {
		return fmt.Errorf("lock: %s: no fetch has finished here", dir)
	}
	l := lock{}
	for _, e := range p.Archives {
		if e.Refused != "" {
			return fmt.Errorf("lock: archive %s has failed (%s); a lock is for a complete fetch", e.Name, e.Refused)
		}
		l[e.Name] = locked{e.URL, e.Bytes, e.SHA256}
	}
	return writeJSON(path, lockFile{lockVersion, l})
}

// readLock reads the configured lock file; without one there is no lock.
func readLock(base, path string) (lock, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(absolute(base, path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s does not exist: make it with `plyquet fetch --lock`", path)
	}
	if err != nil {
		return nil, err
	}
	var f lockFile
	if err := json.Unmarshal(data, &f); err != nil || f.Version != lockVersion || f.Archives == nil {
		return nil, fmt.Errorf("%s is not a lock file of version %d", path, lockVersion)
	}
	return f.Archives, nil
}

// check refuses content that is not what the lock says. It is an error of the run and not of the archive: a result
// that looks complete and is not reproducible would be worse than none. Nothing of the archive is committed, so the
// next run looks at it again.
func (l lock) check(a Archive, got receipt) error {
	if l == nil {
		return nil
	}
	want, known := l[a.Name]
	switch {
	case !known:
		return fmt.Errorf("lock: %s (%s) is not in the lock file; write a new one to accept it", a.Name, a.origin())
	case want.SHA256 != got.SHA256:
		return fmt.Errorf("lock: %s (%s) has changed: sha256 %s, %d bytes; the lock says %s, %d bytes; write a new lock file to accept it",
			a.Name, a.origin(), got.SHA256, got.Bytes, want.SHA256, want.Bytes)
	}
	return nil
}

// complete refuses a list that lacks something the lock names.
func (l lock) complete(archives []Archive) error {
	offered := map[string]bool{}
	for _, a := range archives {
		offered[a.Name] = a.Refused == ""
	}
	for _, name := range slices.Sorted(maps.Keys(l)) {
		if !offered[name] {
			return fmt.Errorf("lock: %s (%s) is in the lock file, but the source does not offer it any more", name, l[name].URL)
		}
	}
	return nil
}

// External states what archives/ depends on besides the section: the content of local files and of the lock. For
// remote sources it is the section alone: servers are asked when the stage runs, not when it is planned.
func (s *Stage) External(_ context.Context, env stage.Env) ([]stage.Fact, error) {
	var facts []stage.Fact
	if s.Source == "local" {
		files, err := local{s.Paths}.match(env.Base)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			sum, err := env.HashFile(f)
			if err != nil {
				return nil, err
			}
			facts = append(facts, stage.Fact{Name: relative(env.Base, f), Value: sum})
		}
	}
	if s.Lock != "" {
		if _, err := readLock(env.Base, s.Lock); err != nil {
			return nil, fmt.Errorf("lock: %w", err)
		}
		sum, err := env.HashFile(absolute(env.Base, s.Lock))
		if err != nil {
			return nil, fmt.Errorf("lock: %w", err)
		}
		facts = append(facts, stage.Fact{Name: "lock", Value: sum})
	}
	return facts, nil
}
