package verify

import (
	"slices"
	"strings"
	"testing"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// A world is a small run that is right: two games of three and two half-moves, the second one a duplicate of the first by decree.
type world struct {
	blocks     []rows.Block
	games      []rows.Game
	plies      []rows.Ply
	evals      []rows.Evaluation
	complexity []rows.ComplexityRow
	grades     []rows.Grade
	accuracy   []rows.PlayerAccuracy
	moves      []rows.MoveSignal
	signals    []rows.Signal
	positions  []rows.Position
	replies    []rows.PositionMove
	rejects    []rows.Reject
	counts     map[string]*stage.Counts
	footer     map[string]string // stage whose parts name another fingerprint
	rowsPlus   int64             // added to the rows that the manifest gives the games
}

const second = 1 << 10 // game_id of the second game

func newWorld() *world {
	white, black := table.Some("Ash, Ann"), table.Some("Birch, Bob")
	return &world{
		blocks: []rows.Block{{Source: "a.pgn", Bytes: 500, FirstGame: 1, Games: 1}, {Source: "a.pgn", Offset: 500, Bytes: 500, FirstGame: 2, Games: 2}},
		games: []rows.Game{
			{GameID: 0, Source: "a.pgn", White: white, Black: black, PlyCount: 3, FinalKey: 13},
			{GameID: second, Source: "a.pgn", White: black, Black: white, PlyCount: 2, FinalKey: 22, DuplicateOf: table.Some(int64(0))},
		},
		plies: []rows.Ply{{GameID: 0, Ply: 1, Key: 10}, {GameID: 0, Ply: 2, Key: 11}, {GameID: 0, Ply: 3, Key: 12},
			{GameID: second, Ply: 1, Key: 20}, {GameID: second, Ply: 2, Key: 21}},
		evals:      []rows.Evaluation{{GameID: 0, Ply: 0, Key: 10, Rank: 1}, {GameID: 0, Ply: 0, Key: 10, Rank: 2}, {GameID: 0, Ply: 3, Key: 13}},
		complexity: []rows.ComplexityRow{{GameID: second, Ply: 1, Key: 21}},
		grades:     []rows.Grade{{GameID: 0, Ply: 1}, {GameID: 0, Ply: 3}},
		accuracy:   []rows.PlayerAccuracy{{GameID: second}},
		moves:      []rows.MoveSignal{{GameID: second, Ply: 2}},
		signals:    []rows.Signal{{Player: "Birch, Bob"}},
		positions:  []rows.Position{{Key: -5, FEN: "x", White: 2}, {Key: 7, FEN: "a", White: 1, Black: 2}, {Key: 7, FEN: "b", Draws: 1}},
		replies: []rows.PositionMove{{Key: -5, FEN: "x", UCI: "e2e4", White: 1}, {Key: -5, FEN: "x", UCI: "d2d4", White: 1},
			{Key: 7, FEN: "a", UCI: "a2a3", Black: 2}, {Key: 7, FEN: "b", UCI: "a2a3", Draws: 1}},
		rejects: []rows.Reject{{Stage: "ingest", Reason: "no_moves"}, {Stage: "ingest", Reason: "illegal_move", Kept: true}},
		counts: map[string]*stage.Counts{
			"sample": {Seen: 3, Kept: 3},
			"ingest": {Seen: 3, Kept: 2, Rejected: map[string]int64{"no_moves": 1}, Warned: map[string]int64{"illegal_move": 1},
				Extra: map[string]int64{"plies": 5, "duplicates": 1}},
			"positions": {Seen: 3, Kept: 3, Extra: map[string]int64{"positions": 3, "visits": 6}},
			"evaluate":  {}, "grade": {}, "complexity": {}, "signals": {},
		},
		footer: map[string]string{},
	}
}

// manifest writes the tables and the account of them.
func (w *world) manifest(t *testing.T, dir string) *manifest.Manifest {
	t.Helper()
	m := &manifest.Manifest{Steps: map[string]*manifest.Step{}}
	for name, c := range w.counts {
		m.Steps[name] = &manifest.Step{Result: manifest.Result{Stage: name, Fingerprint: "f", Counts: *c, Files: map[stage.TableID][]stage.File{}}}
	}
	m.Steps["sample"].Result.Files[rows.Sampled] = []stage.File{{Name: "sampled/a.pgn", Bytes: 1000}}
	put(t, w, m, dir, "sample", rows.Blocks, w.blocks)
	put(t, w, m, dir, "ingest", rows.Games, w.games)
	put(t, w, m, dir, "ingest", rows.Plies, w.plies)
	put(t, w, m, dir, "ingest", rows.Rejects, w.rejects)
	put(t, w, m, dir, "positions", rows.Positions, w.positions)
	put(t, w, m, dir, "positions", rows.PositionMoves, w.replies)
	put(t, w, m, dir, "evaluate", rows.Evaluations, w.evals)
	put(t, w, m, dir, "grade", rows.Grades, w.grades)
	put(t, w, m, dir, "grade", rows.GameAccuracy, w.accuracy)
	put(t, w, m, dir, "complexity", rows.Complexity, w.complexity)
	put(t, w, m, dir, "signals", rows.MoveSignals, w.moves)
	put(t, w, m, dir, "signals", rows.Signals, w.signals)
	m.Steps["ingest"].Result.Files[rows.Games][0].Rows += w.rowsPlus
	return m
}

func put[T any](t *testing.T, w *world, m *manifest.Manifest, dir, stageName string, id stage.TableID, list []T) {
	t.Helper()
	fingerprint := "f"
	if other, set := w.footer[stageName]; set {
		fingerprint = other
	}
	s := table.NewStaging(dir, 0, table.Options{Scratch: true, Metadata: map[string]string{"stage": stageName, "fingerprint": fingerprint}})
	out, err := table.Create[T](s, id)
	if err == nil {
		err = out.Write(list...)
	}
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.Commit()
	if err != nil {
		t.Fatal(err)
	}
	m.Steps[stageName].Result.Files[id] = files[id]
}

func TestRightRunHasNoProblem(t *testing.T) {
	problems, err := Tables(newWorld().manifest(t, t.TempDir()))
	if err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
}

// TestRunThatMadeLittle: a run without most of its tables is as right as a whole one.
func TestRunThatMadeLittle(t *testing.T) {
	m := newWorld().manifest(t, t.TempDir())
	for _, name := range []string{"signals", "complexity", "grade", "evaluate", "positions", "ingest", "sample"} {
		delete(m.Steps, name)
		problems, err := Tables(m)
		if err != nil || len(problems) > 0 {
			t.Errorf("without %s: %v %v", name, problems, err)
		}
	}
}

// TestEveryContradictionIsNamed breaks the world in one place at a time.
func TestEveryContradictionIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		harm func(w *world)
		want string // of the problems
	}{
		"gap between blocks":          {func(w *world) { w.blocks[1].Offset++; w.blocks[1].Bytes-- }, "table blocks: 1 rows leave a gap"},
		"block number":                {func(w *world) { w.blocks[1].FirstGame = 3 }, "leave a gap or overlap"},
		"block missing at the end":    {func(w *world) { w.blocks[1].Bytes-- }, `"a.pgn" has 1000 bytes, its blocks 999`},
		"block of no file":            {func(w *world) { w.blocks = append(w.blocks, rows.Block{Source: "b.pgn", FirstGame: 1}) }, "are of no file in sampled/"},
		"sample counts":               {func(w *world) { w.counts["sample"].Kept = 4 }, "3 games, but 4 were kept by sample"},
		"ingest saw":                  {func(w *world) { w.counts["ingest"].Seen = 2 }, "but 2 were seen by ingest"},
		"ingest kept":                 {func(w *world) { w.counts["ingest"].Kept = 5 }, "2 rows, but 5 were kept by ingest"},
		"game twice":                  {func(w *world) { w.games[1].GameID = 0 }, "repeat a game_id"},
		"duplicate of nothing":        {func(w *world) { w.games[1].DuplicateOf = table.Some(int64(77)) }, "game 1024 is a duplicate of game 77"},
		"duplicates counted":          {func(w *world) { w.games[1].DuplicateOf = table.Opt[int64]{} }, "0 duplicates, but 1 were counted"},
		"ply_count":                   {func(w *world) { w.games[0].PlyCount = 4 }, "6 half-moves in ply_count, but 5 rows are in plies"},
		"ply missing":                 {func(w *world) { w.plies = slices.Delete(w.plies, 1, 2) }, "ply 3 where 2 is due"},
		"last ply missing":            {func(w *world) { w.plies = w.plies[:4] }, "game 1024: 1 half-moves of 2"},
		"plies out of order":          {func(w *world) { w.plies[0], w.plies[1] = w.plies[1], w.plies[0] }, "are missing, repeated or out of order"},
		"ply of no game":              {func(w *world) { w.plies[4].GameID = 9 }, "table plies: 1 rows are of no game in games; the first: game 9 ply 2"},
		"evaluation of no game":       {func(w *world) { w.evals[0].GameID = 9 }, "table evaluations: 1 rows are of no game"},
		"evaluation beyond":           {func(w *world) { w.evals[2].Ply = 4 }, "game 0 has 3 half-moves, ply is 4"},
		"evaluation key":              {func(w *world) { w.evals[0].Key, w.evals[1].Key = 99, 99 }, "another key than the evaluation"},
		"evaluation key at the end":   {func(w *world) { w.evals[2].Key = 99 }, "another key than the evaluation"},
		"two keys of one position":    {func(w *world) { w.evals[1].Key = 99 }, "another key than another row"},
		"complexity key":              {func(w *world) { w.complexity[0].Key = 99 }, "the first: game 1024 ply 1"},
		"grade before the first":      {func(w *world) { w.grades[0].Ply = 0 }, "table grades: 1 rows are beyond"},
		"accuracy of no game":         {func(w *world) { w.accuracy[0].GameID = 9 }, "table game_accuracy: 1 rows are of no game"},
		"move signal of no game":      {func(w *world) { w.moves[0].GameID = 9 }, "table move_signals: 1 rows are of no game"},
		"signal of nobody":            {func(w *world) { w.signals[0].Player = "Cedar" }, `are of a player of no game; the first: "Cedar"`},
		"move of no position":         {func(w *world) { w.replies[2].FEN = "c" }, "table position_moves: 1 rows are of no position"},
		"move of no key":              {func(w *world) { w.replies[3].Key = 9 }, "are of no position in positions"},
		"move before all positions":   {func(w *world) { w.replies[0].Key = -9 }, "are of no position in positions"},
		"more moves than visits":      {func(w *world) { w.replies[2].Black = 3 }, "have more games than reached"},
		"position twice":              {func(w *world) { w.positions[2].FEN = "a"; w.replies[3].FEN = "a" }, "repeat a position"},
		"visits":                      {func(w *world) { w.positions[0].White++ }, "7 visits, but 6 were counted by positions"},
		"positions counted":           {func(w *world) { w.counts["positions"].Extra["positions"] = 4 }, "3 rows, but 4 were counted"},
		"reject missing":              {func(w *world) { w.rejects = w.rejects[1:] }, "table rejects: has map[] rejected by ingest, the manifest counts map[no_moves:1]"},
		"warning of another reason":   {func(w *world) { w.rejects[1].Reason = "null_move" }, "map[null_move:1] kept with a fault"},
		"rows of the manifest":        {func(w *world) { w.rowsPlus = 1 }, "has 2 rows, the manifest says 3"},
		"part of another run":         {func(w *world) { w.footer["grade"] = "other" }, "is from another run: its footer names grade other, the manifest grade f"},
		"positions saw other games":   {func(w *world) { w.counts["positions"].Seen = 1 }, "but 1 were seen by positions"},
		"plies counted while reading": {func(w *world) { w.counts["ingest"].Extra["plies"] = 6 }, "5 rows, but 6 were counted by ingest"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			c.harm(w)
			problems, err := Tables(w.manifest(t, t.TempDir()))
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, p := range problems {
				texts = append(texts, p.Error())
			}
			if all := strings.Join(texts, "\n"); !strings.Contains(all, c.want) {
				t.Errorf("%q is not among\n%s", c.want, all)
			}
		})
	}
}
