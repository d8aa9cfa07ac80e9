package positions

import (
	"bytes"
	"flag"
	"io"
	"os"
	"runtime"
	"testing"

	"plyquet/engine/board"
	"plyquet/engine/pgn"
	"plyquet/pipeline/stage"
)

// corpus chooses the input of the benchmarks: go test -bench . ./stages/positions -args -corpus games.pgn
var corpus = flag.String("corpus", "", "PGN file for the benchmarks; without it they use random games")

// benchInput is the text that is counted, and the games that are expected to count: the records with a result.
func benchInput(b *testing.B) []byte {
	b.Helper()
	if *corpus == "" {
		return []byte(randomGames(9, 3000, 150))
	}
	text, err := os.ReadFile(*corpus)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// tallyReport counts like run.Out.
type tallyReport struct{ c stage.Counts }

func (r *tallyReport) Seen(n int64)               { r.c.Seen += n }
func (r *tallyReport) Keep(n int64)               { r.c.Kept += n }
func (r *tallyReport) Filter(why string, n int64) { stage.Bump(&r.c.Filtered, why, n) }
func (r *tallyReport) Fault(f stage.Reject)       { stage.Bump(&r.c.Rejected, f.Reason, 1) }
func (r *tallyReport) Warn(f stage.Reject)        { stage.Bump(&r.c.Warned, f.Reason, 1) }
func (r *tallyReport) Add(extra string, n int64)  { stage.Bump(&r.c.Extra, extra, n) }

// countText counts a text on one goroutine, block by block as it comes in.
func countText(tb testing.TB, in io.Reader, s *Stage) (*Table, stage.Counts) {
	tb.Helper()
	t, report := NewTable(tb.TempDir(), 0), new(tallyReport)
	c := newCounter(s.rules(), t, newSeenGames())
	split := pgn.NewSplitter(in, "games.pgn", pgn.Sizes{Block: 256 << 10})
	for block, err := split.Next(); err != io.EOF; block, err = split.Next() {
		if err != nil {
			tb.Fatal(err)
		}
		if err := c.block(block, report); err != nil {
			tb.Fatal(err)
		}
	}
	if err := c.feed.flushAll(); err != nil {
		tb.Fatal(err)
	}
	return t, report.c
}

func benchCount(b *testing.B, s *Stage) {
	text := benchInput(b)
	want := bytes.Count(text, []byte("\n[Result \"")) - bytes.Count(text, []byte("\n[Result \"*\"]"))
	b.SetBytes(int64(len(text)))
	before := cpuSeconds()
	var t *Table
	var c stage.Counts
	for b.Loop() {
		t, c = countText(b, bytes.NewReader(text), s)
		if c.Kept != int64(want) {
			b.Fatalf("%d games counted, want %d", c.Kept, want)
		}
	}
	stats := t.Stats()
	b.ReportMetric((cpuSeconds()-before)/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(int64(b.N)*c.Kept)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(int64(b.N)*c.Extra["plies"])/b.Elapsed().Seconds(), "plies/s")
	b.ReportMetric(float64(stats.Bytes)/float64(stats.Positions), "B/position")
	runtime.KeepAlive(t)
}

// The first 20 positions of each game, with the moves played.
func BenchmarkCount(b *testing.B) { benchCount(b, New()) }

func BenchmarkCountWithoutMoves(b *testing.B) {
	s := New()
	s.Moves = false
	benchCount(b, s)
}

func BenchmarkCountWholeGames(b *testing.B) {
	s := New()
	s.MaxPlies, s.Moves = 0, false
	benchCount(b, s)
}

// BenchmarkTable is the table alone: visits that are already made, in the order of the games.
func BenchmarkTable(b *testing.B) {
	positions := benchPositions(b)
	var t *Table
	for b.Loop() {
		t = NewTable(b.TempDir(), 0)
		f := newFeeder(t)
		for i := range positions {
			if err := f.put(&positions[i], board.NoMove, board.Drawn); err != nil {
				b.Fatal(err)
			}
		}
		if err := f.flushAll(); err != nil {
			b.Fatal(err)
		}
	}
	if n := t.Stats().Positions; n == 0 || n > int64(len(positions)) {
		b.Fatalf("%d positions", n)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/visit")
}

func benchPositions(b *testing.B) (list []board.Position) {
	b.Helper()
	r := pgn.NewReader(pgn.Options{MaxPlies: 19, MovesOnly: true})
	r.Reset(pgn.Block{Data: benchInput(b)})
	for g, err := r.Next(); err == nil; g, err = r.Next() {
		p := g.Start
		for _, m := range g.Moves {
			list = append(list, p)
			p.Play(m.Move)
		}
	}
	return list
}

// BenchmarkWrite turns a counted table into rows.
func BenchmarkWrite(b *testing.B) {
	dir := written(b, map[string]string{"a.pgn": string(benchInput(b))})
	r := newRun(b, dir, 1<<20)
	var n int64
	for b.Loop() {
		n = 0
		for _, f := range r.execute(b, New(), 0, 0).positions {
			n += f.Rows
		}
		if err := os.RemoveAll(r.dir + "/state"); err != nil {
			b.Fatal(err)
		}
	}
	if n == 0 {
		b.Fatal("no positions")
	}
	b.ReportMetric(float64(int64(b.N)*n)/b.Elapsed().Seconds(), "positions/s")
}

// A game costs no memory of its own once the positions are known.
func TestCountingKnownPositionsDoesNotAllocate(t *testing.T) {
	text := []byte(randomGames(5, 300, 60))
	c := newCounter(New().rules(), NewTable(t.TempDir(), 0), newSeenGames())
	var discard nothing
	block := pgn.Block{Data: bytes.ReplaceAll(text, []byte("Ka9 "), nil)} // faults are allocated
	count := func() {
		if err := c.block(block, discard); err != nil {
			t.Fatal(err)
		}
	}
	count()
	if n := testing.AllocsPerRun(10, count); n > 300 { // a closure for each lock of 5,000 visits; nothing a ply
		t.Errorf("%v allocations for 300 games", n)
	}
}

type nothing struct{}

func (nothing) Seen(int64)           {}
func (nothing) Keep(int64)           {}
func (nothing) Filter(string, int64) {}
func (nothing) Fault(stage.Reject)   {}
func (nothing) Warn(stage.Reject)    {}
func (nothing) Add(string, int64)    {}
