package sampled

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"plyquet/stages/rows"
)

// The table of blocks may be of a run from elsewhere: a block of a terabyte ended the process, before any byte was read.
func TestBlocksAreNotBelieved(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "sampled")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Join(dir, "secret.pgn"), filepath.Join(sub, "a.pgn")} {
		if err := os.WriteFile(name, []byte("1. e4 *\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := NewReader(sub)
	defer r.Close()
	if b, err := r.Read(&rows.Block{Source: "a.pgn", Offset: 3, Bytes: 5}); err != nil || string(b.Data) != "e4 *\n" {
		t.Fatalf("%q, %v", b.Data, err)
	}
	for _, b := range []rows.Block{
		{Source: "a.pgn", Bytes: 1 << 40},
		{Source: "a.pgn", Bytes: -1},
		{Source: "a.pgn", Offset: -1, Bytes: 2},
		{Source: "a.pgn", Offset: math.MaxInt64, Bytes: 2},
		{Source: "a.pgn", Offset: 4, Bytes: 5},
		{Source: "../secret.pgn", Bytes: 2},
	} {
		if got, err := r.Read(&b); err == nil {
			t.Errorf("%+v gives %q", b, got.Data)
		}
	}
}
