package sample

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// BenchmarkSample measures bytes of input: splitting, tickets, and writing what is kept.
func BenchmarkSample(b *testing.B) {
	const n = 60_000
	text := gamesText(n, "bench")
	for _, c := range []struct {
		name  string
		stage *Stage
		input string
		low   int64
		high  int64
	}{
		{"plain/all", New(), text, n, n},
		{"plain/0.005", atRate(0.005), text, 200, 400},
		{"plain/max", with(func(s *Stage) { s.MaxGames = 1000 }), text, 1000, 1000},
		{"zstd/0.005", atRate(0.005), zstded(b, text), 200, 400},
	} {
		b.Run(c.name, func(b *testing.B) {
			_, files := put(b, "a.pgn", c.input)
			dir := b.TempDir()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				res, err := run.Step(context.Background(), c.stage, &stage.Job{
					Stage: "sample", Dir: dir, Seed: 42, Fingerprint: "bench",
					Inputs: map[stage.TableID][]stage.File{rows.Archives: files}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: stagetest.Quiet{},
				})
				if err != nil {
					b.Fatal(err)
				}
				if k := res.Counts.Kept; res.Counts.Seen != n || k < c.low || k > c.high {
					b.Fatalf("counts %+v", res.Counts)
				}
				dir = b.TempDir() // or the next round would find the work done
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
