package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plyquet/pipeline/stage"
)

func put(t *testing.T, dir, name, content string) stage.File {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := WriteFile(path, []byte(content)); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(content))
	return stage.File{Path: path, Name: name, Bytes: int64(len(content)), SHA256: hex.EncodeToString(sum[:])}
}

func sample(t *testing.T, dir string) *Manifest {
	t.Helper()
	m, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Run = "demo"
	m.Steps["ingest"] = &Step{Result: Result{
		Stage: "ingest", Fingerprint: "f", Parts: []Part{{"version", "1"}},
		Files: map[stage.TableID][]stage.File{
			"games": {put(t, dir, "tables/games/part-00000.parquet", "g0"), put(t, dir, "tables/games/part-00001.parquet", "g1")},
			"plies": {put(t, dir, "tables/plies/part-00000.parquet", "p0")},
		},
		Counts: stage.Counts{Seen: 2, Kept: 2},
	}}
	return m
}

func TestManifestReadsBackAndMoves(t *testing.T) {
	dir := t.TempDir()
	m := sample(t, dir)
	if err := m.Write(dir); err != nil {
		t.Fatal(err)
	}
	first, _ := os.ReadFile(filepath.Join(dir, FileName))
	moved := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	again, err := Read(moved)
	if err != nil {
		t.Fatal(err)
	}
	f := again.Steps["ingest"].Result.Files["games"][1]
	if want := filepath.Join(moved, "tables/games/part-00001.parquet"); f.Path != want {
		t.Errorf("path %s, want %s", f.Path, want)
	}
	if err := again.Write(moved); err != nil {
		t.Fatal(err)
	}
	if second, _ := os.ReadFile(filepath.Join(moved, FileName)); string(first) != string(second) {
		t.Errorf("not stable:\n%s\n%s", first, second)
	}
	entries, _ := os.ReadDir(moved)
	for _, e := range entries {
		if strings.Contains(e.Name(), ".tmp") {
			t.Errorf("left behind: %s", e.Name())
		}
	}
}

func TestDamagedManifestSaysWhatToDo(t *testing.T) {
	dir := t.TempDir()
	for content, want := range map[string]string{
		`{"schema": 1, "st`:         "is damaged",
		`{"schema": 99}`:            "use a newer plyquet",
		`{"schema":1,"steps":null}`: "",
	} {
		put(t, dir, FileName, content)
		_, err := Read(dir)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", content, err)
		}
	}
}

// TestManifestNamesArtifactsAlone: what it names is read, and removed when it is replaced.
func TestManifestNamesArtifactsAlone(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"", ".", "..", "../x/y", "/etc/passwd", "tables/../manifest.json", "manifest.json", "lock", "state/hashes.json", "tables//x", "tables/x/"} {
		put(t, dir, FileName, `{"schema":1,"steps":{"ingest":{"result":{"files":{"games":[{"name":"`+name+`"}]}}}}}`)
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestVerifyFindsAndNamesEveryKindOfDamage(t *testing.T) {
	dir := t.TempDir()
	m := sample(t, dir)
	if list, err := m.Verify(dir, OpenHashes(dir).File); err != nil || len(list) != 0 {
		t.Fatalf("a sound folder has problems: %v %v", list, err)
	}
	part := func(name string) string { return filepath.Join(dir, "tables", name) }
	if err := os.WriteFile(part("games/part-00000.parquet"), []byte("g9"), 0o644); err != nil { // a flipped byte
		t.Fatal(err)
	}
	if err := os.Remove(part("games/part-00001.parquet")); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(part("plies/part-00000.parquet"), 1); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "tables/plies/part-00007.parquet", "from another run")
	m.Steps["ingest"].Result.Counts.Kept = 1
	m.Steps["sample"] = &Step{Result: Result{Stage: "other"}}

	list, err := m.Verify(dir, OpenHashes(dir).File)
	if err != nil {
		t.Fatal(err)
	}
	kinds, named := map[Kind]int{}, map[string]bool{}
	for _, p := range list {
		kinds[p.Kind]++
		named[p.File] = true
	}
	for _, name := range []string{"games/part-00000", "games/part-00001", "plies/part-00000", "plies/part-00007"} {
		if !named["tables/"+name+".parquet"] {
			t.Errorf("%s is not named", name)
		}
	}
	if kinds[Damaged] != 2 || kinds[Missing] != 1 || kinds[Stray] != 1 || kinds[Counts] != 2 || len(list) != 6 {
		t.Errorf("problems %v", list)
	}
}

func TestHashesTrustOnlySettledFiles(t *testing.T) {
	dir := t.TempDir()
	f := put(t, dir, "a", "one")
	h := OpenHashes(dir)
	if got, err := h.File(f.Path); err != nil || got != f.SHA256 {
		t.Fatalf("%s, %v", got, err)
	}
	// Written within the resolution of the clock: same size, same time.
	info, _ := os.Stat(f.Path)
	other := put(t, dir, "a", "two")
	if err := os.Chtimes(f.Path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got, _ := h.File(f.Path); got != other.SHA256 {
		t.Error("a young file was taken from the cache")
	}
	h.now = func() time.Time { return time.Now().Add(time.Hour) } // an hour later
	if got, err := h.File(f.Path); err != nil || got != other.SHA256 {
		t.Fatalf("%s, %v", got, err)
	}
	if err := h.Save(); err != nil {
		t.Fatal(err)
	}
	again := OpenHashes(dir)
	entry := again.known[f.Path]
	entry.SHA256 = "remembered"
	again.known[f.Path] = entry
	if got, _ := again.File(f.Path); got != "remembered" {
		t.Error("a settled file is hashed again")
	}
}

func TestWriteFileReplacesOrLeavesAlone(t *testing.T) {
	dir := t.TempDir()
	f := put(t, dir, "x/y/z.json", "old")
	put(t, dir, "x/y/z.json", "new")
	if got, _ := os.ReadFile(f.Path); string(got) != "new" {
		t.Errorf("content %q", got)
	}
	if err := WriteFile(filepath.Join(f.Path, "below-a-file"), nil); err == nil {
		t.Error("no error below a file")
	}
	if err := Remove(filepath.Join(dir, "absent")); err != nil {
		t.Error(err)
	}
}
