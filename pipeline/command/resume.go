package command

import (
	"os"
	"path/filepath"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
)

// resume resolves a run folder that stands where a configuration may stand: its stored configuration, its own data folder
// (unless --data says otherwise) and its name as it is now, so that a folder that was moved or renamed goes on where it is.
func (e *Env) resume(path string) (config string, overrides []string) {
	path = e.named(path)
	info, err := os.Stat(path)
	if path == "" || err != nil || !info.IsDir() {
		return path, nil
	}
	config = filepath.Join(path, manifest.ConfigName)
	dir := path
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(e.Base, dir)
	}
	if runs := filepath.Dir(dir); filepath.Base(runs) == "runs" {
		if e.data == defaultData {
			e.data = filepath.Dir(runs)
		}
		overrides = []string{"run=" + filepath.Base(dir)}
	}
	return config, overrides
}

// named is the folder of the run of that name, as other commands take names; a file or folder of that name comes first.
func (e *Env) named(path string) string {
	if _, err := os.Stat(path); err == nil || path == "" || filepath.Base(path) != path {
		return path
	}
	dir := run.RunDir(e.Data(), path)
	if _, err := os.Stat(filepath.Join(dir, manifest.ConfigName)); err != nil {
		return path
	}
	return e.short(dir)
}

const defaultData = "data"
