package ingest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"plyquet/engine/board"
)

// randomGames is a text of n games of random legal moves with clocks.
func randomGames(n int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var out, moves strings.Builder
	var list []board.Move
	for i := range n {
		moves.Reset()
		pos := board.Start()
		for ply := range 80 {
			if list = pos.Moves(list[:0]); len(list) == 0 {
				break
			}
			m := list[rng.IntN(len(list))]
			fmt.Fprintf(&moves, "%s { [%%clk 0:%02d:%02d] } ", pos.AppendSAN(nil, m), 59-ply/2, rng.IntN(60))
			pos.Play(m)
		}
		out.WriteString(game(fmt.Sprintf("Event=Bench|White=P%d|Black=P%d|Result=0-1|Date=2024.01.%02d|TimeControl=3600", i%90, i%70, 1+i%28), moves.String()+"0-1"))
	}
	return out.String()
}

func BenchmarkIngest(b *testing.B) {
	const n = 3000
	text := randomGames(n)
	in := sample(b, map[string]string{"bench.pgn": text}, 1<<20)
	for _, duplicates := range []string{Keep, Mark} {
		b.Run(duplicates, func(b *testing.B) {
			s := New()
			s.Duplicates = duplicates
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if res := in.ingest(b, s, 0); res.Counts.Kept != n {
					b.Fatalf("%+v", res.Counts)
				}
			}
			b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "games/s")
		})
	}
}
