package table

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"plyquet/pipeline/stage"
)

// shared finds a folder of shared test material beside the repository.
func shared(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if filepath.Dir(dir) == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(dir, "..", "shared", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("../shared is absent: %v", err)
	}
	return path
}

// hardRow is a row of case 65: sparse nulls, "" beside null, 0 beside null, NUL and emoji in text. Its list column is
// left out: tables have no lists, by the layout rules (a list is a table of its own).
type hardRow struct {
	Game   int64       `col:"game,sort"`
	Ply    int16       `col:"ply,sort"`
	SAN    string      `col:"san,dict"`
	ClkMs  Opt[int32]  `col:"clk_ms"`
	EvalCp Opt[int32]  `col:"eval_cp"`
	Mate   Opt[int16]  `col:"mate"`
	Elo    Opt[int16]  `col:"elo"`
	Name   string      `col:"name"`
	Date   Opt[Date]   `col:"date"`
	Never  Opt[string] `col:"never,dict"`
}

func TestHardRowsComeBack(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(shared(t, "cases/65-parquet-rows"), "rows.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := hardRows(t, raw)
	if len(want) != 4 {
		t.Fatalf("%d rows in the case, want 4", len(want))
	}
	for _, group := range []int{0, 1} { // all rows in one group; a group for each row
		for _, rows := range [][]hardRow{want, nil} {
			f := write(t, t.TempDir(), Options{RowGroup: group}, rows, 4)
			equalRows(t, read[hardRow](t, f), rows)
		}
	}
}

func TestTextMustBeDecodedBeforeItIsWritten(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(shared(t, "cases/65-parquet-rows"), "invalid-utf8.txt"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := Create[hardRow](NewStaging(t.TempDir(), 0, Options{}), "things")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(hardRow{Name: string(raw)}); err == nil {
		t.Error("Latin-1 bytes were accepted as text")
	}
}

func hardRows(t *testing.T, raw []byte) []hardRow {
	t.Helper()
	var in []struct {
		Game          int64
		Ply           int16
		SAN, Name     string
		ClkMs, EvalCp *int32
		Mate, Elo     *int16
		Date          *string
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		t.Fatal(err)
	}
	var rows []hardRow
	for _, r := range in {
		row := hardRow{Game: r.Game, Ply: r.Ply, SAN: r.SAN, Name: r.Name,
			ClkMs: pointed(r.ClkMs), EvalCp: pointed(r.EvalCp), Mate: pointed(r.Mate), Elo: pointed(r.Elo)}
		if r.Date != nil {
			day, err := time.Parse(time.DateOnly, *r.Date)
			if err != nil {
				t.Fatal(err)
			}
			row.Date = Some(Date(day.Unix() / 86400))
		}
		rows = append(rows, row)
	}
	return rows
}

func pointed[T any](p *T) Opt[T] {
	if p == nil {
		return Opt[T]{}
	}
	return Some(*p)
}

// FuzzDamagedFiles damages a good file at one place and cuts it. Reading must give the right rows or an error that
// names the file: never a panic, never an endless loop.
func FuzzDamagedFiles(f *testing.F) {
	dir := f.TempDir()
	type small struct {
		ID   int64       `col:"id,sort,delta,bloom"`
		Name string      `col:"name"`
		Mood Opt[string] `col:"mood,dict"`
		Real float32     `col:"real,bss"`
		Flag Opt[bool]   `col:"flag"`
	}
	var rows []small
	for i, r := range sample(200) {
		rows = append(rows, small{r.ID, r.Name, Opt[string]{string(r.Mood), i%3 == 0}, r.Real, r.OFlag})
	}
	good := content(f, write(f, dir, Options{RowGroup: 64}, rows, 200))
	f.Add(uint32(10), byte(0xff), uint32(0))
	f.Add(uint32(len(good)-6), byte(0x7f), uint32(0))
	f.Add(uint32(len(good)-40), byte(0x01), uint32(0))
	f.Add(uint32(0), byte(0), uint32(len(good)/2))
	f.Fuzz(func(t *testing.T, at uint32, flip byte, cut uint32) {
		bad := append([]byte(nil), good...)
		bad[int(at)%len(bad)] ^= flip
		bad = bad[:len(bad)-int(cut)%len(bad)]
		file := stage.File{Path: filepath.Join(t.TempDir(), "bad")}
		if err := os.WriteFile(file.Path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err := range Read[small]([]stage.File{file}) {
			if n++; err == nil && n > 1<<20 {
				t.Fatal("more rows than the file can hold")
			}
		}
	})
}
