package grade

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// none marks a half-move without an evaluation.
const none = -1 << 30

// record is a game as a test writes it.
type record struct {
	id     int64
	fen    string
	moves  string // SAN
	result string
	cps    []int // comment after each half-move, centipawns, White's view; none: no comment
	noElo  bool
}

// tables makes the rows of a record as ingest would.
func (r record) tables(t testing.TB) (rows.Game, []rows.Ply) {
	t.Helper()
	pos := board.Start()
	g := rows.Game{GameID: r.id, Source: "invented.pgn", Result: r.result, Variant: "standard",
		White: table.Some("Ada Example"), Black: table.Some("Ben Sample"),
		WhiteElo: table.Some[int16](1500), BlackElo: table.Some[int16](2000)}
	if r.noElo {
		g.WhiteElo, g.BlackElo = table.Opt[int16]{}, table.Opt[int16]{}
	}
	if r.fen != "" {
		setup, err := board.ParseFEN(r.fen)
		if err != nil {
			t.Fatal(err)
		}
		if pos, err = setup.Position(); err != nil {
			t.Fatal(err)
		}
		g.StartFEN = table.Some(r.fen)
	}
	var plies []rows.Ply
	var legal []board.Move
	for i, san := range strings.Fields(r.moves) {
		m, err := pos.ParseSAN([]byte(san))
		if err != nil {
			t.Fatalf("%s: %v", san, err)
		}
		ply := rows.Ply{GameID: r.id, Ply: int32(i + 1), Side: "white", SAN: san, UCI: string(pos.AppendUCI(nil, m, false)),
			Key: int64(pos.Key()), ClockMs: table.Some(int32(60_000 - 1000*i)), SpentMs: table.Some[int32](1000), Phase: "opening"}
		if pos.Turn() == board.Black {
			ply.Side = "black"
		}
		if i < len(r.cps) && r.cps[i] != none {
			ply.EvalCp = table.Some(int32(r.cps[i]))
		}
		plies = append(plies, ply)
		pos.Play(m)
	}
	legal = pos.Moves(legal)
	g.PlyCount, g.FinalKey = int32(len(plies)), int64(pos.Key())
	g.Checkmate = len(legal) == 0 && pos.InCheck()
	g.Stalemate = len(legal) == 0 && !pos.InCheck()
	return g, plies
}

// inputs writes each list of records as a part of games and plies, and the evaluations as parts of theirs.
func inputs(t testing.TB, parts [][]record, evaluations ...[]rows.Evaluation) map[stage.TableID][]stage.File {
	t.Helper()
	return inputsIn(t, t.TempDir(), parts, evaluations...)
}

func inputsIn(t testing.TB, dir string, parts [][]record, evaluations ...[]rows.Evaluation) map[stage.TableID][]stage.File {
	t.Helper()
	in := map[stage.TableID][]stage.File{}
	for i, records := range parts {
		var games []rows.Game
		var plies []rows.Ply
		for _, r := range records {
			g, p := r.tables(t)
			games, plies = append(games, g), append(plies, p...)
		}
		in[rows.Games] = append(in[rows.Games], stagetest.Write(t, dir, i, rows.Games, games...)...)
		in[rows.Plies] = append(in[rows.Plies], stagetest.Write(t, dir, i, rows.Plies, plies...)...)
	}
	for i, evals := range evaluations {
		in[rows.Evaluations] = append(in[rows.Evaluations], stagetest.Write(t, dir, i, rows.Evaluations, evals...)...)
	}
	return in
}

// result is what a run of the stage wrote.
type result struct {
	run.Result
	grades  []rows.Grade
	players []rows.PlayerAccuracy
}

func execute(t testing.TB, s *Stage, workers int, in map[stage.TableID][]stage.File) result {
	t.Helper()
	res := executeOnly(t, s, workers, in)
	return result{res, stagetest.Rows[rows.Grade](t, res.Files[rows.Grades]), stagetest.Rows[rows.PlayerAccuracy](t, res.Files[rows.GameAccuracy])}
}

// executeOnly runs the stage and leaves its files unread.
func executeOnly(t testing.TB, s *Stage, workers int, in map[stage.TableID][]stage.File) run.Result {
	t.Helper()
	job := &stage.Job{Stage: s.Name(), Dir: t.TempDir(), Workers: workers, MaxRejectRate: 1, Fingerprint: "f",
		Inputs: in, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: stagetest.Quiet{}}
	res, err := run.Step(context.Background(), s, job)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// grade grades one game by its comments.
func (w *worker) grade(t testing.TB, r record) {
	t.Helper()
	g := recordOf(r.tables(t))
	w.game(g, nil, &run.Out{})
}

// recordOf is a game as it is read from the tables.
func recordOf(g rows.Game, plies []rows.Ply) *gamerecord.Game {
	out := &gamerecord.Game{Tags: gamerecord.Tags{GameID: g.GameID, Result: g.Result, StartFEN: g.StartFEN,
		FinalKey: g.FinalKey, Checkmate: g.Checkmate, Stalemate: g.Stalemate}}
	for _, p := range plies {
		out.Plies = append(out.Plies, gamerecord.Ply{GameID: p.GameID, Ply: p.Ply, Side: p.Side, UCI: p.UCI, Key: p.Key,
			EvalCp: p.EvalCp, EvalMate: p.EvalMate, Phase: p.Phase})
	}
	return out
}

// comments is the stage that grades by comments with the given profiles.
func comments(profiles ...string) *Stage {
	s := New()
	s.Evals, s.Profiles, s.Book = evalsComments, profiles, Book{Names: "none"}
	return s
}
