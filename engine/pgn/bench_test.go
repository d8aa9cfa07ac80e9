package pgn

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// input is a benchmark's text with the number of games that it must give.
type input struct {
	name  string
	text  []byte
	games int
}

// inputs are generated games and, where they are at hand, real ones.
func inputs(b *testing.B) []input {
	plain, lichess := generate(5000, 21, style{}), generate(2000, 22, style{clocks: true, evals: true})
	list := []input{{"plain", plain, 5000}, {"lichess", lichess, 2000},
		{"annotated", generate(3000, 23, style{comments: true, variations: true}), 3000}}
	add := func(name string, games int, elem ...string) {
		path := filepath.Join(append([]string{"..", "..", "..", "shared", "data"}, elem...)...)
		text, err := os.ReadFile(path)
		if err != nil {
			return
		}
		if filepath.Ext(path) == ".zst" {
			z, _ := zstd.NewReader(nil)
			defer z.Close()
			if text, err = z.DecodeAll(text, nil); err != nil {
				b.Fatal(err)
			}
		}
		list = append(list, input{name, text, games})
	}
	add("real-lichess", 1000, "lichess", "corentings-big-1000games-eval-clk.pgn")
	add("real-twic", 1110, "broadcast", "twic1599_1000k.pgn")
	add("real-corpus", 165000, "perf", "corpus-165k-games.pgn.zst")
	return list
}

func perInput(b *testing.B, run func(b *testing.B, text []byte) (games, plies int)) {
	for _, in := range inputs(b) {
		b.Run(in.name, func(b *testing.B) {
			b.SetBytes(int64(len(in.text)))
			var games, plies int
			cpu := cpuSeconds()
			for b.Loop() {
				games, plies = run(b, in.text)
			}
			b.ReportMetric(float64(len(in.text))/1e6*float64(b.N)/(cpuSeconds()-cpu), "MB/cpu-s")
			if games != in.games && in.name != "real-corpus" {
				b.Fatalf("%d games, want %d", games, in.games)
			}
			seconds := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(float64(games)/seconds, "games/s")
			if plies > 0 {
				b.ReportMetric(float64(plies)/seconds, "plies/s")
			}
		})
	}
}

// BenchmarkSplit cuts a text into blocks of whole games.
func BenchmarkSplit(b *testing.B) {
	perInput(b, func(b *testing.B, text []byte) (games, _ int) {
		s := NewSplitter(bytes.NewReader(text), "x", Sizes{Block: 256 << 10})
		for {
			block, err := s.Next()
			if err == io.EOF {
				return games, 0
			}
			games += len(block.Ends)
		}
	})
}

func readBlocks(text []byte, opt Options) (games, plies int) {
	r := NewReader(opt)
	r.Reset(Block{Data: text})
	for g, err := r.Next(); err == nil; g, err = r.Next() {
		games++
		plies += len(g.Moves)
	}
	return games, plies
}

// BenchmarkTwentyPlies is the hot path of the stage positions without its table.
func BenchmarkTwentyPlies(b *testing.B) {
	perInput(b, func(b *testing.B, text []byte) (int, int) {
		return readBlocks(text, Options{MaxPlies: 20, MovesOnly: true})
	})
}

// BenchmarkReplay checks every move of every game and reads nothing else.
func BenchmarkReplay(b *testing.B) {
	perInput(b, func(b *testing.B, text []byte) (int, int) { return readBlocks(text, Options{MovesOnly: true}) })
}

// BenchmarkFullRead resolves every move and reads every comment.
func BenchmarkFullRead(b *testing.B) {
	perInput(b, func(b *testing.B, text []byte) (int, int) { return readBlocks(text, Options{}) })
}
