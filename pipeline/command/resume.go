package command

import (
	"os"
	"path/filepath"

	"plyquet/pipeline/manifest"
)

// resume resolves a run folder that stands where a configuration may stand: its stored configuration, its own data folder
// (unless --data says otherwise) and its name as it is now, so that a folder that was moved or renamed goes on where it is.
func (e *Env) resume(path string) (config string, overrides []string) {
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

const defaultData = "data"
