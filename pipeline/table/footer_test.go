package table

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/pipeline/stage"
)

// An element is one field of a structure in Thrift's compact protocol, in the order of its number.
type element struct {
	id   int
	kind byte
	text []byte
}

func zigzag(n int64) []byte { return binary.AppendVarint(nil, n) }

func number(id int, n int64) element { return element{id, thriftI64, zigzag(n)} }
func small(id int, n int64) element  { return element{id, thriftI32, zigzag(n)} }
func name(id int, s string) element {
	return element{id, thriftBinary, append(binary.AppendUvarint(nil, uint64(len(s))), s...)}
}
func nested(id int, fields ...element) element {
	return element{id, thriftStruct, structure(fields...)}
}

func structure(fields ...element) []byte {
	var b []byte
	last := 0
	for _, f := range fields {
		b = append(append(b, byte(f.id-last)<<4|f.kind), f.text...)
		last = f.id
	}
	return append(b, 0)
}

func many(id int, kind byte, elements ...[]byte) element {
	b := append([]byte{0xF0 | kind}, binary.AppendUvarint(nil, uint64(len(elements)))...)
	return element{id, thriftList, append(b, bytes.Join(elements, nil)...)}
}

// handmade is a file with the given pages and footer.
func handmade(pages []byte, footer ...element) []byte {
	end := structure(footer...)
	b := append([]byte("PAR1"), pages...)
	b = binary.LittleEndian.AppendUint32(append(b, end...), uint32(len(end)))
	return append(b, "PAR1"...)
}

const (
	physicalLong = 2
	physicalText = 6
)

func schemaOf(children int64, leaves ...[]byte) element {
	return many(2, thriftStruct, append([][]byte{structure(name(4, "schema"), small(5, children))}, leaves...)...)
}

func longLeaf(column string) []byte {
	return structure(small(1, physicalLong), small(3, 0), name(4, column))
}

func textLeaf(column string) []byte {
	return structure(small(1, physicalText), small(3, 0), name(4, column), small(6, 0), nested(10, nested(1)))
}

// group is a row group with one column. Its chunk begins at byte 4, with a dictionary if data is further on.
func group(column string, physical, rows, data, size int64) []byte {
	meta := []element{
		small(1, physical), many(2, thriftI32, zigzag(0), zigzag(3), zigzag(8)), many(3, thriftBinary, name(0, column).text), small(4, 0),
		number(5, rows), number(6, size), number(7, size), number(9, data),
	}
	if data > 4 {
		meta = append(meta, number(11, 4))
	}
	return structure(many(1, thriftStruct, structure(number(2, 4), nested(3, meta...))), number(2, size), number(3, rows))
}

func page(kind, size, packed int64, header element, content []byte) []byte {
	return append(structure(small(1, kind), small(2, size), small(3, packed), header), content...)
}

func dataPage(rows, encoding int64, content []byte) []byte {
	n := int64(len(content))
	return page(0, n, n, nested(5, small(1, rows), small(2, encoding), small(3, 3), small(4, 3)), content)
}

type hostileRow struct {
	GameID Opt[int64]  `col:"game_id"`
	White  Opt[string] `col:"White,dict"`
}

// readAll opens a file in every way there is and returns the first error.
func readAll(t *testing.T, content []byte) error {
	t.Helper()
	f := stage.File{Path: filepath.Join(t.TempDir(), "part.parquet")}
	if err := os.WriteFile(f.Path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Schema(f); err != nil {
		return err
	}
	if _, err := Metadata(f); err != nil {
		return err
	}
	if _, err := Groups(f); err != nil {
		return err
	}
	for _, err := range Read[hostileRow]([]stage.File{f}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// A file of a hundred bytes took all memory, or all time, before its first row.
func TestFootersAreNotBelieved(t *testing.T) {
	four := dataPage(4, 0, make([]byte, 32))
	size := int64(len(four))
	file := func(rows, data, size int64) []byte {
		return handmade(four, small(1, 1), schemaOf(1, longLeaf("game_id")), number(3, rows),
			many(4, thriftStruct, group("game_id", physicalLong, rows, data, size)))
	}
	if err := readAll(t, file(4, 4, size)); err != nil {
		t.Fatalf("a good file: %v", err)
	}
	columns := make([][]byte, maxColumns+1)
	for i := range columns {
		columns[i] = longLeaf("a")
	}
	groups := make([][]byte, maxGroups+1)
	for i := range groups {
		groups[i] = structure(many(1, thriftStruct), number(2, 0), number(3, 0))
	}
	dictionary := page(2, 1<<30, 4, nested(7, small(1, 1), small(2, 0)), make([]byte, 4))
	for why, content := range map[string][]byte{
		"a group of 2147483647 columns": handmade(nil, small(1, 1), schemaOf(1<<31-1, longLeaf("game_id"))),
		"a group of -5 columns":         handmade(nil, small(1, 1), schemaOf(-5, longLeaf("game_id"))),
		"columns, at most":              handmade(nil, small(1, 1), schemaOf(1, columns...)),
		"row groups, at most":           handmade(nil, small(1, 1), schemaOf(1, longLeaf("game_id")), number(3, 0), many(4, thriftStruct, groups...)),
		"a list of 1099511627776 elements": handmade(nil, small(1, 1),
			element{2, thriftList, append([]byte{0xFC}, binary.AppendUvarint(nil, 1<<40)...)}),
		"nested too deep":               handmade(nil, element{1, thriftStruct, bytes.Repeat([]byte{0x1C}, 1000)}),
		"1099511627776 bytes from 4 on": file(4, 4, 1<<40),
		"-1 bytes from 4 on":            file(4, 4, -1),
		"from 1152921504606846976 on": handmade(four, small(1, 1), schemaOf(1, longLeaf("game_id")), number(3, 4),
			many(4, thriftStruct, bytes.ReplaceAll(group("game_id", physicalLong, 4, 4, size), skipped(4), skipped(1<<60)))),
		"rows, at most": file(1<<40, 4, size),
		"a dictionary of 1073741824 bytes": handmade(dictionary, small(1, 1), schemaOf(1, textLeaf("White")), number(3, 1),
			many(4, thriftStruct, group("White", physicalText, 1, int64(4+len(dictionary)), int64(len(dictionary))))),
	} {
		if err := readAll(t, content); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("want %q, got %v", why, err)
		}
	}
}

// skipped is a number two fields after the one before, as the two offsets of a chunk are.
func skipped(n int64) []byte { return append([]byte{0x20 | thriftI64}, zigzag(n)...) }

// One value of a dictionary can stand in every row: a file of a megabyte was gigabytes of copies in the first batch of rows.
func TestDictionaryIsNoBomb(t *testing.T) {
	file := func(length, rows int) []byte {
		value := append(binary.LittleEndian.AppendUint32(nil, uint32(length)), make([]byte, length)...)
		n := int64(len(value))
		dictionary := page(2, n, n, nested(7, small(1, 1), small(2, 0)), value)
		runs := append(binary.AppendUvarint([]byte{1}, uint64(rows)<<1), 0) // one run of the value 0, one bit wide
		pages := append(bytes.Clone(dictionary), dataPage(int64(rows), 8, runs)...)
		return handmade(pages, small(1, 1), schemaOf(1, textLeaf("White")), number(3, int64(rows)),
			many(4, thriftStruct, group("White", physicalText, int64(rows), int64(4+len(dictionary)), int64(len(pages)))))
	}
	if err := readAll(t, file(100_000, 3000)); err == nil || !strings.Contains(err.Error(), "bytes of text") {
		t.Errorf("300 MB in a batch: %v", err)
	}
	if err := readAll(t, file(100_000, 100)); err != nil {
		t.Errorf("10 MB in steps: %v", err)
	}
	if err := readAll(t, file(8192, 5000)); err != nil {
		t.Errorf("the longest names there are: %v", err)
	}
}

// Any bytes are a footer that is read to its end or refused. Fuzzing found nothing in 50,000 tries; these few are for what
// is changed later.
func TestAnyFooterIsReadOrRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	for _, footer := range [][]byte{
		structure(small(1, 1), schemaOf(1, longLeaf("game_id")), number(3, 4), many(4, thriftStruct, group("game_id", physicalLong, 4, 4, 50))),
		structure(element{1, thriftMap, []byte{1, thriftI32<<4 | thriftTrue, 2, 1}}, element{2, thriftDouble, make([]byte, 8)}),
	} {
		for range 3000 {
			bad := bytes.Clone(footer)
			for range 1 + rng.IntN(3) {
				bad[rng.IntN(len(bad))] = byte(rng.IntN(256))
			}
			content := binary.LittleEndian.AppendUint32(append([]byte("PAR1"), bad...), uint32(len(bad)))
			content = append(content, "PAR1"...)
			_ = checkFooter(bytes.NewReader(content), int64(len(content)))
			_, _ = dictionarySize(bytes.NewReader(content), 4)
		}
	}
}
