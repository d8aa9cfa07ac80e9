package table

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// disk is the part of the file system that a commit depends on. The tests put one in its place that records the
// order of the calls and fails at a chosen one.
type disk interface {
	removeAll(path string) error
	remove(path string) error
	mkdirAll(path string) error
	create(path string) (syncFile, error)
	rename(from, to string) error
	syncDir(path string) error
}

type syncFile interface {
	io.WriteCloser
	Sync() error
}

type osDisk struct{}

func (osDisk) removeAll(path string) error { return os.RemoveAll(path) }
func (osDisk) remove(path string) error    { return os.Remove(path) }

// mkdirAll tries again when a parent goes away between the two: the last shard in tmp removes it (removeTmp), while
// another one may be about to make its folder there.
func (osDisk) mkdirAll(path string) error {
	err := os.MkdirAll(path, 0o755)
	for range 100 {
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
		err = os.MkdirAll(path, 0o755)
	}
	return err
}

func (osDisk) create(path string) (syncFile, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
}
func (osDisk) rename(from, to string) error { return os.Rename(from, to) }

// syncDir makes renames in a folder durable. Windows has no such call for folders; NTFS keeps a journal of names.
func (osDisk) syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	if err := d.Sync(); err != nil {
		d.Close()
		return err
	}
	return d.Close()
}

// scratchDisk makes nothing durable.
type scratchDisk struct{ osDisk }

func (d scratchDisk) create(path string) (syncFile, error) {
	f, err := d.osDisk.create(path)
	return unsynced{f}, err
}

func (scratchDisk) syncDir(string) error { return nil }

type unsynced struct{ io.WriteCloser }

func (unsynced) Sync() error { return nil }
