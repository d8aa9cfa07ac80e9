package evaluate_test

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/engine/uci"
	"plyquet/engine/uci/ucitest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/evaluate"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

func TestMain(m *testing.M) {
	ucitest.Main()
	os.Exit(m.Run())
}

// pgnGame is a game of the test data. Players and results are invented.
type pgnGame struct {
	white, black string
	result       string
	variant      string
	fen          string
	moves        []string // UCI
	evals        map[int]int32
	duplicate    bool
}

// wander plays n random moves from a position, behind some that are given.
func wander(seed uint64, n int, opening ...string) []string {
	rng := rand.New(rand.NewPCG(seed, 5))
	pos := board.Start()
	moves := append([]string(nil), opening...)
	for _, text := range opening {
		m, err := pos.ParseUCI(text)
		if err != nil {
			panic(err)
		}
		pos.Play(m)
	}
	for range n {
		legal := pos.Moves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		moves = append(moves, string(pos.AppendUCI(nil, m, false)))
		pos.Play(m)
	}
	return moves
}

// games are a small league: shared openings, a mate, a repetition, Chess960, a start position of their own.
func games() []pgnGame {
	open := strings.Fields("e2e4 e7e5 g1f3 b8c6")
	shuffle := strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
	return []pgnGame{
		{white: "Ada", black: "Bo", result: "1-0", moves: wander(1, 18, open...)},
		{white: "Bo", black: "Cy", result: "0-1", moves: strings.Fields("f2f3 e7e5 g2g4 d8h4")},
		{white: "Cy", black: "Ada", result: "1/2-1/2", moves: shuffle},
		{white: "Ada", black: "Cy", result: "1-0", moves: shuffle},
		{white: "Ada", black: "Bo", result: "1-0", moves: wander(1, 18, open...), duplicate: true},
		{white: "Dee", black: "Bo", result: "*", moves: wander(2, 14, open...)},
		{white: "Dee", black: "Ada", result: "0-1", variant: "chess960", fen: "1r3k1r/pppp4/8/8/8/8/PPPP4/1R3K1R w HBhb - 0 1",
			moves: strings.Fields("d2d3 f8b8 f1h1 a7a6")},
		{white: "Bo", black: "Dee", result: "1/2-1/2", variant: "from-position", fen: "8/8/8/3k4/8/3K4/4P3/8 b - - 3 40", moves: strings.Fields("d5e5 e2e4 e5e6")},
		{white: "Cy", black: "Dee", result: "1-0", moves: wander(3, 22)},
		{white: "Cy", black: "Bo", result: "1-0"},
	}
}

// write puts games and plies of the league below dir, in the given number of parts.
func write(t testing.TB, dir string, list []pgnGame, parts int) map[stage.TableID][]stage.File {
	t.Helper()
	out := map[stage.TableID][]stage.File{}
	per := (len(list) + parts - 1) / parts
	for part := range parts {
		s := table.NewStaging(dir, part, table.Options{})
		gw, err := table.Create[rows.Game](s, rows.Games)
		if err != nil {
			t.Fatal(err)
		}
		pw, err := table.Create[rows.Ply](s, rows.Plies)
		if err != nil {
			t.Fatal(err)
		}
		for i := part * per; i < min(len(list), (part+1)*per); i++ {
			g, plies := tableRows(t, &list[i], i)
			if err := gw.Write(g); err != nil {
				t.Fatal(err)
			}
			if err := pw.Write(plies...); err != nil {
				t.Fatal(err)
			}
		}
		files, err := s.Commit()
		if err != nil {
			t.Fatal(err)
		}
		for id, f := range files {
			out[id] = append(out[id], f...)
		}
	}
	return out
}

func tableRows(t testing.TB, g *pgnGame, i int) (rows.Game, []rows.Ply) {
	t.Helper()
	row := rows.Game{
		GameID: int64(i+1) * 1000, Source: "league.pgn", Offset: int64(i+1) * 1000, GameNumber: int64(i + 1),
		White: table.Some(g.white), Black: table.Some(g.black), Result: g.result, Variant: g.variant,
		PlyCount: int32(len(g.moves)), GameHash: int64(i)*77 + 5,
	}
	if g.variant == "" {
		row.Variant = "standard"
	}
	if g.duplicate {
		row.DuplicateOf = table.Some[int64](1000)
	}
	pos := board.Start()
	if g.fen != "" {
		row.StartFEN = table.Some(g.fen)
		pos = position(t, g.fen)
	}
	var plies []rows.Ply
	for n, text := range g.moves {
		m, err := pos.ParseUCI(text)
		if err != nil {
			t.Fatalf("game %d ply %d: %s: %v", i, n+1, text, err)
		}
		p := rows.Ply{GameID: row.GameID, Ply: int32(n + 1), Side: pos.Turn().String(), SAN: string(pos.AppendSAN(nil, m)),
			UCI: string(pos.AppendUCI(nil, m, g.variant == "chess960")), Key: int64(pos.Key()), Phase: "middlegame"}
		if cp, ok := g.evals[n+1]; ok {
			p.EvalCp = table.Some(cp)
		}
		plies = append(plies, p)
		pos.Play(m)
	}
	return row, plies
}

func position(t testing.TB, fen string) board.Position {
	t.Helper()
	setup, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// bench is one run of the stage.
type bench struct {
	dir    string
	cache  string
	log    bytes.Buffer
	result run.Result
}

// fish makes the stage use a test engine.
func fish(t testing.TB, traits ...string) *evaluate.Stage {
	s := evaluate.New()
	command := ucitest.Command(t, traits...)
	s.Engine.Path, s.Engine.Args = command[0], command[1:]
	s.Grade.Depth = 8 // the deeper, the smaller the shards
	s.Complexity.Depth = 6
	s.Complexity.FromMove = 2
	s.Complexity.MaxEvalCp = 0
	return s
}

// execute runs the stage in a new folder with the given games.
func execute(t testing.TB, s *evaluate.Stage, list []pgnGame, workers int, cache string) (*bench, error) {
	t.Helper()
	b := &bench{dir: t.TempDir(), cache: cache}
	job := &stage.Job{
		Stage: s.Name(), Dir: b.dir, Base: b.dir, Cache: cache, Seed: 42, Workers: workers, Fingerprint: "test",
		Inputs: write(t, b.dir, list, 2), Log: slog.New(slog.NewTextHandler(&b.log, nil)), Progress: stagetest.Quiet{},
	}
	var err error
	b.result, err = run.Step(context.Background(), s, job)
	return b, err
}

// must is execute for runs that have to succeed.
func must(t testing.TB, s *evaluate.Stage, list []pgnGame, workers int, cache string) *bench {
	t.Helper()
	b, err := execute(t, s, list, workers, cache)
	if err != nil {
		t.Fatalf("%v\n%s", err, &b.log)
	}
	return b
}

// bytes are the parts of the table.
func (b *bench) parts(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, f := range b.result.Files[rows.Evaluations] {
		data, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.ToSlash(f.Name)] = string(data)
	}
	return out
}

// rows are the rows of the table.
func (b *bench) rows(t testing.TB) (list []rows.Evaluation) {
	t.Helper()
	for r, err := range table.Read[rows.Evaluation](b.result.Files[rows.Evaluations]) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, *r)
	}
	return list
}

// stockfish makes the stage use the real one, or skips.
func stockfish(t testing.TB) *evaluate.Stage {
	t.Helper()
	if testing.Short() {
		t.Skip("a real engine takes seconds")
	}
	if _, err := uci.System().Find(uci.Auto, nil, ""); err != nil {
		t.Skip(err)
	}
	return evaluate.New()
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
