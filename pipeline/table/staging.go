package table

import (
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"plyquet/pipeline/stage"
)

// Staging is the set of files one shard is writing. Nothing in it is visible under its final name before Commit.
// It belongs to one goroutine.
type Staging struct {
	disk  disk
	dir   string // the run folder
	tmp   string // folder of this shard's temporary files
	index int
	opt   Options
	files []*stagedFile
	err   error // of the start; reported by the first call that can
	state progress
}

// progress of a Staging only ever grows.
type progress uint8

const (
	filling progress = iota
	sealed           // every file is closed and durable under its temporary name
	done             // committed or aborted
)

// NewStaging starts a staging area in the run folder dir for shard number index of a stage. It removes what an
// interrupted attempt at the same shard has left behind; the stage is told apart by the metadata key "stage".
func NewStaging(dir string, index int, opt Options) *Staging {
	if opt.Scratch {
		return newStaging(scratchDisk{}, dir, index, opt)
	}
	return newStaging(osDisk{}, dir, index, opt)
}

func newStaging(d disk, dir string, index int, opt Options) *Staging {
	dir = filepath.Clean(dir)
	name := fmt.Sprintf("%s-%05d", flat(opt.Metadata["stage"]), index)
	s := &Staging{disk: d, dir: dir, index: index, opt: opt, tmp: filepath.Join(dir, "tmp", name)}
	if err := d.removeAll(s.tmp); err != nil {
		s.err = fmt.Errorf("remove stale temporary files: %w", err)
	}
	return s
}

// flat makes one path element of a name.
func flat(name string) string {
	return strings.NewReplacer("/", "~", "\\", "~", ":", "~").Replace(name)
}

// errDone is a mistake of the caller: a staging area is for one commit.
var errDone = errors.New("staging area is already sealed")

// CreateFile opens a plain file of an artifact, such as archives/a.zip; name is relative to the run folder. It may be
// closed before the commit, which a shard of many files should do: each holds a descriptor and a buffer until then.
func (s *Staging) CreateFile(id stage.TableID, name string) (io.WriteCloser, error) {
	f, err := s.create(id, name)
	return plainFile{f}, err
}

// create opens a temporary file for the final name. The temporary name does not end in .parquet and does not lie in
// the table's folder: one half-written file there would make `SELECT * FROM 'games/*.parquet'` fail.
func (s *Staging) create(id stage.TableID, name string) (*stagedFile, error) {
	if s.err != nil {
		return nil, s.err
	}
	if s.state != filling {
		return nil, fmt.Errorf("%s: %w", name, errDone)
	}
	name = path.Clean(name)
	if !filepath.IsLocal(filepath.FromSlash(name)) || name == "." || strings.HasPrefix(name, "tmp/") {
		return nil, fmt.Errorf("%s: %q is not a path inside the run folder", id, name)
	}
	if err := s.disk.mkdirAll(s.tmp); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	tmp := filepath.Join(s.tmp, fmt.Sprintf("%03d.part", len(s.files)))
	f, err := s.disk.create(tmp)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	staged := newStagedFile(f, id, name, tmp)
	s.files = append(s.files, staged)
	return staged, nil
}

// Seal closes and fsyncs every file under its temporary name: the expensive half of Commit, which the worker does in
// parallel while the renames wait for their turn. Nothing can be written afterwards. Commit seals what is not sealed.
func (s *Staging) Seal() error {
	if s.err != nil {
		return s.err
	}
	if s.state != filling {
		return errDone
	}
	for _, f := range s.files {
		if err := f.finish(); err != nil {
			return errors.Join(fmt.Errorf("write %s: %w", f.name, err), s.Abort())
		}
	}
	s.state = sealed
	return nil
}

// Commit closes, fsyncs and renames every file of the area and returns them by artifact, in order of creation. If it
// fails, none of the files stays under its final name.
func (s *Staging) Commit() (map[stage.TableID][]stage.File, error) { return s.commit(true) }

// Publish is Commit without the sync of the folders: after a loss of power, files may be missing under their names. It is
// for a caller that notices that, and that calls SyncFolders once for many shards before it relies on them: a sync of
// three folders a shard takes longer than the work on a small one.
func (s *Staging) Publish() (map[stage.TableID][]stage.File, error) { return s.commit(false) }

// SyncFolders makes the names of files durable: their folders and those above them, up to the run folder dir.
func SyncFolders(dir string, files []stage.File) error {
	var folders folderList
	for _, f := range files {
		folders.addAbove(filepath.Join(dir, filepath.FromSlash(f.Name)), dir)
	}
	return syncFolders(osDisk{}, folders)
}

func syncFolders(d disk, folders folderList) error {
	for _, dir := range folders {
		if err := d.syncDir(dir); err != nil {
			return fmt.Errorf("sync folder %s: %w", dir, err)
		}
	}
	return nil
}

func (s *Staging) commit(durable bool) (map[stage.TableID][]stage.File, error) {
	if s.state != sealed {
		if err := s.Seal(); err != nil {
			return nil, err
		}
	}
	if err := s.publish(durable); err != nil {
		return nil, errors.Join(err, s.Abort())
	}
	s.state = done
	files := make(map[stage.TableID][]stage.File)
	for _, f := range s.files {
		files[f.id] = append(files[f.id], f.describe(s.dir))
	}
	return files, s.removeTmp()
}

// publish gives every file its name and, if asked, makes the names durable.
func (s *Staging) publish(durable bool) error {
	var folders folderList
	for _, f := range s.files {
		if err := s.rename(f); err != nil {
			return err
		}
		folders.addAbove(f.final, s.dir)
	}
	if !durable {
		return nil
	}
	return syncFolders(s.disk, folders)
}

func (s *Staging) rename(f *stagedFile) error {
	final := filepath.Join(s.dir, filepath.FromSlash(f.name))
	folder := filepath.Dir(final)
	if err := s.disk.mkdirAll(folder); err != nil {
		return fmt.Errorf("write %s: %w", f.name, err)
	}
	if err := s.disk.rename(f.tmp, final); err != nil {
		return fmt.Errorf("write %s: %w", f.name, err)
	}
	f.final = final
	return nil
}

// folderList is a small ordered set.
type folderList []string

// addAbove adds the folders above a file. They may be new: up to the run folder, each holds a name that must survive.
func (l *folderList) addAbove(file, dir string) {
	for folder := filepath.Dir(file); folder != dir; folder = filepath.Dir(folder) {
		l.add(folder)
	}
	l.add(dir)
}

func (l *folderList) add(dir string) {
	for _, known := range *l {
		if known == dir {
			return
		}
	}
	*l = append(*l, dir)
}

// Abort closes and removes every temporary file. After Commit it does nothing.
func (s *Staging) Abort() error {
	if s.state == done {
		return nil
	}
	s.state = done
	var errs []error
	for _, f := range s.files {
		f.discard()
		if f.final != "" {
			errs = append(errs, s.disk.remove(f.final))
		}
	}
	return errors.Join(append(errs, s.removeTmp())...)
}

func (s *Staging) removeTmp() error {
	if err := s.disk.removeAll(s.tmp); err != nil {
		return fmt.Errorf("remove temporary files: %w", err)
	}
	// Succeeds for the last shard only; another shard may be writing beside this one.
	_ = s.disk.remove(filepath.Dir(s.tmp))
	return nil
}
