package manifest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestEditBehindTheClocksBackIsSeen flips a byte in place and sets the modification time back, as touch -r does.
func TestEditBehindTheClocksBackIsSeen(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("this system does not tell when an inode was changed")
	}
	dir := t.TempDir()
	f := put(t, dir, "part", "content")
	h := OpenHashes(dir)
	h.now = func() time.Time { return time.Now().Add(time.Hour) }
	if _, err := h.File(f.Path); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	waitForClock(t, dir, before)
	edit, err := os.OpenFile(f.Path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := edit.WriteAt([]byte("C"), 0); err != nil {
		t.Fatal(err)
	}
	if err := edit.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(f.Path, before.ModTime(), before.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got, err := h.File(f.Path); err != nil || got == f.SHA256 {
		t.Errorf("the old digest of a changed file is trusted (%v)", err)
	}
}

// waitForClock makes files until the file system's clock has ticked since a file was written.
func waitForClock(t *testing.T, dir string, since os.FileInfo) {
	t.Helper()
	for probe := filepath.Join(dir, "probe"); ; {
		if err := os.WriteFile(probe, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(probe); err != nil || info.ModTime().After(since.ModTime()) {
			return
		}
	}
}

// TestClockThatJumps: whatever the clock says, a digest is the one of the content that is there.
func TestClockThatJumps(t *testing.T) {
	dir := t.TempDir()
	var jump time.Duration
	h := OpenHashes(dir)
	h.now = func() time.Time { return time.Now().Add(jump) }
	for i, leap := range []time.Duration{0, time.Hour, -time.Hour, 30 * 365 * 24 * time.Hour, -50 * 365 * 24 * time.Hour, 0} {
		jump = leap
		f := put(t, dir, "part", strings.Repeat("x", 3)+string(rune('a'+i)))
		h.Learn(f.Path, f.SHA256)
		for range 2 {
			if got, err := h.File(f.Path); err != nil || got != f.SHA256 {
				t.Errorf("clock %v: %.8s, %v; want %.8s", jump, got, err, f.SHA256)
			}
		}
		if err := h.Save(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFailedSyncKeepsTheOldContent: an fsync that fails is an error of the write, the old content stays and no temporary file does.
func TestFailedSyncKeepsTheOldContent(t *testing.T) {
	dir := t.TempDir()
	f := put(t, dir, FileName, "old")
	broken := errors.New("input/output error")
	if err := replace(f.Path, []byte("new"), func(*os.File) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if got, _ := os.ReadFile(f.Path); string(got) != "old" {
		t.Errorf("content %q", got)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
}

// TestSweepRemovesWhatAKilledWriteLeft and nothing else.
func TestSweepRemovesWhatAKilledWriteLeft(t *testing.T) {
	dir := t.TempDir()
	killed := errors.New("killed")
	func() {
		defer func() { _ = recover() }()
		_ = replace(filepath.Join(dir, FileName), []byte("new"), func(*os.File) error { panic(killed) })
	}()
	keep := []string{FileName, ".hidden", "a.tmp-1"}
	for _, name := range keep {
		put(t, dir, name, "kept")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != len(keep)+1 {
		t.Fatalf("%v: the write has left nothing", entries)
	}
	if err := errors.Join(Sweep(dir), Sweep(filepath.Join(dir, "absent"))); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != len(keep) {
		t.Errorf("%v, want %v", entries, keep)
	}
}

// TestManifestCannotNameFilesOutside: what a manifest names is removed one day.
func TestManifestCannotNameFilesOutside(t *testing.T) {
	for _, name := range []string{"../precious", "/etc/passwd", "tables/../../x", ""} {
		dir := t.TempDir()
		put(t, dir, FileName, `{"schema": 1, "steps": {"ingest": {"result": {"files": {"games": [{"name": "`+name+`"}]}}}}}`)
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "outside the run folder") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A named pipe in the folder of games kept the planning waiting for ever, and a link to /dev/zero kept it reading.
func TestOnlyFilesAreHashed(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "device.pgn")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	for _, path := range []string{os.DevNull, link, dir} {
		if _, err := HashFile(path); err == nil || !strings.Contains(err.Error(), "is not a file") {
			t.Errorf("HashFile(%s): %v", path, err)
		}
		if _, err := OpenHashes(dir).File(path); err == nil || !strings.Contains(err.Error(), "is not a file") {
			t.Errorf("File(%s): %v", path, err)
		}
	}
}

// A run folder may come from somebody else: what it calls its tables stands on the terminal and in SQL.
func TestManifestsOfOthersAreRefused(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for why, text := range map[string]string{
		"no name of a table":   `{"steps": {"ingest": {"result": {"files": {"games AS SELECT 1; DROP TABLE x; --": []}}}}}`,
		"no name of a step":    `{"steps": {"\u001b[2J": {}}}`,
		"a file in 5000 bytes": `{"steps": {"ingest": {"result": {"files": {"games": [{"name": "` + long + `"}]}}}}}`,
		"it has 1001 steps":    `{"steps": {` + strings.TrimSuffix(steps(1001), ",") + `}}`,
	} {
		dir := t.TempDir()
		if err := WriteFile(filepath.Join(dir, FileName), []byte(text)); err != nil {
			t.Fatal(err)
		}
		_, err := Read(dir)
		if err == nil || !strings.Contains(err.Error(), why) || len(err.Error()) > 1000 || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %.200v", why, err)
		}
	}
	dir := t.TempDir()
	if err := os.Symlink(os.DevNull, filepath.Join(dir, FileName)); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("a device: %v", err)
	}
}

func steps(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"s%d": {},`, i)
	}
	return b.String()
}

// One file in the account a hundred thousand times was read as often.
func TestAFileThatIsClaimedTwiceIsReadOnce(t *testing.T) {
	dir := t.TempDir()
	m := sample(t, dir)
	files := m.Steps["ingest"].Result.Files
	for range 100 {
		files["plies"] = append(files["plies"], files["plies"][0])
	}
	read := 0
	if _, err := m.Verify(dir, func(path string) (string, error) { read++; return HashFile(path) }); err != nil || read != 3 {
		t.Errorf("%d files read, %v", read, err)
	}
}
