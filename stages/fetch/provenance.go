package fetch

import (
	"path/filepath"
)

// An entry is what provenance.json says about one archive.
type entry struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"`
	Games *int64 `json:"games,omitempty"` // as the site counts them
	receipt
	Refused reason `json:"refused,omitempty"`
	Why     string `json:"why,omitempty"`
}

// provenance is the file provenance.json of a run. It stands beside the manifest and not in a table, because it holds
// times; the hashes that results depend on are in both.
type provenance struct {
	Archives []entry `json:"archives"`
}

// entryPath is where the work on an archive leaves its entry until all of them are there. Tasks of a distributed run
// write different ones.
func entryPath(dir string, a Archive) string {
	return filepath.Join(dir, key(a.origin())+".entry.json")
}

func provenancePath(dir string) string { return filepath.Join(dir, "provenance.json") }

// writeProvenance gathers the entries in the order of the archives and counts the failed ones. What another task of a
// distributed run has not written yet is left out; the last task writes the whole.
func writeProvenance(dir string, archives []Archive) (failed int, err error) {
	var p provenance
	for _, a := range archives {
		var e entry
		if !readJSON(entryPath(downloads(dir), a), &e) {
			continue
		}
		p.Archives = append(p.Archives, e)
		if e.Refused != "" {
			failed++
		}
	}
	return failed, writeJSON(provenancePath(dir), p)
}
