package command

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestRunFolderIsItsOwnConfiguration(t *testing.T) {
	base := t.TempDir()
	folder := filepath.Join(base, "elsewhere", "runs", "renamed")
	mkdir(t, folder)
	for _, c := range []struct{ path, data, wantData string }{
		{folder, defaultData, filepath.Join(base, "elsewhere")},
		{"elsewhere/runs/renamed", defaultData, filepath.Join(base, "elsewhere")},
		{folder, "/other", "/other"},
	} {
		e := &Env{Base: base, data: c.data}
		if !filepath.IsAbs(c.path) {
			t.Chdir(base)
		}
		config, overrides := e.resume(c.path)
		if want := filepath.Join(c.path, "config.resolved.yaml"); config != want {
			t.Errorf("configuration %s, want %s", config, want)
		}
		if !slices.Equal(overrides, []string{"run=renamed"}) || e.Data() != c.wantData {
			t.Errorf("overrides %v, data %s; want data %s", overrides, e.Data(), c.wantData)
		}
	}
	t.Chdir(filepath.Join(base, "elsewhere", ".."))
	mkdir(t, filepath.Join("data", "runs", "club"))
	if err := os.WriteFile(filepath.Join("data", "runs", "club", "config.resolved.yaml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	named := &Env{Base: base, data: defaultData}
	if config, overrides := named.resume("club"); config != filepath.Join("data", "runs", "club", "config.resolved.yaml") || !slices.Equal(overrides, []string{"run=club"}) {
		t.Errorf("the name of a run: %s %v", config, overrides)
	}
	if config, _ := named.resume("nobody"); config != "nobody" {
		t.Errorf("a name of no run: %s", config)
	}
	e := &Env{Base: base, data: defaultData}
	if config, overrides := e.resume("run.yaml"); config != "run.yaml" || overrides != nil || e.data != defaultData {
		t.Errorf("a file is taken for a folder: %s %v", config, overrides)
	}
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
}
