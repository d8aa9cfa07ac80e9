package pgn

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"plyquet/engine/board"
)

// longGame is a game of n half-moves on one line: knights go out and back.
func longGame(n int) string {
	steps := [4]string{"Nf3", "Nf6", "Ng1", "Ng8"}
	var out strings.Builder
	out.WriteString("[Event \"Long\"]\n[Result \"1/2-1/2\"]\n\n")
	for i := range n {
		out.WriteString(steps[i%4])
		out.WriteByte(' ')
	}
	out.WriteString("1/2-1/2\n\n")
	return out.String()
}

func TestLongestGamesAreReadWhole(t *testing.T) {
	for plies, want := range map[int]Reason{400: NoFault, 17_697: NoFault, MaxPlies: NoFault, MaxPlies + 1: TooLong} {
		r := NewReader(Options{})
		r.Reset(Block{Data: []byte(longGame(plies) + generateText(1))})
		g, err := r.Next()
		if err != nil || len(g.Moves) != min(plies, MaxPlies) || g.Result != board.Draw {
			t.Fatalf("%d plies: %d moves, %v, %v", plies, len(g.Moves), g.Result, err)
		}
		got := NoFault
		if g.Fault != nil {
			got = g.Fault.Reason
		}
		if got != want {
			t.Errorf("%d plies: fault %v, want %v", plies, g.Fault, want)
		}
		if g, err = r.Next(); err != nil || g.Fault != nil {
			t.Errorf("the game after %d plies: %v, %v", plies, g, err)
		}
	}
}

func generateText(n int) string { return string(generate(n, 99, style{})) }

// endless yields a text of one game with a comment of size bytes, and two ordinary games, without holding it.
func endless(size int64) io.Reader {
	return io.MultiReader(strings.NewReader(generateText(1)+"[Event \"Talk\"]\n\n1. e4 { "), io.LimitReader(words{}, size),
		strings.NewReader("} e5 1-0\n\n"+generateText(1)))
}

type words struct{}

func (words) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "blah \n"[i%6]
	}
	return len(p), nil
}

// splitAll splits and reads a stream and returns the number of games and the largest heap seen.
func splitAll(b *testing.B, r io.Reader) (games int, peak uint64) {
	split, reader := NewSplitter(r, "stream", Sizes{}), NewReader(Options{MaxPlies: 20, MovesOnly: true})
	for {
		block, err := split.Next()
		if err == io.EOF {
			return games, peak
		}
		if err != nil {
			b.Fatal(err)
		}
		reader.Reset(block)
		for _, err := reader.Next(); err == nil; _, err = reader.Next() {
			games++
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		peak = max(peak, m.HeapInuse)
	}
}

// BenchmarkHugeComment splits a text with a comment of 100 MB: the heap is bounded by Sizes.Game, not by the comment.
func BenchmarkHugeComment(b *testing.B) {
	const size = 100 << 20
	b.SetBytes(size)
	var peak uint64
	for b.Loop() {
		var games int
		if games, peak = splitAll(b, endless(size)); games != 3 {
			b.Fatalf("%d games, want 3", games)
		}
	}
	b.ReportMetric(float64(peak)/(1<<20), "MiB-heap")
}

// BenchmarkLargeFile splits and reads 200 MB of games: the heap holds a block or two, not the file.
func BenchmarkLargeFile(b *testing.B) {
	text := generate(1000, 51, style{clocks: true})
	copies := 200_000_000/len(text) + 1
	b.SetBytes(int64(copies * len(text)))
	var peak uint64
	for b.Loop() {
		var parts []io.Reader
		for range copies {
			parts = append(parts, bytes.NewReader(text))
		}
		var games int
		if games, peak = splitAll(b, io.MultiReader(parts...)); games != copies*1000 {
			b.Fatalf("%d games, want %d", games, copies*1000)
		}
	}
	b.ReportMetric(float64(peak)/(1<<20), "MiB-heap")
}

// BenchmarkLongGame reads a game of the largest length the rules allow, and ten times as many moves in short games: the
// time per move must not differ by much.
func BenchmarkLongGame(b *testing.B) {
	long := longGame(17_697)
	for name, text := range map[string]string{"17697": long, "400": strings.Repeat(longGame(400), 44)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			r, data := NewReader(Options{}), []byte(text) // one Reader: its slices have grown
			for b.Loop() {
				r.Reset(Block{Data: data})
				plies := 0
				for g, err := r.Next(); err == nil; g, err = r.Next() {
					plies += len(g.Moves)
				}
				if plies < 17_600 {
					b.Fatalf("%d plies", plies)
				}
			}
		})
	}
}

// BenchmarkUnclosedComments is the worst case of looking for a closing brace: every game opens a comment and none
// closes it. Twice as many games must not take much more than twice as long per byte.
func BenchmarkUnclosedComments(b *testing.B) {
	for name, n := range map[string]int{"2k": 2_000, "20k": 20_000} {
		text := bytes.Repeat([]byte("[Event \"A\"]\n\n1. e4 { open\n\n"), n)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if games, _ := readBlocks(text, Options{MovesOnly: true}); games != n {
					b.Fatalf("%d games, want %d", games, n)
				}
			}
		})
	}
}
