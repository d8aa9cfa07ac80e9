package grade

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
	"plyquet/stages/gamerecord"
)

const tinyTable = "eco\tname\tpgn\nX01\tTest Opening: Short Line\t1. e4 e5 2. Nf3\n"

// polyglotOf is a book that lists one move of the start position.
func polyglotOf(t *testing.T, uci string) []byte {
	t.Helper()
	pos := board.Start()
	m, err := pos.ParseUCI(uci)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, field := range []any{pos.PolyglotKey(), uint16(m.From())<<6 | uint16(m.To()), uint16(1), uint32(0)} {
		if err := binary.Write(&b, binary.BigEndian, field); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func TestConfiguredBooks(t *testing.T) {
	base := t.TempDir()
	for name, data := range map[string][]byte{"x.tsv": []byte(tinyTable), "d4.bin": polyglotOf(t, "d2d4")} {
		if err := os.WriteFile(filepath.Join(base, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	e4 := record{id: 1, moves: "e4 e5 Nf3 Nc6", result: "*", cps: []int{20, 20, 20, 20}}
	d4 := record{id: 2, moves: "d4 d5", result: "*", cps: []int{20, 20}}
	for _, tc := range []struct {
		name    string
		book    Book
		exit    [2]int32 // of the two games; 0: none
		opening string
	}{
		{"on a line", Book{Names: "none", TSV: []string{"x.tsv"}, NameRule: "line", PolyglotBy: "move"}, [2]int32{4, 1}, "Test Opening: Short Line"},
		{"named", Book{Names: "none", TSV: []string{"x.tsv"}, NameRule: "named", PolyglotBy: "move"}, [2]int32{1, 1}, "Test Opening: Short Line"},
		{"polyglot", Book{Names: "none", Polyglot: []string{"d4.bin"}, NameRule: "line", PolyglotBy: "move"}, [2]int32{1, 2}, ""},
		{"both", Book{Names: "none", TSV: []string{"x.tsv"}, Polyglot: []string{"d4.bin"}, NameRule: "line", PolyglotBy: "move"}, [2]int32{4, 2}, "Test Opening: Short Line"},
		{"polyglot, position after", Book{Names: "none", Polyglot: []string{"d4.bin"}, NameRule: "line", PolyglotBy: "position"}, [2]int32{1, 1}, ""},
		{"no book", Book{Names: "none", NameRule: "line", PolyglotBy: "move"}, [2]int32{}, ""},
	} {
		s := comments("cap")
		s.Book = tc.book
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		lib, err := s.Book.open(base)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorker(s, gamerecord.Index{}, lib)
		for n, r := range []record{e4, d4} {
			w.grade(t, r)
			row := w.accuracyRows[0]
			if row.BookExitPly.Or(0) != tc.exit[n] {
				t.Errorf("%s, game %d: left the book at %d, want %d", tc.name, n+1, row.BookExitPly.Or(0), tc.exit[n])
			}
			if n == 0 && row.OpeningName.Or("") != tc.opening {
				t.Errorf("%s: opening %q, want %q", tc.name, row.OpeningName.Or(""), tc.opening)
			}
		}
	}
}

func TestBuiltinBookNamesCommonOpenings(t *testing.T) {
	b := defaultBook()
	lib, err := b.open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := newWorker(comments("cap"), gamerecord.Index{}, lib)
	w.grade(t, record{moves: "Nf3 d5 d4 Nf6 c4 e6 Nc3 h5", result: "*", cps: make([]int, 8)}) // reached by transposition
	row := w.accuracyRows[0]
	if row.OpeningECO.Or("") != "D37" || row.BookExitPly.Or(0) != 8 {
		t.Errorf("%s %s, left at %d", row.OpeningECO.Or(""), row.OpeningName.Or(""), row.BookExitPly.Or(0))
	}
}

func TestBookFilesAreFactsAndMustExist(t *testing.T) {
	base := t.TempDir()
	if err := os.WriteFile(filepath.Join(base, "x.tsv"), []byte(tinyTable), 0o644); err != nil {
		t.Fatal(err)
	}
	env := stage.Env{Base: base, HashFile: func(path string) (string, error) {
		data, err := os.ReadFile(path)
		sum := sha256.Sum256(data)
		return hex.EncodeToString(sum[:]), err
	}}
	s := New()
	s.Book.TSV = []string{"x.tsv"}
	facts, err := s.External(context.Background(), env)
	if err != nil || len(facts) != 1 || facts[0].Name != "book x.tsv" || len(facts[0].Value) != 64 {
		t.Errorf("facts %v, %v", facts, err)
	}
	for _, b := range []Book{{Names: "none", TSV: []string{"absent.tsv"}}, {Names: "none", Polyglot: []string{"absent.bin"}},
		{Names: "none", Polyglot: []string{"x.tsv"}}} {
		if _, err := b.open(base); err == nil {
			t.Errorf("%+v opens", b)
		}
	}
	s.Book.Polyglot = []string{"absent.bin"}
	if _, err := s.External(context.Background(), env); err == nil {
		t.Error("an absent file has a fact")
	}
	s.Book = Book{Names: "mine", NameRule: "x", PolyglotBy: "y"}
	for _, part := range []string{"book.names", "book.name_rule", "book.polyglot_by"} {
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v does not name %s", err, part)
		}
	}
}
