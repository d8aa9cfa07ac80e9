package signals

import (
	"math/rand/v2"
	"testing"

	"plyquet/engine/board"
	"plyquet/metrics"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// A world is invented games as tables, with an engine that lists every move.
type world struct {
	rng    *rand.Rand
	crowd  *crowd
	engine string
	lines  int // MultiPV
	games  []rows.Game
	plies  []rows.Ply
	evals  []rows.Evaluation
	hard   []rows.ComplexityRow
}

func newWorld(seed uint64) *world {
	c := newCrowd(seed, 2200, human)
	return &world{rng: c.rng, crowd: c, engine: "Invented 1.0", lines: 50}
}

// A who is a player of a world.
type who struct {
	name string
	elo  int16 // 0: unrated
}

// play adds one game of legal moves, chosen by the model of the crowd.
func (w *world) play(t testing.TB, white, black who, plies int) {
	t.Helper()
	id := int64(len(w.games)+1) << 20
	g := rows.Game{GameID: id, Source: "invented.pgn", GameNumber: int64(len(w.games) + 1), Result: "*",
		White: table.Some(white.name), Black: table.Some(black.name), Variant: "standard"}
	if white.elo != 0 {
		g.WhiteElo = table.Some(white.elo)
	}
	if black.elo != 0 {
		g.BlackElo = table.Some(black.elo)
	}
	before := len(w.plies)
	pos := board.Start()
	for i := range plies {
		moves := pos.Moves(nil)
		if len(moves) == 0 {
			break
		}
		w.rng.Shuffle(len(moves), func(a, b int) { moves[a], moves[b] = moves[b], moves[a] })
		scores := w.scores(len(moves))
		w.evaluate(id, i, &pos, moves, scores)
		choice := metrics.NewChoice(scores, 0)
		m := moves[metrics.Draw(w.rng, human.Probabilities(nil, choice.Scaled))]
		side := pos.Turn().String()
		w.plies = append(w.plies, rows.Ply{GameID: id, Ply: int32(i + 1), Side: side, SAN: "?", UCI: pos.UCI(m, false), Key: int64(pos.Key()),
			SpentMs: table.Some(int32(500 + w.rng.IntN(20000))), Phase: [...]string{"opening", "middlegame", "endgame"}[min(2, i/25)]})
		w.hard = append(w.hard, rows.ComplexityRow{GameID: id, Ply: int32(i), Weight: "elem", Value: table.Some(w.rng.Float32())})
		pos.Play(m)
	}
	g.PlyCount = int32(len(w.plies) - before)
	w.games = append(w.games, g)
}

// scores are a spread of exactly n moves.
func (w *world) scores(n int) []metrics.Score {
	scores := w.crowd.spread()
	for len(scores) < n {
		cp, _ := scores[len(scores)-1].Cp()
		scores = append(scores, metrics.Cp(cp-5-w.rng.IntN(60)))
	}
	return scores[:n]
}

func (w *world) evaluate(id int64, ply int, pos *board.Position, moves []board.Move, scores []metrics.Score) {
	for i := range min(w.lines, len(moves)) {
		cp, _ := scores[i].Cp()
		if pos.Turn() == board.Black {
			cp = -cp
		}
		w.evals = append(w.evals, rows.Evaluation{Search: "grade", GameID: id, Ply: int32(ply), Key: int64(pos.Key()), Depth: 10,
			Rank: int16(i + 1), Move: table.Some(pos.UCI(moves[i], false)), Cp: table.Some(int32(cp)),
			Legal: int16(len(moves)), Engine: w.engine})
	}
}

// commit writes the tables below dir, evaluations in two parts that may share a game.
func (w *world) commit(t testing.TB, dir string) map[stage.TableID][]stage.File {
	t.Helper()
	half := len(w.evals) / 2
	for half > 0 && half < len(w.evals) && w.evals[half].Rank > 1 { // evaluate never splits a position
		half++
	}
	return map[stage.TableID][]stage.File{
		rows.Games:       stagetest.Write(t, dir, 0, rows.Games, w.games...),
		rows.Plies:       stagetest.Write(t, dir, 0, rows.Plies, w.plies...),
		rows.Evaluations: append(stagetest.Write(t, dir, 0, rows.Evaluations, w.evals[:half]...), stagetest.Write(t, dir, 1, rows.Evaluations, w.evals[half:]...)...),
		rows.Complexity:  stagetest.Write(t, dir, 0, rows.Complexity, w.hard...),
	}
}
