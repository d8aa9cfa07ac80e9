package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// lay puts the files of a run into one folder, as a run has them.
func lay(t *testing.T, m *manifest.Manifest) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, step := range m.Steps {
		for id, files := range step.Result.Files {
			for i := range files {
				f := &files[i]
				data := make([]byte, f.Bytes) // of files that only their entry knows
				if f.Path != "" {
					var err error
					if data, err = os.ReadFile(f.Path); err != nil {
						t.Fatal(err)
					}
				}
				f.Path = filepath.Join(dir, f.Name)
				enter(t, f, data)
				step.Result.Files[id] = files
			}
		}
	}
	return dir
}

// enter writes a file and what it is now into its entry.
func enter(t *testing.T, f *stage.File, data []byte) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(f.Path), 0o755), os.WriteFile(f.Path, data, 0o644)); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	f.Bytes, f.SHA256 = int64(len(data)), hex.EncodeToString(sum[:])
}

// TestEveryTableIsGuarded damages the file of every table of every stage in every way there is, one at a time: its digest
// tells, and where the account has been made to agree with the file, its footer does.
func TestEveryTableIsGuarded(t *testing.T) {
	stagetest.Sequential(t)
	tables := newShelf(t)
	m := newWorld().manifest(t, tables)
	dir := lay(t, m)
	if problems, err := m.Verify(dir, manifest.HashFile); err != nil || len(problems) > 0 {
		t.Fatalf("%v %v", problems, err)
	}
	foreign := newWorld()
	for name := range foreign.counts {
		foreign.footer[name] = "other"
	}
	other := foreign.manifest(t, tables)
	guarded := 0
	for name, step := range m.Steps {
		for id, files := range step.Result.Files {
			if strings.HasSuffix(files[0].Name, ".parquet") {
				guarded++
				guardedFile(t, m, dir, name, &files[0], other.Steps[name].Result.Files[id][0].Path)
			}
		}
	}
	if guarded != len(columns)-1 { // bench_runs is of no run
		t.Errorf("%d tables of %d", guarded, len(columns)-1)
	}
}

// guardedFile harms one file and mends it again. The stranger is the same table of another run.
func guardedFile(t *testing.T, m *manifest.Manifest, dir, stageName string, f *stage.File, stranger string) {
	t.Helper()
	good, err := os.ReadFile(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(stranger)
	if err != nil {
		t.Fatal(err)
	}
	entry := *f
	flipped := slices.Clone(good)
	flipped[len(flipped)*2/3] ^= 4
	for what, data := range map[string][]byte{"flipped": flipped, "cut": good[:len(good)-1], "empty": {}, "foreign": foreign, "gone": nil} {
		want := manifest.Damaged
		if data != nil {
			enter(t, f, data)
		} else if want, err = manifest.Missing, os.Remove(f.Path); err != nil {
			t.Fatal(err)
		}
		*f = entry
		problems, err := m.Verify(dir, manifest.HashFile)
		if err != nil || len(problems) != 1 || problems[0].File != f.Name || problems[0].Kind != want || problems[0].Stage != stageName {
			t.Errorf("%s %s: %v %v", f.Name, what, problems, err)
		}
	}
	enter(t, f, foreign)
	problems, err := Tables(m)
	if err != nil || len(problems) != 1 || problems[0].File != f.Name || !strings.Contains(problems[0].Text, "is from another run") {
		t.Errorf("%s entered: %v %v", f.Name, problems, err)
	}
	enter(t, f, good)
}

// TestPartsOutOfPlaceAreNamed: two parts of a table that have changed their places in the manifest, on the disk together
// with their entries, or both.
func TestPartsOutOfPlaceAreNamed(t *testing.T) {
	w := newWorld()
	dir := t.TempDir()
	parts := func() []stage.File { // of plies, one a game
		var files []stage.File
		for i, list := range [][]rows.Ply{w.plies[:3], w.plies[3:]} {
			s := table.NewStaging(dir, i, table.Options{Scratch: true, Metadata: map[string]string{
				"stage": "ingest", "fingerprint": "f", "schema_version": w.version}})
			out, err := table.Create[rows.Ply](s, rows.Plies)
			if err == nil {
				err = out.Write(list...)
			}
			if err != nil {
				t.Fatal(err)
			}
			made, err := s.Commit()
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, made[rows.Plies]...)
		}
		return files
	}
	exchange := func(files []stage.File) {
		a, b := files[0], files[1]
		files[0].Path, files[0].Rows, files[0].SHA256 = b.Path, b.Rows, b.SHA256
		files[1].Path, files[1].Rows, files[1].SHA256 = a.Path, a.Rows, a.SHA256
	}
	m := w.manifest(t, newShelf(t))
	for name, c := range map[string]struct {
		harm func(files []stage.File)
		want string
	}{
		"right":    {func([]stage.File) {}, ""},
		"listed":   {slices.Reverse[[]stage.File], "tables/plies/part-00000.parquet stands behind tables/plies/part-00001.parquet"},
		"on disk":  {exchange, `stands in another's place: its footer names "tables/plies/part-00001.parquet"`},
		"together": {func(files []stage.File) { exchange(files); slices.Reverse(files) }, "stands in another's place"},
	} {
		files := parts()
		c.harm(files)
		m.Steps["ingest"].Result.Files[rows.Plies] = files
		problems, err := Tables(m)
		if all := fmt.Sprint(problems); err != nil || !strings.Contains(all, c.want) || (c.want == "") != (len(problems) == 0) {
			t.Errorf("%s: %v %v", name, all, err)
		}
	}
}
