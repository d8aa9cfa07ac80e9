package grade

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"plyquet/engine/board"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// benchPlies is the size of the benchmark: a thousand Lichess games of a public sample have so many half-moves.
const benchPlies = 74_721

// generated makes parts of random legal games with comments on every half-move, 74,721 in all.
func generated(b *testing.B) map[stage.TableID][]stage.File {
	b.Helper()
	const parts = 8
	rng := rand.New(rand.NewPCG(11, 12))
	dir := b.TempDir()
	in := map[stage.TableID][]stage.File{}
	left, id := benchPlies, int64(0)
	for part := range parts {
		var games []rows.Game
		var plies []rows.Ply
		for quota := left / (parts - part); quota > 0; {
			id++
			g, p := randomGame(rng, id, min(quota, 40+rng.IntN(80)))
			games, plies = append(games, g), append(plies, p...)
			quota, left = quota-len(p), left-len(p)
		}
		in[rows.Games] = append(in[rows.Games], stagetest.Write(b, dir, part, rows.Games, games...)...)
		in[rows.Plies] = append(in[rows.Plies], stagetest.Write(b, dir, part, rows.Plies, plies...)...)
	}
	return in
}

func randomGame(rng *rand.Rand, id int64, n int) (rows.Game, []rows.Ply) {
	g := rows.Game{GameID: id, Source: "generated.pgn", Result: "1/2-1/2", Variant: "standard",
		White: table.Some(fmt.Sprint("Player ", rng.IntN(500))), Black: table.Some(fmt.Sprint("Player ", rng.IntN(500))),
		WhiteElo: table.Some(int16(1000 + rng.IntN(1500))), BlackElo: table.Some(int16(1000 + rng.IntN(1500)))}
	pos, cp := board.Start(), 20
	var plies []rows.Ply
	var legal []board.Move
	for ply := 1; ply <= n; ply++ {
		legal = pos.Moves(legal[:0])
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		cp += int(60 * rng.NormFloat64())
		row := rows.Ply{GameID: id, Ply: int32(ply), Side: "white", UCI: string(pos.AppendUCI(nil, m, false)), Key: int64(pos.Key()),
			ClockMs: table.Some(int32(300_000 - 2000*ply)), SpentMs: table.Some(int32(rng.IntN(9000))),
			EvalCp: table.Some(int32(cp)), Phase: [3]string{"opening", "middlegame", "endgame"}[min(ply/30, 2)]}
		if pos.Turn() == board.Black {
			row.Side = "black"
		}
		plies = append(plies, row)
		pos.Play(m)
	}
	g.PlyCount, g.FinalKey = int32(len(plies)), int64(pos.Key())
	return g, plies
}

// BenchmarkRegrade grades 74,721 half-moves in three profiles from comments, from Parquet to Parquet. The goal is
// less than 2 s on two cores.
func BenchmarkRegrade(b *testing.B) {
	in := generated(b)
	for _, workers := range []int{0, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			s := comments("lichess", "cap", "webchess")
			b.ReportAllocs()
			for b.Loop() {
				res := executeOnly(b, s, workers, in)
				var rowsWritten int64
				for _, f := range res.Files[rows.Grades] {
					rowsWritten += f.Rows
				}
				if plies := rowsOf(in[rows.Plies]); rowsWritten != 3*plies || plies < benchPlies-2000 {
					b.Fatalf("%d rows of %d half-moves", rowsWritten, plies)
				}
			}
			b.ReportMetric(float64(rowsOf(in[rows.Plies]))*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}

func rowsOf(files []stage.File) (n int64) {
	for _, f := range files {
		n += f.Rows
	}
	return n
}

// BenchmarkGame grades one game of 80 half-moves in three profiles, without any file.
func BenchmarkGame(b *testing.B) {
	g, plies := randomGame(rand.New(rand.NewPCG(1, 1)), 1, 80)
	w := newWorker(comments("lichess", "cap", "webchess"), gamerecord.Index{}, nil)
	game := recordOf(g, plies)
	b.ReportAllocs()
	for b.Loop() {
		w.game(game, nil, &run.Out{})
	}
	if len(w.gradeRows) != 3*len(plies) || len(w.accuracyRows) != 6 {
		b.Fatalf("%d and %d rows", len(w.gradeRows), len(w.accuracyRows))
	}
}
