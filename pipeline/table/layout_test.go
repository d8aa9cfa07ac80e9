package table

import (
	"os"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"plyquet/pipeline/stage"
)

// openLayout opens a file with arrow-go itself, as another reader would.
func openLayout(t *testing.T, f stage.File) *file.Reader {
	t.Helper()
	in, err := os.Open(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := file.NewParquetReader(in)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestFooterDeclaresWriterAndOrder(t *testing.T) {
	r := openLayout(t, write(t, t.TempDir(), testOptions, sample(3000), 3000))
	if v := r.WriterVersion(); v.App != "plyquet" || v.Version.Major != 1 || v.Build != "table-1" {
		t.Errorf("created_by is read as %+v", v)
	}
	want := []parquet.SortingColumn{{ColumnIdx: 0, NullsFirst: true}}
	for g := range r.NumRowGroups() {
		if got := r.MetaData().RowGroup(g).SortingColumns(); !slices.Equal(got, want) {
			t.Errorf("row group %d: sorting columns %v", g, got)
		}
	}
}

func TestColumnsAreEncodedAsAsked(t *testing.T) {
	r := openLayout(t, write(t, t.TempDir(), testOptions, sample(3000), 3000))
	sc := r.MetaData().Schema
	for _, tc := range []struct {
		column string
		dict   bool
		data   parquet.Encoding
	}{
		{"id", false, parquet.Encodings.DeltaBinaryPacked},
		{"o_long", false, parquet.Encodings.DeltaBinaryPacked},
		{"real", false, parquet.Encodings.ByteStreamSplit},
		{"mood", true, parquet.Encodings.RLEDict},
		{"o_mood", true, parquet.Encodings.RLEDict},
		{"short", true, parquet.Encodings.RLEDict},
		{"name", false, parquet.Encodings.Plain},
		{"long", false, parquet.Encodings.Plain},
	} {
		i := sc.ColumnIndexByName(tc.column)
		chunk, err := r.MetaData().RowGroup(0).ColumnChunk(i)
		if err != nil {
			t.Fatal(err)
		}
		if chunk.HasDictionaryPage() != tc.dict || !slices.Contains(chunk.Encodings(), tc.data) {
			t.Errorf("%s: dictionary %v, encodings %v", tc.column, chunk.HasDictionaryPage(), chunk.Encodings())
		}
		if chunk.Compression() != compress.Codecs.Zstd {
			t.Errorf("%s: %v", tc.column, chunk.Compression())
		}
		if chunk.GetColumnIndexLocation() == nil || chunk.GetOffsetIndexLocation() == nil {
			t.Errorf("%s has no page index", tc.column)
		}
		if set, err := chunk.StatsSet(); !set || err != nil {
			t.Errorf("%s has no statistics: %v", tc.column, err)
		}
	}
}

func TestDictionaryColumnsAreDictionariesInArrow(t *testing.T) {
	r := openLayout(t, write(t, t.TempDir(), testOptions, sample(10), 10))
	fr, err := pqarrow.NewFileReader(r, pqarrow.ArrowReadProperties{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := fr.Schema()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sc.Fields() {
		_, isDict := f.Type.(*arrow.DictionaryType)
		if want := f.Name == "mood" || f.Name == "o_mood"; isDict != want {
			t.Errorf("%s is %s", f.Name, f.Type)
		}
	}
}

// 12:34:56 is 45,296 seconds; a reader that knows Parquet must see that time of day.
func TestTimesOfDayAreStoredInMilliseconds(t *testing.T) {
	type row struct {
		At TimeOfDay      `col:"at"`
		O  Opt[TimeOfDay] `col:"o"`
	}
	r := openLayout(t, write(t, t.TempDir(), Options{}, []row{{45296, Some[TimeOfDay](86399)}}, 1))
	for i, want := range []int32{45_296_000, 86_399_000} {
		c, err := r.RowGroup(0).Column(i)
		if err != nil {
			t.Fatal(err)
		}
		got, levels := make([]int32, 1), make([]int16, 1)
		if _, _, err := c.(*file.Int32ColumnChunkReader).ReadBatch(1, got, levels, nil); err != nil || got[0] != want {
			t.Errorf("column %d holds %d, want %d (%v)", i, got[0], want, err)
		}
	}
}

// Every value must be found by its Bloom filter, whether the dictionary of the column was kept or given up, and a
// table of a few rows must not carry a filter for a whole row group.
func TestBloomFiltersKnowEveryValue(t *testing.T) {
	rows := sample(70_000)
	for i := range rows {
		rows[i].Mood = mood(rows[i].Name + rows[i].Name) // overflows the dictionary
	}
	for _, n := range []int{10, 70_000} {
		f := write(t, t.TempDir(), Options{}, rows[:n], 10_000)
		r := openLayout(t, f)
		ids, moods := filters(t, r)
		for i := range rows[:n] {
			if !ids.Check(rows[i].ID) || !moods.Check(parquet.ByteArray(rows[i].Mood)) {
				t.Fatalf("%d rows: row %d is not in its filter", n, i)
			}
		}
		falsely := 0
		for i := range 1000 {
			if ids.Check(int64(i)*3 + 1) {
				falsely++
			}
		}
		if falsely > 50 {
			t.Errorf("%d rows: %d of 1000 absent values found", n, falsely)
		}
		if n == 10 && f.Bytes > 16<<10 {
			t.Errorf("10 rows take %d bytes", f.Bytes)
		}
	}
}

func filters(t *testing.T, r *file.Reader) (*metadata.TypedBloomFilter[int64], *metadata.TypedBloomFilter[parquet.ByteArray]) {
	t.Helper()
	group, err := r.GetBloomFilterReader().RowGroup(0)
	if err != nil {
		t.Fatal(err)
	}
	sc := r.MetaData().Schema
	ids, err := group.GetColumnBloomFilter(sc.ColumnIndexByName("id"))
	if err != nil {
		t.Fatal(err)
	}
	moods, err := group.GetColumnBloomFilter(sc.ColumnIndexByName("mood"))
	if err != nil {
		t.Fatal(err)
	}
	return &metadata.TypedBloomFilter[int64]{BloomFilter: ids}, &metadata.TypedBloomFilter[parquet.ByteArray]{BloomFilter: moods}
}
