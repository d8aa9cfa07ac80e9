//go:build unix

package trust

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/stages/stagetest"
)

// finished is a finished run in a folder of its own: a copy of the undisturbed one.
func finished(t *testing.T) chain {
	t.Helper()
	undisturbed(t)
	c := newChain(t)
	if err := os.CopyFS(c.data, os.DirFS(filepath.Join(scratch, "undisturbed"))); err != nil {
		t.Fatal(err)
	}
	return c
}

// parts is the first file of every artifact that the run has made.
func (c chain) parts(t *testing.T) (files []stage.File) {
	t.Helper()
	m, err := manifest.Read(c.dir())
	if err != nil {
		t.Fatal(err)
	}
	ids, all := m.Tables()
	for _, id := range ids {
		files = append(files, all[id][0])
	}
	return files
}

// TestFlippedByteIsNamed flips a byte of one file of every artifact. verify names all of them, run refuses to build on them, and when
// they are removed it makes what is missing.
func TestFlippedByteIsNamed(t *testing.T) {
	costly(t)
	c := finished(t)
	parts := c.parts(t)
	if len(parts) < 12 {
		t.Fatalf("only %d artifacts", len(parts))
	}
	for i, f := range parts {
		flip(t, f.Path, i*7919%int(f.Bytes))
	}
	e := c.do(t, "", "verify", "chain")
	e.want(t, 1, fmt.Sprintf("%d problems", len(parts)), "Remove damaged files and run again")
	for _, f := range parts {
		if !strings.Contains(e.text, f.Name+": is damaged") {
			t.Errorf("%s is not named", f.Name)
		}
	}
	c.do(t, "", "run").want(t, 1, parts[0].Name+": is damaged", "Nothing is built on a file that has changed", "Remove it")
	c.do(t, "", "run", "--only", "signals", "--force").want(t, 1, "is damaged", "again first")
	for _, f := range parts {
		if err := os.Remove(f.Path); err != nil {
			t.Fatal(err)
		}
	}
	c.do(t, "", "verify", "chain").want(t, 1, "is missing", "Missing files are made again by: plyquet run")
	c.finish(t, "damage removed")
}

func flip(t *testing.T, path string, at int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[at] ^= 1
	if err := os.Remove(path); err != nil { // archives are links to the games of all tests
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTruncatedAndForeignPartsAreNamed: a part that is cut off, one of a run over other games, one that is too many.
func TestTruncatedAndForeignPartsAreNamed(t *testing.T) {
	costly(t)
	c := finished(t)
	other := newChain(t)
	other.paths = other.paths[:1]
	other.do(t, "", "run", "--to", "ingest").want(t, 0)
	plies := func(c chain) string { return filepath.Join(c.dir(), "tables", "plies", "part-00000.parquet") }
	games := func(c chain) string { return filepath.Join(c.dir(), "tables", "games", "part-00000.parquet") }
	if err := os.Truncate(games(c), 1000); err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(plies(other))
	if err != nil {
		t.Fatal(err)
	}
	write(t, plies(c), string(foreign))
	write(t, filepath.Join(c.dir(), "tables", "plies", "part-00009.parquet"), string(foreign))
	c.do(t, "", "verify", "chain").want(t, 1, "3 problems", "games/part-00000.parquet: is damaged: it has 1000 bytes",
		"plies/part-00000.parquet: is damaged", "It is a part of another run: it names ingest", "part-00009.parquet: is not part of this run")

	// The same part with its digest entered in the manifest: the file is as it was written, and still not of this run.
	c = finished(t)
	write(t, plies(c), string(foreign))
	m, err := manifest.Read(c.dir())
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(foreign)
	entry := &m.Steps["ingest"].Result.Files["plies"][0]
	entry.SHA256, entry.Bytes = hex.EncodeToString(sum[:]), int64(len(foreign))
	if err := m.Write(c.dir()); err != nil {
		t.Fatal(err)
	}
	c.do(t, "", "verify", "chain").want(t, 1, "is from another run", "the manifest says", "contradicts itself", "--force")
	c.do(t, "", "run", "--force").want(t, 0)
	stagetest.SameFiles(t, "made anew", c.outputs(t), undisturbed(t))
}

// TestDamagedManifest: the account cannot be read, or lies.
func TestDamagedManifest(t *testing.T) {
	costly(t)
	c := finished(t)
	path := filepath.Join(c.dir(), manifest.FileName)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{good[:len(good)/2], {}, bytes.Replace(good, []byte(`"tables/`), []byte(`"../../`), 1)} {
		write(t, path, string(bad))
		for _, command := range []string{"run", "verify", "tables"} {
			args := []string{command, "chain"}
			if command == "run" {
				args = args[:1]
			}
			c.do(t, "", args...).want(t, 1, manifest.FileName, "is damaged")
		}
	}
	write(t, path, string(bytes.Replace(good, []byte(`"kept": 24`), []byte(`"kept": 23`), 1)))
	c.do(t, "", "verify", "chain").want(t, 1, "counts do not add up")
	if err := os.Remove(path); err != nil { // as the message says: finished shards are taken up again
		t.Fatal(err)
	}
	c.finish(t, "manifest removed")
}

// TestRunOfAnotherVersion: what an older or newer plyquet has written is opened with a clear message, and made anew by run.
func TestRunOfAnotherVersion(t *testing.T) {
	costly(t)
	c := finished(t)
	m, err := manifest.Read(c.dir())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Steps {
		for i, p := range s.Result.Parts {
			if p.Name == "tables" {
				s.Result.Parts[i].Value = "0"
			}
		}
		s.Result.Fingerprint = "of version 0"
	}
	if err := m.Write(c.dir()); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"verify", "tables"} {
		c.do(t, "", command, "chain").want(t, 1, "tables of version 0", "plyquet run")
	}
	c.do(t, "", "plan").want(t, 0, "version of the tables 0 -> 1")
	c.finish(t, "older run made anew")
	write(t, filepath.Join(c.dir(), manifest.FileName), `{"schema": 99, "run": "chain", "steps": {}}`)
	c.do(t, "", "run").want(t, 1, "use a newer plyquet")
}
