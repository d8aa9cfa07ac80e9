package table

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"plyquet/pipeline/stage"
)

// LinkFile makes a file that exists already a file of an artifact without writing it a second time: the two names
// share the content (hard link), which must not be changed in place afterwards. Where the file system has no links,
// or path is on another one, it is copied. name is relative to the run folder.
func (s *Staging) LinkFile(id stage.TableID, name, path string) error {
	path, err := filepath.EvalSymlinks(path) // a hard link to a symbolic link would be a symbolic link
	if err != nil {
		return err
	}
	f, err := s.create(id, name)
	if err != nil {
		return err
	}
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	if !f.link(path) {
		defer from.Close()
		_, err := io.Copy(f, from)
		return err
	}
	f.bytes, err = io.Copy(f.digest, from)
	if err != nil {
		from.Close()
		return fmt.Errorf("read %s: %w", path, err)
	}
	f.file.Close() // of the empty file that the link has replaced
	f.file = from  // its Sync makes the shared content durable
	return nil
}

// link puts a hard link to path in the place of the file's temporary name, and reports whether it could.
func (f *stagedFile) link(path string) bool {
	second := f.tmp + ".link"
	if os.Link(path, second) != nil {
		return false
	}
	return os.Rename(second, f.tmp) == nil
}
