package fetch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// tree writes files below a new folder: name, content, name, content ...
func tree(t testing.TB, pairs ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(pairs); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(pairs[i]))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(pairs[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func fromPaths(paths ...string) *Stage {
	s := New()
	s.Paths = paths
	return s
}

func TestLocalPaths(t *testing.T) {
	g := gamesText(1)
	base := tree(t, "in/b.pgn", g, "in/a.pgn", g, "in/deep/a.PGN", g, "in/notes.txt", "text", "in/.hidden.pgn", g, "one [2024].pgn", g, "other/a.pgn", g)
	for _, c := range []struct {
		paths []string
		want  []string
	}{
		{[]string{"in/*.pgn"}, []string{"a.pgn", "b.pgn"}},
		{[]string{"in"}, []string{"a-2.PGN", "a.pgn", "b.pgn"}},
		{[]string{"in/b.pgn", "in/*.pgn"}, []string{"a.pgn", "b.pgn"}},
		{[]string{"one [2024].pgn"}, []string{"one [2024].pgn"}},
		{[]string{"in/a.pgn", "other/a.pgn"}, []string{"a-2.pgn", "a.pgn"}},
		{[]string{filepath.Join(base, "in", "b.pgn")}, []string{"b.pgn"}},
	} {
		job := newJob(t, t.TempDir())
		job.Base = base
		got := mustRun(t, fromPaths(c.paths...), job)
		var names []string
		for n, text := range got.files {
			names = append(names, n)
			if text != g {
				t.Errorf("%v: %s has other content", c.paths, n)
			}
		}
		slices.Sort(names)
		if !slices.Equal(names, c.want) {
			t.Errorf("%v: got %v, want %v", c.paths, names, c.want)
		}
	}
}

func TestLocalPathsThatMatchNothing(t *testing.T) {
	base := tree(t, "in/notes.txt", "text", "full/a.pgn", gamesText(1))
	for _, c := range []struct{ path, want string }{
		{"missing.pgn", `nothing matches "missing.pgn"`},
		{"full/*.zip", `nothing matches "full/*.zip"`},
		{"in", "no .pgn, .zip"},
	} {
		job := newJob(t, t.TempDir())
		job.Base = base
		if _, err := runStage(t, fromPaths("full/a.pgn", c.path), job); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.path, err, c.want)
		}
		_, err := fromPaths(c.path).External(context.Background(), stage.Env{Base: base, HashFile: hashOnly})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: External: error %v, want %q", c.path, err, c.want)
		}
	}
}

func hashOnly(path string) (string, error) {
	sum, _, err := hashFile(path)
	return sum, err
}

func TestABadLocalFileFailsAlone(t *testing.T) {
	job := newJob(t, t.TempDir())
	job.Base = tree(t, "a.pgn", gamesText(1), "b.pgn", "", "c.pgn", "<html>")
	got := mustRun(t, fromPaths("*.pgn"), job)
	if want := []string{"b.pgn: empty_file", "c.pgn: not_an_archive"}; !slices.Equal(got.reasons(), want) || len(got.files) != 1 {
		t.Errorf("rejects %v, want %v", got.reasons(), want)
	}
}

func TestLocalFactsFollowTheContent(t *testing.T) {
	base := tree(t, "in/b.pgn", gamesText(1), "in/a.pgn", gamesText(2), "my.lock", `{"version": 1, "archives": {}}`)
	facts := func() []stage.Fact {
		s := fromPaths("in/*.pgn")
		s.Lock = "my.lock"
		f, err := s.External(context.Background(), stage.Env{Base: base, HashFile: hashOnly})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	before := facts()
	if names := []string{before[0].Name, before[1].Name, before[2].Name}; !slices.Equal(names, []string{"in/a.pgn", "in/b.pgn", "lock"}) {
		t.Errorf("facts %v", names)
	}
	if err := os.WriteFile(filepath.Join(base, "in", "b.pgn"), []byte(gamesText(3)), 0o644); err != nil {
		t.Fatal(err)
	}
	after := facts()
	if after[0] != before[0] || after[1] == before[1] || after[2] != before[2] {
		t.Errorf("before %v, after %v", before, after)
	}
}

func TestLinkedLocalFilesAreFollowed(t *testing.T) {
	base := tree(t, "store/a.pgn", gamesText(2))
	if err := os.Symlink(filepath.Join(base, "store", "a.pgn"), filepath.Join(base, "link.pgn")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	job := newJob(t, t.TempDir())
	job.Base = base
	got := mustRun(t, fromPaths("link.pgn"), job)
	info, err := os.Lstat(filepath.Join(job.Dir, "archives", "link.pgn"))
	if err != nil || !info.Mode().IsRegular() || got.files["link.pgn"] != gamesText(2) {
		t.Errorf("archives/link.pgn is %v (%v)", info, err)
	}
}

// What a user appends to the input later must not reach the run.
func TestLocalFilesAreCopied(t *testing.T) {
	job := newJob(t, t.TempDir())
	job.Base = tree(t, "a.pgn", gamesText(2))
	mustRun(t, fromPaths("a.pgn"), job)
	if err := os.WriteFile(filepath.Join(job.Base, "a.pgn"), []byte("changed in place"), 0o644); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(job.Dir, "archives", "a.pgn"))
	if err != nil || string(data) != gamesText(2) {
		t.Errorf("archives/a.pgn has followed the change (%v)", err)
	}
}

// A file that grows while it is judged and copied gave an archive that nobody had judged.
func TestAFileThatChangesWhileItIsReadEndsTheRun(t *testing.T) {
	path := filepath.Join(tree(t, "a.pgn", gamesText(2)), "a.pgn")
	sum, size, err := hashFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for what, content := range map[string]string{"longer": gamesText(3), "shorter": gamesText(1), "other": strings.ToUpper(gamesText(2))} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		err := run.Once(t.Context(), newJob(t, t.TempDir()), func(_ context.Context, out *run.Out) error {
			return store(out, Archive{Name: "a.pgn", Path: path}, path, receipt{Bytes: size, SHA256: sum})
		})
		if err == nil || !strings.Contains(err.Error(), "changes while it is read") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
