package table

import (
	"testing"

	"plyquet/pipeline/stage"
)

// move has the shape of the widest table: the plies of games.
type move struct {
	GameID  int64       `col:"game_id,sort,delta"`
	Ply     int32       `col:"ply,sort"`
	Side    string      `col:"side,dict"`
	SAN     string      `col:"san,dict"`
	Key     int64       `col:"key"`
	Clock   Opt[int32]  `col:"clock_ms"`
	Eval    Opt[int32]  `col:"eval_cp"`
	Comment Opt[string] `col:"comment"`
	Phase   string      `col:"phase,dict"`
}

func moves(n int) []move {
	sans := []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Qxd7+", "exd8=Q#"}
	rows := make([]move, n)
	for i := range rows {
		rows[i] = move{
			GameID: int64(i / 80 * 2000), Ply: int32(i%80 + 1), Side: []string{"white", "black"}[i%2], SAN: sans[i*7%len(sans)],
			Key: int64(uint64(i+1) * 0x9E3779B97F4A7C15), Clock: Some(int32(600_000 - i%80*4000)), Eval: Some(int32(i * 31 % 900)),
			Phase: "opening",
		}
	}
	return rows
}

func BenchmarkWrite(b *testing.B) {
	rows := moves(200_000)
	dir := b.TempDir()
	b.ReportAllocs()
	var f stage.File
	for b.Loop() {
		f = write(b, dir, Options{}, rows, 1000)
	}
	if f.Rows != int64(len(rows)) {
		b.Fatalf("%d rows written", f.Rows)
	}
	b.ReportMetric(float64(b.N*len(rows))/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(f.Bytes)/float64(len(rows)), "B/row")
}

func BenchmarkRead(b *testing.B) {
	rows := moves(200_000)
	f := write(b, b.TempDir(), Options{}, rows, len(rows))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for row, err := range Read[move]([]stage.File{f}) {
			if err != nil || row.Key != rows[n].Key {
				b.Fatalf("row %d: %v", n, err)
			}
			n++
		}
		if n != len(rows) {
			b.Fatalf("%d rows read", n)
		}
	}
	b.ReportMetric(float64(b.N*len(rows))/b.Elapsed().Seconds(), "rows/s")
}
