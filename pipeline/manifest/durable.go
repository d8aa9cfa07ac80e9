package manifest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// WriteFile replaces path with data so that a crash at any moment leaves the old content or the new one: temporary
// name in the same folder, fsync, rename, fsync of the folder. Missing folders are made.
func WriteFile(path string, data []byte) error {
	if err := replace(path, data, (*os.File).Sync); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// Replace is WriteFile without fsync: a reader sees the old content or the new one while the machine runs, but a loss
// of power may leave neither. It is for files that are checked when they are read and can be made again.
func Replace(path string, data []byte) error {
	return replace(path, data, func(*os.File) error { return nil })
}

func replace(path string, data []byte, sync func(*os.File) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+tmpMark+"*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(0o644), sync(tmp), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name()) // best effort: the first error is the one to report
	}
	return err
}

// tmpMark is in the names of files that are not yet complete: .manifest.json.tmp-1234.
const tmpMark = ".tmp-"

// Sweep removes the incomplete files that killed processes have left in a folder. Nobody may be writing there.
func Sweep(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, ".") && strings.Contains(name, tmpMark) {
			err = errors.Join(err, Remove(filepath.Join(dir, name)))
		}
	}
	return err
}

// Remove deletes path; that it is not there is no error.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// syncDir makes renames in a folder durable. Windows has no such call for folders; NTFS keeps a journal of names.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
