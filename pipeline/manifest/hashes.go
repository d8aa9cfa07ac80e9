package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Hashes are sha256 digests of files, remembered by path, size and times, so that a second run over gigabytes of
// unchanged input takes a moment. It belongs to one goroutine.
//
// Note: the modification time alone was not enough. Programs that edit a file in place and set its time back (touch -r,
// rsync --times, an unpacked backup) leave size and time as they were; the inode and its time of change are the kernel's.
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
	CTime  int64  `json:"ctime_ns,omitempty"` // 0 where the system does not tell
	Inode  uint64 `json:"inode,omitempty"`
	SHA256 string `json:"sha256"`
}

// look is what is known of a file without reading it; its digest is empty.
func look(info fs.FileInfo) hashed {
	h := hashed{Size: info.Size(), MTime: info.ModTime().UnixNano()}
	h.CTime, h.Inode = change(info)
	return h
}

// is reports that a file looks as it did when it was hashed.
func (h hashed) is(now hashed) bool {
	now.SHA256 = h.SHA256
	return h == now
}

// changed is the later of the two times of a file: it decides whether the file has settled.
func (h hashed) changed() time.Time { return time.Unix(0, max(h.MTime, h.CTime)) }

// OpenHashes loads the cache of a run folder. A cache that cannot be read is an empty one.
func OpenHashes(dir string) *Hashes {
	h := &Hashes{path: filepath.Join(dir, "state", "hashes.json"), known: map[string]hashed{}, young: map[string]hashed{}, now: time.Now}
	if data, err := ReadSmall(h.path); err == nil {
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
	f, info, err := openFile(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	now := look(info)
	if old, ok := h.known[path]; ok && old.is(now) {
		return old.SHA256, nil
	}
	now.SHA256, err = digest(io.LimitReader(f, info.Size())) // what is appended meanwhile is for the next time
	if err != nil {
		return "", err
	}
	if h.now().Sub(now.changed()) > settled {
		h.known[path], h.dirty = now, true
	} else {
		h.young[path] = now
	}
	return now.SHA256, nil
}

// HashFile returns the hex sha256 of a file, without any cache.
func HashFile(path string) (string, error) {
	f, info, err := openFile(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return digest(io.LimitReader(f, info.Size()))
}

// openFile opens what has an end. To open a named pipe waits for a writer, and a device can go on for ever.
func openFile(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s is not a file but %s", path, kind(info.Mode()))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err = f.Stat() // of what is read, should the name mean another file by now
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// maxSmall is far above the largest manifest: a file takes some 300 bytes of it.
const maxSmall = 256 << 20

// ReadSmall reads a file of the machinery whole. In a run folder from elsewhere it may be a pipe, a device or a disk full of
// blanks.
func ReadSmall(path string) ([]byte, error) {
	f, info, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > maxSmall {
		return nil, fmt.Errorf("%s has %d bytes, at most %d are read", path, info.Size(), maxSmall)
	}
	return io.ReadAll(io.LimitReader(f, maxSmall))
}

func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
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
		file := look(info)
		file.SHA256 = sha256
		h.young[path] = file
	}
}

// settle takes over the young files that have not changed since they were hashed and are old enough by now.
func (h *Hashes) settle() {
	for path, file := range h.young {
		info, err := os.Stat(path)
		if err == nil && file.is(look(info)) && h.now().Sub(file.changed()) > settled {
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
