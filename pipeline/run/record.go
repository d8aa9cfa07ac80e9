package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
)

// A record is what one committed shard has made: the sidecar state/STAGE/00003.json. It is written after the files
// it names have been fsynced and renamed. It holds no time and no host.
//
// Note: records and folders are not fsynced shard by shard, which took longer than the work on small shards. After a
// loss of power a record may be torn or name files that are gone; whoever reads it checks both, and the shard is done again.
// Before a step enters the manifest its folders are synced once.
type record struct {
	Stage       string                         `json:"stage"`
	Fingerprint string                         `json:"fingerprint"`
	Index       int                            `json:"index"`
	Fold        bool                           `json:"fold,omitempty"` // counts of a Fold, which has no files
	Files       map[stage.TableID][]stage.File `json:"files,omitempty"`
	Counts      stage.Counts                   `json:"counts"`
	Faults      []fault                        `json:"faults,omitempty"`

	away int // faults that stand in the sidecar alone: see unload
}

// unload leaves the faults of a shard that has its sidecar to that. A file of junk has a fault every ten bytes, each of some
// hundred; with those of all shards in memory it took sixty times its size.
func (r *record) unload() { r.away, r.Faults = len(r.Faults), nil }

// faults returns the faults of a record, from its sidecar if they have been left there.
func (r *record) faults(dir string) ([]fault, error) {
	if r.away == 0 {
		return r.Faults, nil
	}
	path := recordPath(dir, r.Stage, r.Index)
	again, found, err := readRecord(dir, path)
	if err == nil && (!found || again.Fingerprint != r.Fingerprint || len(again.Faults) != r.away) {
		err = fmt.Errorf("%s has changed since it was written: run again", path)
	}
	return again.Faults, err
}

// A fault is one row of the rejects table before it has been written.
type fault struct {
	stage.Reject
	Kept bool `json:"kept"`
}

func stateDir(dir, stageName string) string { return filepath.Join(dir, "state", stageName) }

func recordPath(dir, stageName string, index int) string {
	return filepath.Join(stateDir(dir, stageName), fmt.Sprintf("%05d.json", index))
}

func (r record) write(dir string) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	data, err := json.Marshal(sealedRecord{digestOf(text), text})
	if err != nil {
		return err
	}
	return manifest.Replace(recordPath(dir, r.Stage, r.Index), append(data, '\n'))
}

// A sealedRecord is the content of the sidecar. The digest is that of the record's text: counts and rejects of a shard
// stand nowhere else, so nothing but it would show that one of them has changed.
type sealedRecord struct {
	SHA256 string          `json:"sha256"`
	Record json.RawMessage `json:"record"`
}

func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// readRecord returns false when there is no record, or none that can be read: the shard is then done again.
func readRecord(dir, path string) (record, bool, error) {
	data, err := manifest.ReadSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return record{}, false, nil
	}
	if err != nil {
		return record{}, false, err
	}
	var sealed sealedRecord
	var r record
	if json.Unmarshal(data, &sealed) != nil || digestOf(sealed.Record) != sealed.SHA256 || json.Unmarshal(sealed.Record, &r) != nil {
		return record{}, false, nil
	}
	for _, files := range r.Files {
		for i := range files {
			if !filepath.IsLocal(filepath.FromSlash(files[i].Name)) { // none that plyquet has written
				return record{}, false, nil
			}
			files[i].Path = filepath.Join(dir, filepath.FromSlash(files[i].Name))
		}
	}
	return r, true, nil
}

// erase removes the record's files and then the record: in this order a kill in between leaves no file without an
// owner. Files named in keep stay.
func (r record) erase(dir, path string, keep map[string]bool) error {
	for _, files := range r.Files {
		for _, f := range files {
			if keep[f.Name] || !filepath.IsLocal(filepath.FromSlash(f.Name)) {
				continue
			}
			if err := manifest.Remove(filepath.Join(dir, filepath.FromSlash(f.Name))); err != nil {
				return err
			}
		}
	}
	return manifest.Remove(path)
}

// recordPaths lists the sidecars of a stage in order.
func recordPaths(dir, stageName string) ([]string, error) { return sidecars(stateDir(dir, stageName)) }

// sidecars lists the JSON files of a folder in order of their names; none when there is no folder. A name with a leading
// dot is of a file that was half-written.
func sidecars(dir string) ([]string, error) {
	if err := ownFolder(dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".json") && !strings.HasPrefix(name, ".") {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	return paths, nil
}

// ownFolder refuses a folder of state/ that is a link to another, or lies in one: records that are not needed any more are
// removed, and those of a run folder from elsewhere could be somebody's files.
func ownFolder(dir string) error {
	for path := dir; ; path = filepath.Dir(path) {
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s is a link, and files in it would be removed: a run folder has a folder of its own there", path)
		}
		if filepath.Base(path) == "state" || path == filepath.Dir(path) {
			return nil
		}
	}
}
