package sampled

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/stages/rows"
)

func TestReaderReadsBlocksOfAnyFileInAnyOrder(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"a.pgn": "0123456789", "sub/b.pgn": "abcdef"}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := NewReader(dir)
	for _, b := range []rows.Block{
		{Source: "a.pgn", Offset: 2, Bytes: 5, FirstGame: 3}, {Source: "sub/b.pgn", Bytes: 6, FirstGame: 1}, {Source: "a.pgn", Bytes: 2, FirstGame: 1},
	} {
		got, err := r.Read(&b)
		if want := texts[b.Source][b.Offset:][:b.Bytes]; err != nil || string(got.Data) != want ||
			got.Source != b.Source || got.Offset != b.Offset || got.First != b.FirstGame {
			t.Errorf("%+v: %+v, %v; want %q", b, got, err, want)
		}
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := r.Close(); err != nil {
		t.Error("closed twice:", err)
	}
}

func TestReaderNamesWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.pgn"), []byte("0123"), 0o666); err != nil {
		t.Fatal(err)
	}
	r := NewReader(dir)
	defer r.Close()
	for _, b := range []rows.Block{{Source: "a.pgn", Offset: 2, Bytes: 5}, {Source: "none.pgn", Bytes: 1}} {
		if _, err := r.Read(&b); err == nil || !strings.Contains(err.Error(), b.Source) {
			t.Errorf("%+v: %v", b, err)
		}
	}
}
