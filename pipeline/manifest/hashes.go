package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Hashes are sha256 digests of files, remembered by path, size and modification time, so that a second run over
// gigabytes of unchanged input takes a moment. It belongs to one goroutine.
type Hashes struct {
	path  string
	known map[string]hashed
	dirty bool
	now   func() time.Time
	young map[string]hashed // hashed, but too young to be trusted later
}

type hashed struct {
	Size   int64  `json:"size"`
	MTime  int64  `json:"mtime_ns"`
	SHA256 string `json:"sha256"`
}

// OpenHashes loads the cache of a run folder. A cache that cannot be read is an empty one.
func OpenHashes(dir string) *Hashes {
	h := &Hashes{path: filepath.Join(dir, "state", "hashes.json"), known: map[string]hashed{}, young: map[string]hashed{}, now: time.Now}
	if data, err := os.ReadFile(h.path); err == nil {
		if json.Unmarshal(data, &h.known) != nil || h.known == nil {
			h.known = map[string]hashed{}
		}
	}
	return h
}

// settled is how old a file must be before its time says anything: within the resolution of a file system's clock, a
// second write can leave size and time as they are.
const settled = 2 * time.Second

// File returns the hex sha256 of the file's content.
func (h *Hashes) File(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	now := hashed{Size: info.Size(), MTime: info.ModTime().UnixNano()}
	if old, ok := h.known[path]; ok && old.Size == now.Size && old.MTime == now.MTime {
		return old.SHA256, nil
	}
	now.SHA256, err = digest(f)
	if err != nil {
		return "", err
	}
	if h.now().Sub(info.ModTime()) > settled {
		h.known[path], h.dirty = now, true
	} else {
		h.young[path] = now
	}
	return now.SHA256, nil
}

// HashFile returns the hex sha256 of a file, without any cache.
func HashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return digest(f)
}

func digest(r io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Learn takes over the digest of a file that was computed while it was written.
func (h *Hashes) Learn(path, sha256 string) {
	if info, err := os.Stat(path); err == nil {
		h.young[path] = hashed{Size: info.Size(), MTime: info.ModTime().UnixNano(), SHA256: sha256}
	}
}

// settle takes over the young files that have not changed since they were hashed and are old enough by now.
func (h *Hashes) settle() {
	for path, file := range h.young {
		info, err := os.Stat(path)
		if err == nil && info.Size() == file.Size && info.ModTime().UnixNano() == file.MTime && h.now().Sub(info.ModTime()) > settled {
			h.known[path], h.dirty = file, true
		}
		delete(h.young, path)
	}
}

// Save writes the cache if it has changed and the run folder exists.
func (h *Hashes) Save() error {
	h.settle()
	if !h.dirty {
		return nil
	}
	data, err := json.Marshal(h.known)
	if err != nil {
		return err
	}
	h.dirty = false
	return WriteFile(h.path, data)
}
