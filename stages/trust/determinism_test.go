//go:build unix

package trust

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/stages/stagetest"
)

// TestSameBytesHoweverItIsRun: workers and processors. The division into tasks is tested in package stages.
func TestSameBytesHoweverItIsRun(t *testing.T) {
	want := undisturbed(t) // sequential, all processors
	combinations := []string{"sequential 1", "8 2", "2 1"}
	if stagetest.Raced {
		combinations = combinations[1:2]
	}
	if *full {
		combinations = []string{"sequential 1", "sequential 2", "1 1", "1 2", "2 1", "2 2", "8 1", "8 2", "3 7"}
	}
	for _, how := range combinations {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			workers, processors, _ := strings.Cut(how, " ")
			c := newChain(t)
			c.workers, c.env = workers, []string{"GOMAXPROCS=" + processors}
			c.do(t, "", "run").want(t, 0)
			stagetest.SameFiles(t, how, c.outputs(t), want)
		})
	}
}

// TestSameBytesHoweverItIsPacked: order of the files, plain or compressed, whatever the compression. The names of the texts are
// the same, so the tables are. blocks alone says from which archives it was made, in its footer.
func TestSameBytesHoweverItIsPacked(t *testing.T) {
	costly(t)
	undisturbed(t)
	plain := newChain(t)
	plain.data = filepath.Join(scratch, "undisturbed")
	want := tables(t, plain.dir())
	packings := map[string]func(t testing.TB, name, text string) []byte{
		"gz":        func(t testing.TB, _, text string) []byte { return stagetest.Gzip(t, text) },
		"zip":       func(t testing.TB, name, text string) []byte { return stagetest.Zip(t, name, text) },
		"zst":       func(t testing.TB, _, text string) []byte { return stagetest.Zstd(t, text) },
		"backwards": nil,
	}
	for name, pack := range packings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newChain(t)
			slices.Reverse(c.paths)
			if pack != nil {
				dir := t.TempDir()
				for text, content := range texts() {
					write(t, filepath.Join(dir, text+"."+name), string(pack(t, text, content)))
				}
				c.paths = []string{dir}
			}
			c.do(t, "", "run", "--to", "signals").want(t, 0)
			got := tables(t, c.dir())
			for file := range want {
				if strings.HasPrefix(file, "tables/blocks/") && pack != nil {
					continue
				}
				if _, made := got[file]; !made {
					t.Errorf("%s is missing", file)
				} else if got[file] != want[file] {
					t.Errorf("%s differs", file)
				}
			}
			c.do(t, "", "verify", "chain").want(t, 0)
		})
	}
}
