package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/rows/dictionary"
	"plyquet/stages/stagetest"
)

// A world is a small run that is right: two games of three and two half-moves, the second one a duplicate of the first by
// decree and cut short; a simulated league of one game; a trial of one signal.
type world struct {
	blocks       []rows.Block
	games        []rows.Game
	plies        []rows.Ply
	evals        []rows.Evaluation
	complexity   []rows.ComplexityRow
	grades       []rows.Grade
	accuracy     []rows.PlayerAccuracy
	moves        []rows.MoveSignal
	signals      []rows.Signal
	correlations []rows.Correlation
	positions    []rows.Position
	replies      []rows.PositionMove
	rejects      []rows.Reject
	labels       []rows.Label
	validation   []rows.ValidationRow
	z            []rows.ValidationZRow
	simulated    string // PGN
	counts       map[string]*stage.Counts
	footer       map[string]string // stage whose parts name another fingerprint
	version      string            // of the tables, in every footer
	rowsPlus     int64             // added to the rows that the manifest gives the games
	archives     int64             // bytes of the one archive
}

const second = 600 // game_id of the second game

// twice repeats rows by another profile or definition.
func twice[T any](list []T, change func(*T)) []T {
	for _, row := range slices.Clone(list) {
		change(&row)
		list = append(list, row)
	}
	return list
}

func newWorld() *world {
	white, black := table.Some("Ash, Ann"), table.Some("Birch, Bob")
	cp, mate := table.Some[int32](7), table.Some[int32](2)
	w := &world{
		blocks: []rows.Block{{Source: "a.pgn", Bytes: 500, FirstGame: 1, Games: 1}, {Source: "a.pgn", Offset: 500, Bytes: 500, FirstGame: 2, Games: 2}},
		games: []rows.Game{
			{GameID: 0, Source: "a.pgn", GameNumber: 1, White: white, Black: black, PlyCount: 3, FinalKey: 13},
			{GameID: second, Source: "a.pgn", Offset: second, GameNumber: 2, White: black, Black: white, PlyCount: 2, FinalKey: 22,
				DuplicateOf: table.Some(int64(0)), Damage: table.Some("illegal_move")},
		},
		plies: []rows.Ply{{GameID: 0, Ply: 1, Key: 10, UCI: "e2e4"}, {GameID: 0, Ply: 2, Key: 11, UCI: "e7e5"}, {GameID: 0, Ply: 3, Key: 12, UCI: "g1f3"},
			{GameID: second, Ply: 1, Key: 20, UCI: "d2d4"}, {GameID: second, Ply: 2, Key: 21, UCI: "d7d5"}},
		evals: []rows.Evaluation{{Search: "complexity", GameID: second, Ply: 1, Key: 21, Depth: 1, Rank: 1, Cp: cp},
			{Search: "complexity", GameID: second, Ply: 1, Key: 21, Depth: 1, Rank: 2, Mate: mate},
			{Search: "complexity", GameID: second, Ply: 1, Key: 21, Depth: 2, Rank: 1, Cp: cp},
			{Search: "grade", GameID: 0, Ply: 0, Key: 10, Depth: 2, Rank: 1, Cp: cp}, {Search: "grade", GameID: 0, Ply: 0, Key: 10, Depth: 2, Rank: 2, Cp: cp},
			{Search: "grade", GameID: 0, Ply: 3, Key: 13, Rank: 1, Cp: cp}},
		complexity: twice([]rows.ComplexityRow{{GameID: second, Ply: 1, Key: 21, Weight: "elem", Definition: "elem/d2", Played: table.Some("d7d5")}},
			func(r *rows.ComplexityRow) { r.Weight, r.Definition = "gap", "gap/d2" }),
		grades: twice([]rows.Grade{{Profile: "cap", Ply: 1, UCI: "e2e4"}, {Profile: "cap", Ply: 2, UCI: "e7e5"}, {Profile: "cap", Ply: 3, UCI: "g1f3"}},
			func(r *rows.Grade) { r.Profile = "lichess" }),
		moves: []rows.MoveSignal{{GameID: 0, Ply: 1, Player: white, Played: "e2e4", Excluded: table.Some("opening")},
			{GameID: second, Ply: 2, Player: black, Played: "d7d5"}},
		signals:      []rows.Signal{{Player: "Birch, Bob", Signal: "acpl"}, {Player: "Birch, Bob", Signal: "match"}},
		correlations: []rows.Correlation{{X: "complexity gap/d2", Y: "played_loss", N: 1, Games: 1}, {X: "difficulty", Y: "played_loss", N: 1, Games: 1}},
		positions:    []rows.Position{{Key: -5, FEN: "x", White: 2}, {Key: 7, FEN: "a", White: 1, Black: 2}, {Key: 7, FEN: "b", Draws: 1}},
		replies: []rows.PositionMove{{Key: -5, FEN: "x", UCI: "e2e4", White: 1}, {Key: -5, FEN: "x", UCI: "d2d4", White: 1},
			{Key: 7, FEN: "a", UCI: "a2a3", Black: 2}, {Key: 7, FEN: "b", UCI: "a2a3", Draws: 1}},
		rejects: []rows.Reject{{Stage: "ingest", Source: table.Some("a.pgn"), Offset: table.Some[int64](900), Reason: "no_moves"},
			{Stage: "ingest", Source: table.Some("a.pgn"), Offset: table.Some[int64](second), Reason: "illegal_move", Kept: true}},
		simulated: "[White \"Cedar\"]\n[Black \"Dogwood\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n",
		labels: []rows.Label{{Source: "club-00000.pgn", GameNumber: 1, Ply: 1, Player: "Cedar", Played: "e2e4"},
			{Source: "club-00000.pgn", GameNumber: 1, Ply: 2, Player: "Dogwood", Played: "e7e5"}},
		validation: []rows.ValidationRow{{Signal: "acpl", Assistance: "any", Share: .5, Decisions: 30, Honest: 2, Assisted: 1}},
		z: []rows.ValidationZRow{{Signal: "acpl", Assistance: "none", Decisions: 30}, {Signal: "acpl", Assistance: "none", Decisions: 30, Player: 1},
			{Signal: "acpl", Assistance: "any", Share: .5, Decisions: 30}},
		counts: map[string]*stage.Counts{
			"fetch":  {Seen: 1, Kept: 1, Extra: map[string]int64{"bytes": 1000}},
			"sample": {Seen: 3, Kept: 3},
			"ingest": {Seen: 3, Kept: 2, Rejected: map[string]int64{"no_moves": 1}, Warned: map[string]int64{"illegal_move": 1},
				Extra: map[string]int64{"plies": 5, "duplicates": 1}},
			"positions":  {Seen: 3, Kept: 1, Filtered: map[string]int64{"duplicate": 2}, Extra: map[string]int64{"positions": 3, "visits": 6, "plies": 5}},
			"evaluate":   {Seen: 3, Kept: 3, Extra: map[string]int64{"complexity_lines": 3, "grade_lines": 2}},
			"grade":      {Seen: 2, Kept: 1, Filtered: map[string]int64{"no_evaluations": 1}, Extra: map[string]int64{"moves_graded": 3}},
			"complexity": {Seen: 1, Kept: 1},
			"signals":    {Seen: 2, Kept: 1, Filtered: map[string]int64{"opening": 1}, Extra: map[string]int64{"players": 1}},
			"simulate":   {Seen: 1, Kept: 1}, "validate": {},
		},
		footer: map[string]string{}, version: strconv.Itoa(rows.SchemaVersion), archives: 1000,
	}
	for _, g := range w.games {
		for _, profile := range []string{"cap", "lichess"} {
			w.accuracy = append(w.accuracy, rows.PlayerAccuracy{GameID: g.GameID, Profile: profile, Side: "white", Moves: g.PlyCount - 1},
				rows.PlayerAccuracy{GameID: g.GameID, Profile: profile, Side: "black", Moves: 1})
		}
	}
	return w
}

// manifest writes the tables and the account of them.
func (w *world) manifest(t *testing.T, dir shelf) *manifest.Manifest {
	t.Helper()
	m := &manifest.Manifest{Steps: map[string]*manifest.Step{}}
	for name, c := range w.counts {
		m.Steps[name] = &manifest.Step{Result: manifest.Result{Stage: name, Fingerprint: "f", Counts: *c, Files: map[stage.TableID][]stage.File{}}}
	}
	m.Steps["fetch"].Result.Files[rows.Archives] = []stage.File{{Name: "archives/a.pgn", Bytes: w.archives}}
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
	put(t, w, m, dir, "signals", rows.Correlations, w.correlations)
	put(t, w, m, dir, "simulate", rows.Labels, w.labels)
	put(t, w, m, dir, "validate", rows.Validation, w.validation)
	put(t, w, m, dir, "validate", rows.ValidationZ, w.z)
	m.Steps["ingest"].Result.Files[rows.Games][0].Rows += w.rowsPlus
	path := filepath.Join(t.TempDir(), "club-00000.pgn")
	if err := os.WriteFile(path, []byte(w.simulated), 0o644); err != nil {
		t.Fatal(err)
	}
	m.Steps["simulate"].Result.Files[rows.Simulated] = []stage.File{{Name: "simulated/club-00000.pgn", Path: path}}
	return m
}

// A shelf keeps written tables by their content: worlds differ in few of them.
type shelf struct {
	dir   string
	files map[string][]stage.File
}

func newShelf(t *testing.T) shelf { return shelf{t.TempDir(), map[string][]stage.File{}} }

func put[T any](t *testing.T, w *world, m *manifest.Manifest, on shelf, stageName string, id stage.TableID, list []T) {
	t.Helper()
	fingerprint := "f"
	if other, set := w.footer[stageName]; set {
		fingerprint = other
	}
	content := fmt.Sprint(stageName, id, fingerprint, w.version, list)
	if on.files[content] == nil {
		s := table.NewStaging(filepath.Join(on.dir, strconv.Itoa(len(on.files))), 0, table.Options{Scratch: true, Metadata: map[string]string{
			"stage": stageName, "fingerprint": fingerprint, "schema_version": w.version}})
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
		on.files[content] = files[id]
	}
	m.Steps[stageName].Result.Files[id] = slices.Clone(on.files[content])
}

func TestRightRunHasNoProblem(t *testing.T) {
	problems, err := Tables(newWorld().manifest(t, newShelf(t)))
	if err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
}

// TestRunThatMadeLittle: a run without most of its tables is as right as a whole one.
func TestRunThatMadeLittle(t *testing.T) {
	m := newWorld().manifest(t, newShelf(t))
	for _, name := range []string{"validate", "simulate", "signals", "complexity", "grade", "evaluate", "positions", "ingest", "sample", "fetch"} {
		delete(m.Steps, name)
		problems, err := Tables(m)
		if err != nil || len(problems) > 0 {
			t.Errorf("without %s: %v %v", name, problems, err)
		}
	}
}

// contradictions are harms to a world of tables that agree, each with what the audit says of it.
var contradictions = map[string]struct {
	harm func(w *world)
	want string // of the problems
}{
	"gap between blocks":        {func(w *world) { w.blocks[1].Offset++; w.blocks[1].Bytes-- }, "table blocks: 1 rows leave a gap"},
	"block number":              {func(w *world) { w.blocks[1].FirstGame = 3 }, "leave a gap or overlap"},
	"block missing at the end":  {func(w *world) { w.blocks[1].Bytes-- }, `"a.pgn" has 1000 bytes, its blocks 999`},
	"block of no file":          {func(w *world) { w.blocks = append(w.blocks, rows.Block{Source: "b.pgn", FirstGame: 1}) }, "are of no file in sampled/"},
	"sample counts":             {func(w *world) { w.counts["sample"].Kept = 4 }, "3 games, but 4 were kept by sample"},
	"ingest saw":                {func(w *world) { w.counts["ingest"].Seen = 2 }, "but 2 were seen by ingest"},
	"ingest kept":               {func(w *world) { w.counts["ingest"].Kept = 5 }, "2 rows, but 5 were kept by ingest"},
	"game twice":                {func(w *world) { w.games[1].GameID = 0 }, "repeat a game_id"},
	"duplicate of nothing":      {func(w *world) { w.games[1].DuplicateOf = table.Some(int64(77)) }, "game 600 is a duplicate of game 77"},
	"duplicates counted":        {func(w *world) { w.games[1].DuplicateOf = table.Opt[int64]{} }, "0 duplicates, but 1 were counted"},
	"ply_count":                 {func(w *world) { w.games[0].PlyCount = 4 }, "6 half-moves in ply_count, but 5 rows are in plies"},
	"ply missing":               {func(w *world) { w.plies = slices.Delete(w.plies, 1, 2) }, "ply 3 where 2 is due"},
	"last ply missing":          {func(w *world) { w.plies = w.plies[:4] }, "game 600: 1 half-moves of 2"},
	"plies out of order":        {func(w *world) { w.plies[0], w.plies[1] = w.plies[1], w.plies[0] }, "are missing, repeated or out of order"},
	"ply of no game":            {func(w *world) { w.plies[4].GameID = 9 }, "table plies: 1 rows are of no game in games; the first: game 9 ply 2"},
	"evaluation of no game":     {func(w *world) { w.evals[5].GameID = 9 }, "table evaluations: 1 rows are of no game"},
	"evaluation beyond":         {func(w *world) { w.evals[5].Ply = 4 }, "game 0 has 3 half-moves, ply is 4"},
	"evaluation key":            {func(w *world) { w.evals[3].Key, w.evals[4].Key = 99, 99 }, "another key than the evaluation"},
	"evaluation key at the end": {func(w *world) { w.evals[5].Key = 99 }, "another key than the evaluation"},
	"two keys of one position":  {func(w *world) { w.evals[4].Key = 99 }, "another key than another row"},
	"complexity key":            {func(w *world) { w.complexity[0].Key, w.complexity[1].Key = 99, 99; w.evals = w.evals[3:] }, "the first: game 600 ply 1"},
	"grade before the first":    {func(w *world) { w.grades[0].Ply = 0 }, "table grades: 1 rows are beyond"},
	"accuracy of no game":       {func(w *world) { w.accuracy[0].GameID = 9 }, "table game_accuracy: 1 rows are of no game"},
	"move signal of no game":    {func(w *world) { w.moves[0].GameID = 9 }, "table move_signals: 1 rows are of no game"},
	"signal of nobody":          {func(w *world) { w.signals[0].Player = "Cedar" }, `are of a player of no game; the first: "Cedar"`},
	"move of no position":       {func(w *world) { w.replies[2].FEN = "c" }, "table position_moves: 1 rows are of no position"},
	"move of no key":            {func(w *world) { w.replies[3].Key = 9 }, "are of no position in positions"},
	"move before all positions": {func(w *world) { w.replies[0].Key = -9 }, "are of no position in positions"},
	"more moves than visits":    {func(w *world) { w.replies[2].Black = 3 }, "have more games than reached"},
	"position twice":            {func(w *world) { w.positions[2].FEN = "a"; w.replies[3].FEN = "a" }, "repeat a position"},
	"visits":                    {func(w *world) { w.positions[0].White++ }, "7 visits, but 6 were counted by positions"},
	"positions counted":         {func(w *world) { w.counts["positions"].Extra["positions"] = 4 }, "3 rows, but 4 were counted"},
	"reject missing":            {func(w *world) { w.rejects = w.rejects[1:] }, "table rejects: has map[] rejected by ingest, the manifest counts map[no_moves:1]"},
	"warning of another reason": {func(w *world) { w.rejects[1].Reason = "null_move" }, "map[null_move:1] kept with a fault"},
	"rows of the manifest":      {func(w *world) { w.rowsPlus = 1 }, "has 2 rows, the manifest says 3"},
	"part of another run":       {func(w *world) { w.footer["grade"] = "other" }, "is from another run: its footer names grade other, the manifest grade f"},
	"positions saw other games": {func(w *world) { w.counts["positions"].Seen = 1 }, "but 1 were seen by positions"},
	"archive missing":           {func(w *world) { w.counts["fetch"].Kept = 2 }, "table archives: 1 files, but 2 were kept by fetch"},
	"archive bytes":             {func(w *world) { w.archives = 999 }, "999 bytes, but 1000 were counted by fetch"},
	"source_no":                 {func(w *world) { w.blocks[1].SourceNo = 1 }, "have the source_no of another source"},
	"game of another block":     {func(w *world) { w.games[1].GameNumber = 1 }, `game 600, number 1 of "a.pgn" at byte 600`},
	"game of another source":    {func(w *world) { w.games[0].Source = "b.pgn" }, "are not in the block of their game_id"},
	"game beyond all blocks":    {func(w *world) { w.games[1].GameID, w.games[1].Offset = 1000, 1000 }, "are not in the block of their game_id"},
	"damage":                    {func(w *world) { w.games[0].Damage = table.Some("illegal_move") }, "2 games with damage, but 1 were kept with a fault"},
	"rejected game in games":    {func(w *world) { w.rejects[0].Offset = table.Some[int64](0) }, "are of a rejected game that is in games; the first: game 0"},
	"kept game not in games":    {func(w *world) { w.rejects[1].Offset = table.Some[int64](1) }, `are of a kept game that is not in games; the first: "a.pgn" at byte 1`},
	"reject of another stage":   {func(w *world) { w.rejects[0].Stage = "sample" }, "name another stage; the first: sample in the rows of ingest"},
	"move of a game changed":    {func(w *world) { w.plies[1].UCI = "c7c5" }, "table grades: 2 rows are of another move than the game has; the first: game 0 ply 2"},
	"unknown search":            {func(w *world) { w.evals[5].Search = "x" }, "are of a search that does not exist"},
	"position searched twice":   {func(w *world) { w.evals = append(w.evals, w.evals[3]) }, "begin a position that is there already"},
	"rank missing":              {func(w *world) { w.evals[1].Rank = 3 }, "leave out a rank"},
	"depth going back":          {func(w *world) { w.evals[2].Depth = 0 }, "leave out a rank or are out of order"},
	"no score":                  {func(w *world) { w.evals[0].Cp = table.Opt[int32]{} }, "have both a score and a mate, or neither"},
	"two scores":                {func(w *world) { w.evals[1].Cp = w.evals[0].Cp }, "have both a score and a mate, or neither"},
	"evaluate kept":             {func(w *world) { w.counts["evaluate"].Kept = 2 }, "3 positions, but 2 were kept by evaluate"},
	"lines":                     {func(w *world) { w.evals = slices.Delete(w.evals, 4, 5) }, "4 lines, but 5 were counted by evaluate"},
	"complexity of no search":   {func(w *world) { w.complexity[0].Ply, w.complexity[1].Ply = 2, 2 }, "are of a position that evaluate has not searched"},
	"complexity twice":          {func(w *world) { w.complexity[1].Weight = "elem" }, "repeat a position and definition"},
	"complexity missing":        {func(w *world) { w.complexity = w.complexity[:0] }, "0 positions, but 1 were kept by complexity"},
	"one definition missing": {func(w *world) {
		w.evals = append(w.evals, rows.Evaluation{Search: "complexity", GameID: 0, Ply: 3, Key: 13, Depth: 1, Rank: 1, Cp: table.Some[int32](7)})
		w.complexity = append(w.complexity, rows.ComplexityRow{GameID: 0, Ply: 3, Key: 13, Weight: "gap", Definition: "gap/d2"})
		w.counts["complexity"].Kept = 2
	}, "3 rows, but 4 are the kept positions by each weight"},
	"complexity saw":              {func(w *world) { w.counts["complexity"].Seen = 2 }, "1 positions searched for it, but 2 were seen by complexity"},
	"complexity played":           {func(w *world) { w.complexity[1].Played = table.Some("a7a6") }, "have another move than complexity says was played"},
	"grade missing":               {func(w *world) { w.grades = slices.Delete(w.grades, 1, 2) }, "game 0, cap: ply 3 where 2 is due"},
	"last grade missing":          {func(w *world) { w.grades = w.grades[:5] }, "game 0, lichess: 2 moves of 3"},
	"grade of another move":       {func(w *world) { w.grades[2].UCI = "b1c3" }, "table grades: 1 rows are of another move"},
	"grades out of order":         {func(w *world) { w.grades[0].GameID = second }, "stand behind a later game"},
	"games graded":                {func(w *world) { w.counts["grade"].Kept = 2 }, "1 games, but 2 were kept by grade"},
	"moves_graded":                {func(w *world) { w.counts["grade"].Extra["moves_graded"] = 2 }, "6 rows, but 4 are the moves that grade has counted"},
	"side missing":                {func(w *world) { w.accuracy = w.accuracy[1:] }, "have no other side beside them; the first: game 0, cap"},
	"last side missing":           {func(w *world) { w.accuracy = w.accuracy[:7] }, "7 rows, but 8 are two sides"},
	"accuracy of other moves":     {func(w *world) { w.accuracy[0].Moves = 5 }, "game 0, cap: 5 and 1 of 3"},
	"profile twice":               {func(w *world) { w.accuracy[2].Profile, w.accuracy[3].Profile = "cap", "cap" }, "repeat a game and profile"},
	"game without accuracy":       {func(w *world) { w.accuracy = w.accuracy[:4] }, "4 rows, but 8 are two sides of every game by every profile"},
	"grade saw":                   {func(w *world) { w.counts["grade"].Seen = 3 }, "2 rows, but 3 were seen by grade"},
	"decision of no search":       {func(w *world) { w.moves[0].Ply = 2 }, "table move_signals: 1 rows are of a position that evaluate has not searched"},
	"decision of another move":    {func(w *world) { w.moves[1].Played = "a7a6" }, "table move_signals: 1 rows are of another move"},
	"decision twice":              {func(w *world) { w.moves = append(w.moves, w.moves[1]) }, "repeat a half-move"},
	"decisions out of order":      {func(w *world) { w.moves[0], w.moves[1] = w.moves[1], w.moves[0] }, "stand behind a later game"},
	"decisions kept":              {func(w *world) { w.moves[0].Excluded = table.Opt[string]{} }, "2 decisions, but 1 were kept by signals"},
	"decisions excluded":          {func(w *world) { w.moves[0].Excluded = table.Some("repetition") }, "excludes map[repetition:1], the manifest counts map[opening:1]"},
	"player without signals":      {func(w *world) { w.moves[1].Player = table.Some("Ash, Ann") }, `1 players have no signals; the first: "Ash, Ann"`},
	"player without decisions":    {func(w *world) { w.signals[0].Player = "Ash, Ann" }, `have no decision in move_signals; the first: "Ash, Ann"`},
	"signal twice":                {func(w *world) { w.signals[1].Signal = "acpl" }, `repeat a player and signal; the first: "Birch, Bob", acpl`},
	"players counted":             {func(w *world) { w.counts["signals"].Extra["players"] = 2 }, "1 players, but 2 were counted by signals"},
	"correlation of nothing":      {func(w *world) { w.correlations[0].X = "complexity plain/d2" }, "are of a measure that complexity does not have"},
	"correlation twice":           {func(w *world) { w.correlations[0].X = "difficulty" }, "repeat a pair"},
	"correlation of too many":     {func(w *world) { w.correlations[0].N = 2 }, "have more decisions than there are"},
	"moves of positions":          {func(w *world) { w.replies = w.replies[1:] }, "table position_moves: 4 moves played, but 5 were counted by positions"},
	"label missing":               {func(w *world) { w.labels = w.labels[1:] }, "table labels: 1 half-moves of simulated games have no row"},
	"label of no game":            {func(w *world) { w.labels[1].GameNumber = 2 }, "are of no simulated half-move"},
	"label of no file":            {func(w *world) { w.labels[0].Source = "x.pgn" }, "are of no simulated half-move"},
	"label of another player":     {func(w *world) { w.labels[1].Player = "Cedar" }, "have another player or move than the simulated game"},
	"label of another move":       {func(w *world) { w.labels[1].Played = "c7c5" }, "have another player or move than the simulated game"},
	"simulated game cut":          {func(w *world) { w.simulated = "" }, "table simulated: 0 games, but 1 were kept by simulate"},
	"trial player missing":        {func(w *world) { w.z = w.z[1:] }, "acpl, none 0.00 of 30 decisions: player 1 where 0 is due"},
	"trial of other players":      {func(w *world) { w.validation[0].Honest = 1 }, "1 honest and 1 assisted players, validation_z has 2 and 1"},
	"trial twice":                 {func(w *world) { w.validation = append(w.validation, w.validation[0]) }, "repeat a trial"},
	"trial without summary":       {func(w *world) { w.validation = w.validation[:0] }, "1 trials have no row in validation; the first: acpl, any 0.50"},
	"tables of another version":   {func(w *world) { w.version = "0" }, `names version "0" of the tables, this one reads 1`},
	"plies counted while reading": {func(w *world) { w.counts["ingest"].Extra["plies"] = 6 }, "5 rows, but 6 were counted by ingest"},
}

// TestEveryContradictionIsNamed breaks the world in one place at a time.
func TestEveryContradictionIsNamed(t *testing.T) {
	stagetest.Sequential(t)
	tables := newShelf(t)
	for name, c := range contradictions {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			c.harm(w)
			problems, err := Tables(w.manifest(t, tables))
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

// TestRareAndRepeatedPositionsAreNoContradiction: a table without rare positions has fewer visits than were counted, and one that
// counts a position once a game has fewer moves.
func TestRareAndRepeatedPositionsAreNoContradiction(t *testing.T) {
	tables := newShelf(t)
	for name, change := range map[string]func(w *world){
		"rare": func(w *world) {
			w.counts["positions"].Extra["rare_positions"], w.counts["positions"].Extra["visits"] = 1, 7
		},
		"once":     func(w *world) { w.counts["positions"].Extra["plies"] = 9 },
		"no moves": func(w *world) { w.replies = nil },
	} {
		w := newWorld()
		change(w)
		if problems, err := Tables(w.manifest(t, tables)); err != nil || len(problems) > 0 {
			t.Errorf("%s: %v %v", name, problems, err)
		}
	}
}

// TestOtherColumnsAreNamed: a file whose columns are not those of its table, for every table there is.
func TestOtherColumnsAreNamed(t *testing.T) {
	docs, err := dictionary.Tables()
	if err != nil || len(docs) < 15 {
		t.Fatalf("%d tables, %v", len(docs), err)
	}
	m := newWorld().manifest(t, newShelf(t))
	for _, doc := range docs {
		files := m.Steps["ingest"].Result.Files
		was := files[doc.ID]
		files[doc.ID] = m.Steps["sample"].Result.Files[rows.Blocks]
		if doc.ID == rows.Blocks {
			files[doc.ID] = files[rows.Games]
		}
		problems, err := Tables(m)
		files[doc.ID] = was
		if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Text, "has a column") || problems[0].Stage != "table "+string(doc.ID) {
			t.Errorf("%s: %v %v", doc.ID, problems, err)
		}
	}
	for got, want := range map[*[]table.Column]string{
		{}:                           "has no column a",
		{{Name: "a", Type: "int64"}}: "",
		{{Name: "a", Type: "int32"}}: "has a column a int32, where its table has a int64",
		{{Name: "a", Type: "int64"}, {Name: "b"}}:    "has a column b, which is none of its table",
		{{Name: "a", Type: "int64", Nullable: true}}: "has a column a int64 with nulls, where its table has a int64",
	} {
		if fault := difference(*got, []table.Column{{Name: "a", Type: "int64"}}); fault != want {
			t.Errorf("%v: %q, want %q", *got, fault, want)
		}
	}
}
