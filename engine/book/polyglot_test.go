package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"plyquet/engine/board"
)

// testRecord is a record to be written; a key of 0 stands for that of the position.
type testRecord struct {
	fen          string
	key          uint64
	move, weight uint16
}

func writePolyglot(t testing.TB, records ...testRecord) []byte {
	var data []byte
	for _, r := range records {
		if r.key == 0 {
			p := mustFEN(t, r.fen)
			r.key = p.PolyglotKey()
		}
		data = binary.BigEndian.AppendUint64(data, r.key)
		data = binary.BigEndian.AppendUint16(data, r.move)
		data = binary.BigEndian.AppendUint16(data, r.weight)
		data = binary.BigEndian.AppendUint32(data, 0x1d001400)
	}
	return data
}

const (
	castlingFEN  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	rookFEN      = "6k1/8/8/8/8/8/8/4R1K1 w - - 0 1"
	promotionFEN = "8/4P1k1/8/8/8/8/8/6K1 w - - 0 1"
)

func entriesOf(t testing.TB, b *Polyglot, fen string) string {
	t.Helper()
	p := mustFEN(t, fen)
	var words []string
	for _, e := range b.Entries(nil, &p) {
		words = append(words, p.UCI(e.Move, false)+"="+strconv.Itoa(int(e.Weight)))
	}
	return strings.Join(words, " ")
}

func TestPolyglotMoves(t *testing.T) {
	records := []testRecord{
		{fen: board.StartFEN, move: 0x031c, weight: 100}, // e2e4
		{fen: board.StartFEN, move: 0x02db, weight: 50},  // d2d4
		{fen: board.StartFEN, move: 0x0195, weight: 0},   // g1f3, deleted
		{fen: board.StartFEN, move: 0x0107, weight: 9},   // e1h1: no castling yet
		{fen: castlingFEN, move: 0x0107, weight: 2},
		{fen: castlingFEN, move: 0x0100, weight: 1},
		{fen: rookFEN, move: 0x0100, weight: 7},
		{fen: promotionFEN, move: 0x4d3c, weight: 9}, // e7e8q
		{fen: promotionFEN, move: 0x1d3c, weight: 1}, // e7e8n
		{fen: promotionFEN, move: 0x0d3c, weight: 1}, // e7e8 of nothing
		{fen: promotionFEN, move: 0x6d3c, weight: 1}, // e7e8 of a piece that is not
	}
	b, err := ParsePolyglot(writePolyglot(t, records...)) // out of order on purpose
	if err != nil || b.Len() != len(records) {
		t.Fatalf("%d records, %v", b.Len(), err)
	}
	for fen, want := range map[string]string{
		board.StartFEN:                  "e2e4=100 d2d4=50",
		castlingFEN:                     "e1g1=2 e1c1=1",
		rookFEN:                         "e1a1=7",
		promotionFEN:                    "e7e8q=9 e7e8n=1",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1": "",
	} {
		if got := entriesOf(t, b, fen); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}

func TestPolyglotSizes(t *testing.T) {
	if b, err := ParsePolyglot(nil); err != nil || b.Len() != 0 || entriesOf(t, b, board.StartFEN) != "" {
		t.Errorf("an empty book: %v", err)
	}
	cut := writePolyglot(t, testRecord{fen: board.StartFEN, move: 0x031c, weight: 1})[:11]
	if _, err := ParsePolyglot(cut); !errors.Is(err, ErrPolyglot) {
		t.Errorf("a cut book: %v", err)
	}
}

// A book of millions of records for one position was gone through for every move of every game.
func TestBookOfOnePositionIsThinned(t *testing.T) {
	one := writePolyglot(t, testRecord{fen: board.StartFEN, move: 0x0107, weight: 1}) // a move that is not legal there
	b, err := ParsePolyglot(append(bytes.Repeat(one, 100_000), writePolyglot(t, testRecord{fen: castlingFEN, move: 0x0107, weight: 2})...))
	if err != nil || b.Len() != maxPerKey+1 || entriesOf(t, b, castlingFEN) != "e1g1=2" {
		t.Errorf("%d records, %v", b.Len(), err)
	}
}

func TestPolyglotRules(t *testing.T) {
	bin, err := ParsePolyglot(writePolyglot(t,
		testRecord{fen: board.StartFEN, move: 0x031c, weight: 1},                                               // e4
		testRecord{fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", move: 0x0d24, weight: 1}, // e7e5
	))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule PolyglotRule
		line string
		hits int
	}{
		{ListedMoves, "e4 e5 Nf3", 2},
		{KnownPositions, "e4 e5 Nf3", 1}, // after e5 the book is silent
		{ListedMoves, "e4 c5", 1},
		{ListedMoves, "d4", 0},
	} {
		b := Book{Polyglot: []*Polyglot{bin}, ByMove: c.rule}
		if got := b.Trace(board.Start(), mustMoves(t, c.line)); got.Hits != c.hits {
			t.Errorf("%v: %s: %+v", c.rule, c.line, got)
		}
	}
}

func TestHitDoesNotAllocate(t *testing.T) {
	bin, err := ParsePolyglot(writePolyglot(t, testRecord{fen: board.StartFEN, move: 0x02db, weight: 1}))
	if err != nil {
		t.Fatal(err)
	}
	b := Book{Names: readNames(t, "testdata/small.tsv"), ByName: NamedPositions, Polyglot: []*Polyglot{bin}}
	before := board.Start()
	after, m := before, mustMoves(t, "d4")[0]
	after.Play(m)
	if n := testing.AllocsPerRun(100, func() {
		if !b.Hit(&before, &after, m) {
			t.Fatal("no hit")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestCasePolyglot(t *testing.T) {
	dir := sharedDir(t, "cases/67-polyglot-book")
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	want := map[string]map[string]string{} // FEN -> move -> weight
	rows := strings.Split(strings.TrimSpace(string(read("entries.tsv"))), "\n")
	for _, line := range rows {
		row := strings.Split(line, "\t")
		p := mustFEN(t, row[0])
		if key := strconv.FormatUint(p.PolyglotKey(), 16); key != strings.TrimLeft(row[1], "0") {
			t.Errorf("%s: key %s, want %s", row[0], key, row[1])
		}
		if want[row[0]] == nil {
			want[row[0]] = map[string]string{}
		}
		if row[4] != "illegal" && row[3] != "0" {
			want[row[0]][row[4]] = row[3]
		}
	}
	for _, name := range []string{"book.bin", "unsorted.bin"} {
		b, err := ParsePolyglot(read(name))
		if err != nil || b.Len() != len(rows) {
			t.Fatalf("%s: %v", name, err)
		}
		for fen, moves := range want {
			got := strings.Fields(entriesOf(t, b, fen))
			if len(got) != len(moves) {
				t.Errorf("%s: %s: %v, want %v", name, fen, got, moves)
			}
			for _, entry := range got {
				if uci, weight, _ := strings.Cut(entry, "="); moves[uci] != weight {
					t.Errorf("%s: %s: %v, want %v", name, fen, got, moves)
				}
			}
		}
	}
	if _, err := ParsePolyglot(read("cut.bin")); !errors.Is(err, ErrPolyglot) {
		t.Errorf("cut.bin: %v", err)
	}
	if b, err := ParsePolyglot(read("empty.bin")); err != nil || b.Len() != 0 {
		t.Errorf("empty.bin: %v", err)
	}
}

// Every move that a real book lists on the way from the start must be legal: a wrong key or a wrong move code would give
// illegal ones at once.
func TestRealBooksListLegalMoves(t *testing.T) {
	dir := sharedDir(t, "data/books")
	for _, name := range []string{"gnuchess-book.bin", "performance.bin", "pychess_book.bin", "cutechess_book_small.bin"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := ParsePolyglot(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		known, listed, legal := walkBook(b, 4000)
		if known < 500 || legal < listed*999/1000 {
			t.Errorf("%s: %d positions, %d of %d entries legal", name, known, legal, listed)
		}
	}
}

// walkBook visits up to limit positions breadth first and counts the entries that are alive, and the legal ones.
func walkBook(b *Polyglot, limit int) (known, listed, legal int) {
	queue, seen := []board.Position{board.Start()}, map[uint64]bool{}
	for ; len(queue) > 0 && known < limit; queue = queue[1:] {
		p := queue[0]
		for _, r := range b.find(p.PolyglotKey()) {
			if r.weight > 0 {
				listed++
			}
		}
		entries := b.Entries(nil, &p)
		legal += len(entries)
		if len(entries) > 0 {
			known++
		}
		for _, e := range entries {
			next := p
			next.Play(e.Move)
			if key := next.PolyglotKey(); !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	return known, listed, legal
}

func FuzzPolyglot(f *testing.F) {
	f.Add(writePolyglot(f, testRecord{fen: board.StartFEN, move: 0x031c, weight: 1}, testRecord{fen: castlingFEN, move: 0x0107, weight: 2}))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ParsePolyglot(data)
		if (err == nil) != (len(data)%recordSize == 0) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		for _, fen := range []string{board.StartFEN, castlingFEN, promotionFEN} {
			p := mustFEN(t, fen)
			for _, e := range b.Entries(nil, &p) {
				if !p.IsLegal(e.Move) || e.Weight == 0 || !b.Lists(&p, e.Move) || !b.Knows(&p) {
					t.Fatalf("%s: %v", fen, e)
				}
			}
		}
	})
}

func FuzzTSV(f *testing.F) {
	f.Add([]byte("eco\tname\tpgn\nA00\tSome\t1. e4 e5\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, err := ReadTSV(bytes.NewReader(data), "fuzz")
		if err != nil {
			return
		}
		names, err := NewNames(lines)
		if err != nil {
			t.Fatalf("what ReadTSV took, NewNames refused: %v", err)
		}
		if names.Len() > len(lines) {
			t.Fatalf("%d names of %d lines", names.Len(), len(lines))
		}
	})
}

func BenchmarkHit(b *testing.B) {
	names := readNames(b, "testdata/small.tsv")
	book := Book{Names: names}
	before := board.Start()
	after, m := before, mustMoves(b, "e4")[0]
	after.Play(m)
	for b.Loop() {
		if !book.Hit(&before, &after, m) {
			b.Fatal("no hit")
		}
	}
}

func BenchmarkBuiltin(b *testing.B) {
	for b.Loop() {
		names, err := Builtin()
		if err != nil || names.Len() < 2000 {
			b.Fatal(err)
		}
	}
}
