package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"plyquet/pipeline/command"
)

// A receipt is what is known about one download: where it came from, when, and what it was.
type receipt struct {
	URL          string    `json:"url"`
	Final        string    `json:"final_url,omitempty"` // after redirects, when it differs
	ETag         string    `json:"etag,omitempty"`
	LastModified string    `json:"last_modified,omitempty"`
	ContentType  string    `json:"content_type,omitempty"`
	Fetched      time.Time `json:"fetched_at,omitzero"` // when these bytes were transferred
	Checked      time.Time `json:"checked_at,omitzero"` // when the server last said that they are still the same
	Total        int64     `json:"total,omitempty"`     // announced size of an unfinished download; 0 = not announced
	Bytes        int64     `json:"bytes"`               // size of the finished file
	SHA256       string    `json:"sha256,omitempty"`    // of the finished file, hex
	Notes        []note    `json:"notes,omitempty"`     // what its judge found odd
	Session      string    `json:"session,omitempty"`   // the session that last made sure of it
}

// validator is what a later request can be made conditional on; strong says that ranges can be, too.
func (r receipt) validator() (value string, strong bool) {
	switch {
	case r.ETag != "" && r.ETag[0] == '"':
		return r.ETag, true
	case r.LastModified != "":
		return r.LastModified, true
	default:
		return r.ETag, false
	}
}

// readJSON decodes the file into v; a missing or damaged file is reported as absent, because everything these files
// say can be found out again.
func readJSON(path string, v any) bool {
	data, err := command.ReadFile(path)
	return err == nil && json.Unmarshal(data, v) == nil
}

// writeJSON replaces the file at once: temporary name, fsync, rename.
func writeJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = tmp.Write(append(data, '\n'))
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

// hashFile returns the hex sha256 and the size of a file.
func hashFile(path string) (sum string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", 0, err
	}
	h := sha256.New()
	if size, err = io.Copy(h, io.LimitReader(f, info.Size())); err != nil { // a file that grows has no end
		return "", 0, fmt.Errorf("hash %s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), size, nil
}

// remove deletes files that may not be there.
func remove(paths ...string) error {
	var errs []error
	for _, p := range paths {
		if err := os.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
