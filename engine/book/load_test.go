package book

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/engine/board"
)

func TestLoadTSVTakesFilesAndFolders(t *testing.T) {
	for _, path := range []string{"testdata/small.tsv", "testdata"} {
		names, err := LoadTSV(path)
		if err != nil || names.Len() != 5 {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{"testdata/none.tsv", t.TempDir()} {
		if _, err := LoadTSV("testdata/small.tsv", path); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestLoadPolyglotNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cut.bin")
	data := writePolyglot(t, testRecord{fen: board.StartFEN, move: 0x031c, weight: 1})
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := LoadPolyglot(path); err != nil || entriesOf(t, b, board.StartFEN) != "e2e4=1" {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(path, data[:9], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadPolyglot(path); !errors.Is(err, ErrPolyglot) || !strings.Contains(err.Error(), "cut.bin") {
		t.Errorf("%v", err)
	}
	if _, err := LoadPolyglot(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}
