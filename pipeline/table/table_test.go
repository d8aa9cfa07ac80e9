package table

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"plyquet/pipeline/stage"
)

type mood string

// everything has a column of each kind, required and nullable, with every option that fits.
type everything struct {
	ID      int64          `col:"id,sort,delta,bloom"`
	Name    string         `col:"name"`
	Mood    mood           `col:"mood,dict,bloom"`
	Flag    bool           `col:"flag"`
	Short   int16          `col:"short"`
	Int     int32          `col:"int"`
	Long    int64          `col:"long"`
	Real    float32        `col:"real,bss"`
	Day     Date           `col:"day"`
	Clock   TimeOfDay      `col:"clock"`
	At      Timestamp      `col:"at"`
	OName   Opt[string]    `col:"o_name"`
	OMood   Opt[mood]      `col:"o_mood,dict"`
	OFlag   Opt[bool]      `col:"o_flag"`
	OShort  Opt[int16]     `col:"o_short"`
	OInt    Opt[int32]     `col:"o_int"`
	OLong   Opt[int64]     `col:"o_long,delta"`
	OReal   Opt[float32]   `col:"o_real"`
	ODay    Opt[Date]      `col:"o_day"`
	OClock  Opt[TimeOfDay] `col:"o_clock"`
	OAt     Opt[Timestamp] `col:"o_at"`
	Nothing Opt[string]    `col:"nothing"` // null in every row
	Never   Opt[int32]     `col:"never"`   // null in every row
}

// sample makes n rows that differ in every column; a value is missing now and then.
func sample(n int) []everything {
	rows := make([]everything, n)
	for i := range rows {
		k := i * 2654435761 % 1000003
		r := &rows[i]
		*r = everything{
			ID: int64(i) * 3, Name: fmt.Sprintf("player %d, \u7d42 \x00 %d", k, i), Mood: mood([]string{"calm", "", "bold"}[k%3]),
			Flag: k%2 == 0, Short: int16(k), Int: int32(k) - 500000, Long: int64(k) * int64(k) * -7919,
			Real: float32(k) / 3, Day: Date(k), Clock: TimeOfDay(k % 86400), At: Timestamp(k) * 1e6,
		}
		if k%5 != 0 {
			r.OName, r.OMood, r.OFlag = Some(r.Name[:k%9]), Some(r.Mood), Some(r.Flag)
			r.OShort, r.OInt, r.OLong = Some(r.Short), Some(r.Int), Some(r.Long)
			r.OReal, r.ODay, r.OClock, r.OAt = Some(r.Real), Some(r.Day), Some(r.Clock), Some(r.At)
		}
	}
	return rows
}

var testOptions = Options{RowGroup: 1000, Metadata: map[string]string{"stage": "test", "a": "1", "z": "2"}}

// write commits rows as one part, batch rows at a time.
func write[T any](t testing.TB, dir string, opt Options, rows []T, batch int) stage.File {
	t.Helper()
	s := NewStaging(dir, 0, opt)
	w, err := Create[T](s, "things")
	if err != nil {
		t.Fatal(err)
	}
	for len(rows) > 0 {
		n := min(batch, len(rows))
		if err := w.Write(rows[:n]...); err != nil {
			t.Fatal(err)
		}
		rows = rows[n:]
	}
	files, err := s.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return files["things"][0]
}

// read copies every row.
func read[T any](t testing.TB, files ...stage.File) []T {
	t.Helper()
	var rows []T
	for row, err := range Read[T](files) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, *row)
	}
	return rows
}

func TestEveryTypeComesBack(t *testing.T) {
	for _, n := range []int{0, 1, 5, 999, 1000, 1001, 9000, 20011} {
		want := sample(n)
		f := write(t, t.TempDir(), testOptions, want, 777)
		if f.Rows != int64(n) {
			t.Errorf("%d rows: file says %d", n, f.Rows)
		}
		equalRows(t, read[everything](t, f), want)
		if err := verify(f); err != nil {
			t.Error(err)
		}
	}
}

func equalRows[T any](t *testing.T, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("row %d:\n got %+v\nwant %+v", i, got[i], want[i])
		}
	}
}

func TestExtremesComeBack(t *testing.T) {
	lo := everything{Short: math.MinInt16, Int: math.MinInt32, Long: math.MinInt64, ID: math.MinInt64, Real: -math.MaxFloat32}
	hi := everything{Short: math.MaxInt16, Int: math.MaxInt32, Long: math.MaxInt64, ID: math.MaxInt64, Real: math.MaxFloat32,
		OShort: Some[int16](0), OName: Some(""), OFlag: Some(false), OReal: Some(float32(math.Inf(1))), ODay: Some(Date(-1))}
	want := []everything{lo, hi, lo, {}, hi}
	equalRows(t, read[everything](t, write(t, t.TempDir(), Options{}, want, 2)), want)
}

func TestBytesDoNotDependOnBatches(t *testing.T) {
	rows := sample(20011)
	for _, group := range []int{1000, 8192, 10_000, 0} {
		opt := testOptions
		opt.RowGroup = group
		want := content(t, write(t, t.TempDir(), opt, rows, len(rows)))
		for _, batch := range []int{1, 7, 8192, 10_007} {
			if got := content(t, write(t, t.TempDir(), opt, rows, batch)); !bytes.Equal(got, want) {
				t.Errorf("row group %d: batches of %d give other bytes than one batch", group, batch)
			}
		}
	}
}

func content(t testing.TB, f stage.File) []byte {
	t.Helper()
	b, err := os.ReadFile(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestWriteCopiesWhatItIsGiven(t *testing.T) {
	type row struct {
		S string      `col:"s"`
		O Opt[string] `col:"o,dict"`
	}
	s := NewStaging(t.TempDir(), 0, Options{})
	w, err := Create[row](s, "things")
	if err != nil {
		t.Fatal(err)
	}
	buf := []byte("first")
	for _, text := range []string{"first", "other", "third"} {
		copy(buf, text)
		borrowed := unsafeString(buf)
		if err := w.Write(row{borrowed, Some(borrowed)}); err != nil {
			t.Fatal(err)
		}
	}
	copy(buf, "xxxxx")
	files, err := s.Commit()
	if err != nil {
		t.Fatal(err)
	}
	want := []row{{"first", Some("first")}, {"other", Some("other")}, {"third", Some("third")}}
	equalRows(t, read[row](t, files["things"]...), want)
}

func TestProjectionReadsTheNamedColumns(t *testing.T) {
	type some struct {
		OInt  Opt[int32]  `col:"o_int"`
		New   Opt[string] `col:"added_later"`
		Name  string      `col:"name"`
		Short Opt[int16]  `col:"short"` // required in the file
	}
	rows := sample(3000)
	f := write(t, t.TempDir(), testOptions, rows, 3000)
	want := make([]some, len(rows))
	for i, r := range rows {
		want[i] = some{OInt: r.OInt, Name: r.Name, Short: Some(r.Short)}
	}
	equalRows(t, read[some](t, f), want)
}

func TestReadRefusesColumnsThatDoNotFit(t *testing.T) {
	f := write(t, t.TempDir(), testOptions, sample(10), 10)
	type missing struct {
		X int32 `col:"elo"`
	}
	type wrongType struct {
		X string `col:"int"`
	}
	type narrower struct {
		X int16 `col:"int"`
	}
	type nulls struct {
		X int32 `col:"o_int"`
	}
	for _, tc := range []struct {
		err  error
		want string
	}{
		{firstError[missing](f), "column elo is missing, want int32"},
		{firstError[wrongType](f), "column int is int32, want string"},
		{firstError[narrower](f), "column int is int32, want int16"},
		{firstError[nulls](f), "column o_int is int32 with nulls, want int32"},
	} {
		if tc.err == nil || !strings.HasSuffix(tc.err.Error(), ": "+tc.want) || !strings.HasPrefix(tc.err.Error(), f.Path) {
			t.Errorf("got %v, want %q after the path", tc.err, tc.want)
		}
	}
}

func firstError[T any](f stage.File) error {
	for _, err := range Read[T]([]stage.File{f}) {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestRowTypesThatAreRefused(t *testing.T) {
	type untagged struct {
		A int32 `col:"a"`
		B int32
	}
	type twice struct {
		A int32 `col:"a"`
		B int32 `col:"a"`
	}
	type unknownOption struct {
		A int32 `col:"a,zip"`
	}
	type unknownType struct {
		A uint64 `col:"a"`
	}
	type optOfUnknown struct {
		A Opt[[]byte] `col:"a"`
	}
	for _, tc := range []struct {
		err  error
		want string
	}{
		{columnsError[untagged](), "field B: no `col` tag"},
		{columnsError[twice](), `two columns are called "a"`},
		{columnsError[unknownOption](), `unknown column option "zip"`},
		{columnsError[unknownType](), "type uint64 has no column type"},
		{columnsError[optOfUnknown](), "type []uint8 has no column type"},
		{columnsError[int](), "is not a struct"},
	} {
		if tc.err == nil || !strings.Contains(tc.err.Error(), tc.want) {
			t.Errorf("got %v, want %q", tc.err, tc.want)
		}
	}
}

func columnsError[T any]() error {
	_, err := Columns[T]()
	return err
}

func TestWriteRefusesTextThatIsNotUTF8(t *testing.T) {
	s := NewStaging(t.TempDir(), 0, Options{})
	w, err := Create[everything](s, "things")
	if err != nil {
		t.Fatal(err)
	}
	err = w.Write(everything{Name: "M\xfcller, A"})
	if err == nil || !strings.Contains(err.Error(), "column name") || !strings.Contains(err.Error(), "not valid UTF-8") {
		t.Errorf("got %v", err)
	}
	if _, err := s.Commit(); err == nil {
		t.Error("a table with a failed write was committed")
	}
	nothingLeft(t, s.dir)
}

func TestGroupsAreReadOneByOne(t *testing.T) {
	rows := sample(2500)
	f := write(t, t.TempDir(), testOptions, rows, 2500)
	groups, err := Groups(f)
	if err != nil || !reflect.DeepEqual(groups, []int64{1000, 1000, 500}) {
		t.Fatalf("groups %v, %v", groups, err)
	}
	var got []everything
	for g := range groups {
		for row, err := range ReadGroup[everything](f, g) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, *row)
		}
	}
	equalRows(t, got, rows)
	for _, g := range []int{-1, 3} {
		for _, err := range ReadGroup[everything](f, g) {
			if err == nil || !strings.Contains(err.Error(), "does not exist") {
				t.Errorf("group %d: %v", g, err)
			}
		}
	}
}

// TestRangesAreTheRowsBetween: names are long enough for a group to have several pages, so that ranges begin inside of a
// page, at its end and after the first.
func TestRangesAreTheRowsBetween(t *testing.T) {
	const group = 12_000
	rows := sample(group + 5000)
	for i := range rows {
		rows[i].Name += strings.Repeat("x", 200)
	}
	f := write(t, t.TempDir(), Options{RowGroup: group}, rows, len(rows))
	for _, c := range []struct{ group, from, to, first, end int }{
		{0, 0, 1, 0, 1}, {0, 1, 2, 1, 2}, {0, 777, 888, 777, 888}, {0, 4000, 9000, 4000, 9000},
		{0, group - 1, group, group - 1, group}, {0, 11_000, group + 50, 11_000, group}, {0, group, group + 9, group, group},
		{1, 0, 3, group, group + 3}, {1, 4000, 4001, group + 4000, group + 4001}, {1, 4990, 1 << 40, group + 4990, group + 5000},
		{1, 5, 5, 0, 0}, {1, 9, 2, 0, 0},
	} {
		var got []everything
		for row, err := range ReadRange[everything](f, c.group, int64(c.from), int64(c.to)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, *row)
		}
		t.Logf("group %d, rows %d to %d", c.group, c.from, c.to)
		equalRows(t, got, rows[c.first:c.end])
	}
	for _, err := range ReadRange[everything](f, 0, -1, 3) {
		if err == nil {
			t.Error("row -1 was read")
		}
	}
}

func TestReadStopsWhereTheCallerStops(t *testing.T) {
	f := write(t, t.TempDir(), testOptions, sample(10), 10)
	n := 0
	for row, err := range Read[everything]([]stage.File{f, f}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; row.ID == 12 {
			break
		}
	}
	if n != 5 {
		t.Errorf("%d rows, want 5", n)
	}
}

func TestReadErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	f := write(t, dir, testOptions, sample(3000), 3000)
	whole := content(t, f)
	flipped := bytes.Clone(whole)
	for i := 200; i < 400; i++ {
		flipped[i] ^= 0xff
	}
	for name, b := range map[string][]byte{
		"empty": nil, "short": whole[:3], "no-footer": whole[:len(whole)/2], "text": []byte(strings.Repeat("1. e4 e5\n", 99)),
		"flipped": flipped,
	} {
		bad := stage.File{Path: filepath.Join(dir, name)}
		if err := os.WriteFile(bad.Path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := firstError[everything](bad); err == nil || !strings.HasPrefix(err.Error(), bad.Path+": ") {
			t.Errorf("%s: %v", name, err)
		}
		f.Path = bad.Path
		if err := verify(f); err == nil {
			t.Errorf("%s: passes Verify", name)
		}
	}
	if err := firstError[everything](stage.File{Path: filepath.Join(dir, "absent")}); !os.IsNotExist(err) {
		t.Errorf("absent: %v", err)
	}
}

func TestMetadataAndSchemaAreInTheFile(t *testing.T) {
	f := write(t, t.TempDir(), testOptions, sample(3), 3)
	meta, err := Metadata(f)
	wanted := maps.Clone(testOptions.Metadata)
	wanted[FileKey] = f.Name
	if err != nil || !reflect.DeepEqual(meta, wanted) {
		t.Errorf("metadata %v, %v", meta, err)
	}
	want, err := Columns[everything]()
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		want[i].Options = nil
	}
	if got, err := Schema(f); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("schema %v, %v", got, err)
	}
}

func TestBoundsComeFromTheFooter(t *testing.T) {
	rows := sample(2500)
	f := write(t, t.TempDir(), testOptions, rows, 2500)
	got, err := Int64Bounds(f, "id")
	want := []Bounds{{0, 999 * 3}, {1000 * 3, 1999 * 3}, {2000 * 3, 2499 * 3}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("bounds %v, %v; want %v", got, err, want)
	}
	for _, column := range []string{"absent", "name", "o_long"} {
		if _, err := Int64Bounds(f, column); err == nil || !strings.HasPrefix(err.Error(), f.Path) {
			t.Errorf("%s: %v", column, err)
		}
	}
}
