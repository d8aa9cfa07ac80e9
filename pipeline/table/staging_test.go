package table

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"plyquet/pipeline/stage"
)

// nothingLeft fails if the run folder holds any file.
func nothingLeft(t *testing.T, dir string) {
	t.Helper()
	if names := tree(t, dir); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
}

// tree lists the files below dir, and the folder tmp if it is there.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		if !d.IsDir() || d.Name() == "tmp" {
			names = append(names, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// fillStaging writes two tables and a plain file.
func fillStaging(t *testing.T, s *Staging) {
	t.Helper()
	for _, id := range []stage.TableID{"things", "others"} {
		w, err := Create[everything](s, id)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(sample(100)...); err != nil {
			t.Fatal(err)
		}
	}
	w, err := s.CreateFile("archives", "archives/deep/a.pgn")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, "1. e4 *\n"); err != nil {
		t.Fatal(err)
	}
}

var finalNames = []string{"archives/deep/a.pgn", "tables/others/part-00007.parquet", "tables/things/part-00007.parquet"}

func TestCommitShowsEverythingAndLeavesNoTemporaries(t *testing.T) {
	dir := t.TempDir()
	s := NewStaging(dir+"/", 7, testOptions)
	fillStaging(t, s)
	for _, name := range tree(t, dir) {
		if !strings.HasPrefix(name, "tmp") || strings.HasSuffix(name, ".parquet") {
			t.Errorf("%s is visible before the commit", name)
		}
	}
	files, err := s.Commit()
	if err != nil {
		t.Fatal(err)
	}
	if got := tree(t, dir); !reflect.DeepEqual(got, finalNames) {
		t.Errorf("files %v", got)
	}
	for _, f := range files {
		if err := verify(f[0]); err != nil {
			t.Error(err)
		}
	}
	if err := s.Abort(); err != nil {
		t.Error(err)
	}
	if got := tree(t, dir); !reflect.DeepEqual(got, finalNames) {
		t.Errorf("files after Abort: %v", got)
	}
	if a, b := files["things"][0], files["others"][0]; a.Content != b.Content || len(a.Content) != 64 {
		t.Errorf("content digests of equal rows are %s and %s", a.Content, b.Content)
	}
	if f := files["archives"][0]; f.Bytes != 8 || f.Rows != 0 || f.Name != "archives/deep/a.pgn" {
		t.Errorf("plain file %+v", f)
	}
}

func TestAbortLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	s := NewStaging(dir, 7, testOptions)
	fillStaging(t, s)
	if err := s.Abort(); err != nil {
		t.Fatal(err)
	}
	nothingLeft(t, dir)
	if _, err := s.Commit(); !errors.Is(err, errDone) {
		t.Errorf("commit after abort: %v", err)
	}
}

func TestADeadAttemptIsCleanedAwayByTheNext(t *testing.T) {
	dir := t.TempDir()
	fillStaging(t, NewStaging(dir, 7, testOptions)) // and killed
	other := NewStaging(dir, 8, testOptions)        // a live neighbor
	fillStaging(t, other)
	fillStaging(t, NewStaging(dir, 7, testOptions))
	if _, err := os.Stat(other.tmp); err != nil {
		t.Errorf("the neighbor's files are gone: %v", err)
	}
	if err := other.Abort(); err != nil {
		t.Fatal(err)
	}
	if s := NewStaging(dir, 7, testOptions); s.err != nil {
		t.Fatal(s.err)
	} else if err := s.Abort(); err != nil {
		t.Fatal(err)
	}
	nothingLeft(t, dir)
}

func TestStagingIsForOneCommit(t *testing.T) {
	s := NewStaging(t.TempDir(), 0, testOptions)
	w, err := Create[everything](s, "things")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(everything{}); !errors.Is(err, errDone) {
		t.Errorf("write after commit: %v", err)
	}
	if _, err := Create[everything](s, "late"); !errors.Is(err, errDone) {
		t.Errorf("create after commit: %v", err)
	}
	if _, err := s.Commit(); !errors.Is(err, errDone) {
		t.Errorf("second commit: %v", err)
	}
}

func TestSealedFilesWaitForTheirNames(t *testing.T) {
	dir := t.TempDir()
	d := &recordingDisk{dir: dir}
	s := newStaging(d, dir, 7, testOptions)
	fillStaging(t, s)
	if err := s.Seal(); err != nil {
		t.Fatal(err)
	}
	if len(d.calls) != 3 || !strings.HasPrefix(d.calls[2], "sync tmp/") {
		t.Errorf("calls of Seal: %v", d.calls)
	}
	if _, err := Create[everything](s, "late"); !errors.Is(err, errDone) {
		t.Errorf("create after Seal: %v", err)
	}
	if _, err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, dir); !reflect.DeepEqual(got, finalNames) {
		t.Errorf("files %v", got)
	}
}

func TestASealedAreaCanBeAborted(t *testing.T) {
	dir := t.TempDir()
	s := NewStaging(dir, 7, testOptions)
	fillStaging(t, s)
	if err := s.Seal(); err != nil {
		t.Fatal(err)
	}
	if err := s.Abort(); err != nil {
		t.Fatal(err)
	}
	nothingLeft(t, dir)
}

// The content digest leaves out the footer, where the fingerprint stands, and nothing else.
func TestContentDigestIsThatOfTheFileWithoutItsFooter(t *testing.T) {
	opt := testOptions
	opt.Metadata = map[string]string{"fingerprint": "abc"}
	a, b := write(t, t.TempDir(), testOptions, sample(3000), 99), write(t, t.TempDir(), opt, sample(3000), 99)
	if a.SHA256 == b.SHA256 || a.Content != b.Content {
		t.Errorf("fingerprints differ: sha256 %s %s, content %s %s", a.SHA256, b.SHA256, a.Content, b.Content)
	}
	whole := content(t, a)
	footer := binary.LittleEndian.Uint32(whole[len(whole)-8:])
	sum := sha256.Sum256(whole[:len(whole)-8-int(footer)])
	if got := hex.EncodeToString(sum[:]); got != a.Content {
		t.Errorf("content %s, want %s", a.Content, got)
	}
}

func TestPlainFilesStayInsideTheRunFolder(t *testing.T) {
	s := NewStaging(t.TempDir(), 0, testOptions)
	for _, name := range []string{"../a", "/etc/a", "archives/../../a", "", ".", "tmp/a"} {
		if _, err := s.CreateFile("archives", name); err == nil {
			t.Errorf("%q was accepted", name)
		}
	}
}

// recordingDisk notes the calls and fails at one of them.
type recordingDisk struct {
	osDisk
	dir    string
	calls  []string
	failAt string
}

var errDiskFull = errors.New("no space left on device")

func (d *recordingDisk) note(call string, paths ...string) error {
	for _, p := range paths {
		rel, _ := filepath.Rel(d.dir, p)
		call += " " + filepath.ToSlash(rel)
	}
	d.calls = append(d.calls, call)
	if d.failAt != "" && strings.HasPrefix(call, d.failAt) {
		return errDiskFull
	}
	return nil
}

func (d *recordingDisk) create(path string) (syncFile, error) {
	f, err := d.osDisk.create(path)
	return &recordingFile{f, d, path}, err
}

func (d *recordingDisk) rename(from, to string) error {
	if err := d.note("rename", to); err != nil {
		return err
	}
	return d.osDisk.rename(from, to)
}

func (d *recordingDisk) syncDir(path string) error {
	if err := d.note("syncdir", path); err != nil {
		return err
	}
	return d.osDisk.syncDir(path)
}

type recordingFile struct {
	syncFile
	disk *recordingDisk
	path string
}

func (f *recordingFile) Write(p []byte) (int, error) {
	if f.disk.failAt == "write" {
		return 0, errDiskFull
	}
	return f.syncFile.Write(p)
}

func (f *recordingFile) Sync() error {
	if err := f.disk.note("sync", f.path); err != nil {
		return err
	}
	return f.syncFile.Sync()
}

func TestNamesAppearOnlyAfterTheContentIsDurable(t *testing.T) {
	dir := t.TempDir()
	d := &recordingDisk{dir: dir}
	s := newStaging(d, dir, 7, testOptions)
	fillStaging(t, s)
	if _, err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"sync tmp/test-00007/000.part", "sync tmp/test-00007/001.part", "sync tmp/test-00007/002.part",
		"rename tables/things/part-00007.parquet", "rename tables/others/part-00007.parquet", "rename archives/deep/a.pgn",
		"syncdir tables/things", "syncdir tables", "syncdir .", "syncdir tables/others", "syncdir archives/deep", "syncdir archives",
	}
	if !reflect.DeepEqual(d.calls, want) {
		t.Errorf("calls\n%s", strings.Join(d.calls, "\n"))
	}
}

func TestAFailedCommitLeavesNothing(t *testing.T) {
	for _, failAt := range []string{"write", "sync tmp/test-00007/001", "rename tables/others", "rename archives", "syncdir tables"} {
		t.Run(fmt.Sprint(failAt), func(t *testing.T) {
			dir := t.TempDir()
			s := newStaging(&recordingDisk{dir: dir, failAt: failAt}, dir, 7, testOptions)
			fillStaging(t, s)
			if _, err := s.Commit(); !errors.Is(err, errDiskFull) {
				t.Fatalf("commit: %v", err)
			}
			nothingLeft(t, dir)
		})
	}
}

func TestPublishLeavesTheFoldersToTheCaller(t *testing.T) {
	dir := t.TempDir()
	d := &recordingDisk{dir: dir}
	s := newStaging(d, dir, 7, testOptions)
	fillStaging(t, s)
	files, err := s.Publish()
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range d.calls {
		if strings.HasPrefix(call, "syncdir") {
			t.Errorf("%s", call)
		}
	}
	if !strings.HasPrefix(d.calls[0], "sync tmp") {
		t.Errorf("the content is not durable first: %v", d.calls)
	}
	for _, list := range files {
		if err := SyncFolders(dir, list); err != nil {
			t.Error(err)
		}
	}
	if err := SyncFolders(dir, []stage.File{{Name: "tables/gone/part-00000.parquet"}}); err == nil {
		t.Error("no error for a folder that is not there")
	}
}

// TestManyPlainFilesAreOpenOneByOne: a file that is closed is durable, holds no descriptor, takes no more, and is committed.
func TestManyPlainFilesAreOpenOneByOne(t *testing.T) {
	open := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("this system does not list descriptors")
		}
		return len(entries)
	}
	dir := t.TempDir()
	s := NewStaging(dir, 0, testOptions)
	before := open()
	for i := range 50 {
		w, err := s.CreateFile("sampled", fmt.Sprintf("sampled/%d.pgn", i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprint(w, i); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Close(), w.Close()); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte("more")); !errors.Is(err, errDone) {
			t.Errorf("a closed file takes more: %v", err)
		}
	}
	if now := open(); now > before+5 {
		t.Errorf("%d descriptors, %d before", now, before)
	}
	files, err := s.Commit()
	if err != nil || len(files["sampled"]) != 50 || files["sampled"][49].Bytes != 2 {
		t.Fatalf("%v %v", files, err)
	}
	for _, f := range files["sampled"] {
		if err := verify(f); err != nil {
			t.Error(err)
		}
	}
}

// verify reads a file and compares its length and digest with what its commit recorded.
func verify(f stage.File) error {
	in, err := os.Open(f.Path)
	if err != nil {
		return err
	}
	defer in.Close()
	digest := sha256.New()
	n, err := io.Copy(digest, in)
	if err != nil {
		return err
	}
	if n != f.Bytes {
		return fmt.Errorf("%s has %d bytes, its commit recorded %d", f.Path, n, f.Bytes)
	}
	if sum := hex.EncodeToString(digest.Sum(nil)); sum != f.SHA256 {
		return fmt.Errorf("%s has sha256 %s, its commit recorded %s", f.Path, sum, f.SHA256)
	}
	return nil
}
