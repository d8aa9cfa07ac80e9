package report

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"plyquet/engine/board"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// hostile is what a PGN file can put where a name should stand.
const hostile = `<script>alert("x")</script> javascript:alert(1)`

// The invented run: three games of four players, one of them with a hostile name.
var (
	players = []string{"Ahorn, Anna", hostile, "Birke, Bert", "Buche, Cleo"}
	games   = []struct {
		white, black       int
		whiteElo, blackElo int16
		result             string
		moves              []string
		win                []float32 // White's win chance after each move
	}{
		{0, 1, 1900, 2100, "0-1", []string{"f2f3", "e7e5", "g2g4", "d8h4"}, []float32{.45, .42, .01, 0}},
		{2, 0, 2250, 1900, "1-0", []string{"e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"}, []float32{.53, .52, .45, .5, .5, .01, 1}},
		{3, 2, 2000, 2250, "1/2-1/2", []string{"e2e4", "c7c5"}, []float32{.53, .54}},
	}
)

func idOf(game int) int64 { return int64(game+1) * 1000 }

func put[T any](t testing.TB, s *table.Staging, id stage.TableID, list []T) {
	t.Helper()
	w, err := table.Create[T](s, id)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(list...); err != nil {
		t.Fatal(err)
	}
}

// world writes the tables of the invented run into a run folder and returns their files.
func world(t testing.TB, dir string) map[stage.TableID][]stage.File {
	t.Helper()
	s := table.NewStaging(dir, 0, table.Options{Metadata: map[string]string{"stage": "world"}})
	var heads []rows.Game
	var plies []rows.Ply
	var grades []rows.Grade
	var sheets []rows.PlayerAccuracy
	for i, g := range games {
		heads = append(heads, rows.Game{GameID: idOf(i), Source: "a.pgn", GameNumber: int64(i + 1), Result: g.result, Variant: "standard",
			White: table.Some(players[g.white]), Black: table.Some(players[g.black]), WhiteElo: table.Some(g.whiteElo), BlackElo: table.Some(g.blackElo),
			Date: table.Some("2021.03.04"), PlyCount: int32(len(g.moves))})
		plies = append(plies, pliesOf(t, i)...)
		for _, profile := range []string{"cap", "lichess"} {
			grades = append(grades, gradesOf(i, profile)...)
			sheets = append(sheets, sheetOf(i, profile, "white"), sheetOf(i, profile, "black"))
		}
	}
	put(t, s, rows.Games, heads)
	put(t, s, rows.Plies, plies)
	put(t, s, rows.Grades, grades)
	put(t, s, rows.GameAccuracy, sheets)
	putOpenings(t, s)
	putComplexity(t, s)
	putSignals(t, s)
	putValidation(t, s)
	files, err := s.Commit()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sideOf(ply int) string { return []string{"white", "black"}[ply%2] }

func pliesOf(t testing.TB, game int) (list []rows.Ply) {
	t.Helper()
	p := board.Start()
	for i, uci := range games[game].moves {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rows.Ply{GameID: idOf(game), Ply: int32(i + 1), Side: sideOf(i), SAN: p.SAN(m), UCI: uci, Key: int64(p.Key()), Phase: "opening"})
		p.Play(m)
	}
	return list
}

func gradesOf(game int, profile string) (list []rows.Grade) {
	before := float32(.5)
	for i, uci := range games[game].moves {
		after := games[game].win[i]
		x, y, player := before, after, players[games[game].white]
		if i%2 == 1 {
			x, y, player = 1-before, 1-after, players[games[game].black]
		}
		lost, class := max(0, x-y), "unmarked"
		if lost >= .3 {
			class = "blunder"
		}
		list = append(list, rows.Grade{GameID: idOf(game), Profile: profile, Ply: int32(i + 1), Side: sideOf(i), Player: table.Some(player), Phase: "opening", UCI: uci,
			MoverWinBefore: table.Some(x), MoverWinAfter: table.Some(y), WinLost: table.Some(lost), BestMove: table.Some("e2e4"), Class: table.Some(class), Evals: "engine"})
		before = after
	}
	return list
}

func sheetOf(game int, profile, side string) rows.PlayerAccuracy {
	g := games[game]
	r := rows.PlayerAccuracy{GameID: idOf(game), Profile: profile, Side: side, Player: table.Some(players[g.white]), Elo: table.Some(g.whiteElo),
		Moves: int32(len(g.moves)+1) / 2, Graded: int32(len(g.moves)+1) / 2, Accuracy: table.Some(float32(80 + game)), ACPL: table.Some(float32(30 + game)), Unmarked: table.Some[int32](2), Blunder: table.Some[int32](1)}
	if side == "black" {
		r.Player, r.Elo, r.Moves, r.Graded = table.Some(players[g.black]), table.Some(g.blackElo), int32(len(g.moves)/2), int32(len(g.moves)/2)
	}
	return r
}

func putOpenings(t testing.TB, s *table.Staging) {
	start := board.Start()
	fen := start.FEN3()
	next := start
	m, err := next.ParseUCI("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	next.Play(m)
	put(t, s, rows.Positions, []rows.Position{
		{Key: int64(next.TableKey()), FEN: next.FEN3(), White: 1, Draws: 1}, {Key: int64(start.TableKey()), FEN: fen, White: 1, Draws: 1, Black: 1}})
	put(t, s, rows.PositionMoves, []rows.PositionMove{
		{Key: int64(start.TableKey()), FEN: fen, UCI: "e2e4", SAN: "e4", White: 1, Draws: 1}, {Key: int64(start.TableKey()), FEN: fen, UCI: "f2f3", SAN: "f3", Black: 1}})
}

func putComplexity(t testing.TB, s *table.Staging) {
	start := board.Start()
	var list []rows.ComplexityRow
	for i := range games {
		list = append(list, rows.ComplexityRow{GameID: idOf(i), Ply: 0, Definition: "elem/drop_move/d3", Key: int64(start.Key()), FEN: start.FEN(), Value: table.Some(.1 + float32(i)/10),
			MaxDepth: 3, Legal: 20, Moves: 3, Terms: 2, Played: table.Some(games[i].moves[0]), PlayedLoss: table.Some(float32(i) / 5), MoverElo: table.Some(games[i].whiteElo), Engine: "Testfish 1"})
	}
	put(t, s, rows.Complexity, list)
	var lines []rows.Evaluation
	order := [][]string{{"e2e4", "f2f3", "d2d4"}, {"f2f3", "e2e4", "d2d4"}, {"d2d4", "e2e4", "f2f3"}}
	for depth, moves := range order {
		for rank, m := range moves {
			lines = append(lines, rows.Evaluation{Search: "complexity", GameID: idOf(2), Ply: 0, Depth: int16(depth + 1), Rank: int16(rank + 1),
				Move: table.Some(m), Cp: table.Some(int32(30 - 10*rank)), Legal: 20, Engine: "Testfish 1, Hash 16"})
		}
	}
	put(t, s, rows.Evaluations, lines)
	put(t, s, rows.Correlations, []rows.Correlation{
		{X: "complexity elem/drop_move/d3", Y: "played_loss", N: 3, Games: 3, Rho: table.Some[float32](.5)},
		{X: "difficulty", Y: "played_loss", N: 40, Games: 12, Rho: table.Some[float32](.25), RhoLow: table.Some[float32](-.1), RhoHigh: table.Some[float32](.55)}})
}

func putSignals(t testing.TB, s *table.Staging) {
	of := func(player, tier string, z float32) []rows.Signal {
		base := rows.Signal{Player: player, N: 240, Games: 9, RatingLow: table.Some[int16](1880), RatingHigh: table.Some[int16](1920), Baseline: "invented", Setting: "Testfish 1, Hash 16; depth 3; 50 lines", Tested: 3}
		llr, match := base, base
		llr.Signal, llr.Unit, llr.Value, llr.ZRaw, llr.Z, llr.Q = "llr", "nats", table.Some[float32](1.5), table.Some(z*1.4), table.Some(z), table.Some[float32](.005)
		llr.Tier, llr.Correct, llr.FalseHits = table.Some(tier), table.Some("bh"), table.Some[float32](.01)
		match.Signal, match.Unit, match.Value, match.Expected = "match", "share", table.Some[float32](.52), table.Some[float32](.48)
		match.Low, match.High, match.Interval = table.Some[float32](.457), table.Some[float32](.582), table.Some("wilson")
		return []rows.Signal{llr, match}
	}
	few := rows.Signal{Player: players[3], Signal: "llr", Unit: "nats", N: 4, Games: 1, Baseline: "invented", Setting: "Testfish 1, Hash 16; depth 3; 50 lines", Tested: 3,
		Warnings: table.Some("few_decisions; one_game")}
	list := append(of(players[0], "none", .4), of(players[1], "strong", 4.5)...)
	list = append(list, of(players[2], "notable", 2.6)...)
	put(t, s, rows.Signals, append(list, few))
}

func putValidation(t testing.TB, s *table.Staging) {
	put(t, s, rows.Validation, []rows.ValidationRow{{Signal: "llr", Assistance: "any", Share: .2, Decisions: 240, Honest: 6, Assisted: 6, AUC: .75, TPR1: .5, Baseline: "invented", Calibrated: true}})
	var z []rows.ValidationZRow
	for i := range 6 {
		z = append(z, rows.ValidationZRow{Signal: "llr", Assistance: "any", Share: .2, Decisions: 240, Player: int32(i), Z: float32(i)})
		z = append(z, rows.ValidationZRow{Signal: "llr", Assistance: "none", Decisions: 240, Player: int32(i), Z: float32(i) - 2.5})
	}
	put(t, s, rows.ValidationZ, z)
}

// execute writes the report of the given tables and returns its files by name.
func execute(t testing.TB, s *Stage, dir string, inputs map[stage.TableID][]stage.File) map[string]string {
	t.Helper()
	job := &stage.Job{Stage: s.Name(), Run: "invented", Dir: dir, Seed: 42, Fingerprint: "f", Inputs: inputs, Config: "run: invented\nfetch:\n  users: [Ahorn, Anna]\n",
		Before: []stage.StepCounts{
			{Stage: "ingest", Counts: stage.Counts{Unit: "games", Seen: 5, Kept: 3, Filtered: map[string]int64{"no_moves": 1}, Rejected: map[string]int64{"bad_fen": 1}}},
			{Stage: "signals", Counts: stage.Counts{Unit: "decisions", Seen: 13, Kept: 9, Filtered: map[string]int64{"opening": 3, "one_legal_move": 1}}}},
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: stagetest.Quiet{}}
	res, err := run.Step(t.Context(), s, job)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range res.Files[rows.Report] {
		text, err := os.ReadFile(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

func defaults() *Stage { return New().(*Stage) }

var written map[string]string

// whole is the report of the invented run with its defaults; it is written once for all tests.
func whole(t testing.TB) map[string]string {
	t.Helper()
	if written == nil {
		dir := t.TempDir()
		written = execute(t, defaults(), dir, world(t, dir))
	}
	return written
}
