package evaluate_test

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/engine/uci/ucitest"
	"plyquet/pipeline/stage"
	"plyquet/stages/evaluate"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	command := ucitest.Command(t)
	stagetest.Conform(t, stagetest.Case{
		New: func() stage.Stage { return evaluate.New() },
		Set: []string{
			"engine.path=" + command[0], "engine.args=[" + strings.Join(command[1:], ", ") + "]",
			"grade.depth=14", "grade.games=2", "complexity.positions=2", "complexity.depth=12", "complexity.from_move=2", "complexity.max_eval_cp=200",
		},
		Inputs: func(t testing.TB, dir string) map[stage.TableID][]stage.File { return write(t, dir, games()[:6], 2) },
	})
}

func TestSameBytesForAnyNumberOfEnginesAndAnyCache(t *testing.T) {
	t.Parallel()
	for _, hash := range []evaluate.HashUse{evaluate.WarmBackward, evaluate.ClearedHash} {
		t.Run(string(hash), func(t *testing.T) {
			set := func() *evaluate.Stage {
				s := fish(t)
				s.Grade.Hash = hash
				return s
			}
			cache := t.TempDir()
			want := must(t, set(), games(), 0, "").parts(t)
			if len(want) < 6 {
				t.Fatalf("%d parts are too few to show anything", len(want))
			}
			for _, workers := range []int{1, 2, 8} {
				if got := must(t, set(), games(), workers, "").parts(t); !maps.Equal(got, want) {
					t.Errorf("%d engines: other bytes", workers)
				}
			}
			for _, state := range []string{"cold", "warm"} {
				b := must(t, set(), games(), 2, cache)
				if !maps.Equal(b.parts(t), want) {
					t.Errorf("%s cache: other bytes", state)
				}
				if state == "warm" && !strings.Contains(b.log.String(), "searches=0 ") {
					t.Errorf("the warm cache was not used:\n%s", &b.log)
				}
			}
		})
	}
}

func TestDeeperComplexityServesAShallowerOneFromTheCache(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	set := func(depth int) *evaluate.Stage {
		s := fish(t)
		s.Grade.Games, s.Complexity.From, s.Complexity.Depth = 0, evaluate.All, depth
		return s
	}
	must(t, set(10), games(), 1, cache)
	b := must(t, set(7), games(), 1, cache)
	if !maps.Equal(b.parts(t), must(t, set(7), games(), 1, "").parts(t)) {
		t.Error("other bytes from the deeper search")
	}
	if !strings.Contains(b.log.String(), "searches=0 ") {
		t.Errorf("searched again:\n%s", &b.log)
	}
}

// Engines that die, stop answering and print junk leave no trace in the table.
func TestChaosLeavesTheSameBytes(t *testing.T) {
	t.Parallel()
	want := must(t, fish(t), games(), 2, "").parts(t)
	for _, trait := range []string{"die=7", "garbage=5", "endless=9"} {
		b := must(t, fish(t, trait, "once="+filepath.Join(t.TempDir(), "happened")), games(), 2, "")
		if !maps.Equal(b.parts(t), want) {
			t.Errorf("%s: other bytes", trait)
		}
		if !strings.Contains(b.log.String(), "restarts=") || strings.Contains(b.log.String(), "restarts=0") {
			t.Errorf("%s: restarts are not counted:\n%s", trait, &b.log)
		}
	}
}

func TestPositionTheEngineDiesOfIsARejectAndTheRestGoesOn(t *testing.T) {
	t.Parallel()
	s := fish(t, "poison=rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b")
	s.Complexity.Positions = 0
	b := must(t, s, games(), 2, "")
	c := b.result.Counts
	if c.Rejected["engine_crashed"] != 1 || c.Seen != c.Kept+1 {
		t.Errorf("%+v", c)
	}
	of := plies(b.rows(t), rows.SearchGrade, 2000)
	if want := []int32{0, 1, 2, 4}; !reflect.DeepEqual(of, want) {
		t.Errorf("plies %v, want %v", of, want)
	}
}

func TestEngineThatNeverAnswersEndsTheRun(t *testing.T) {
	t.Parallel()
	s := fish(t, "die=2") // outlives the trial search
	s.Complexity.Positions = 0
	var list []pgnGame
	for i := range 8 {
		list = append(list, pgnGame{white: "Ada", black: "Bo", result: "1-0", moves: wander(uint64(i), 12)})
	}
	if _, err := execute(t, s, list, 1, ""); err == nil || !strings.Contains(err.Error(), "failed at all of its first") {
		t.Errorf("got %v", err)
	}
}

// plies are the plies of a game that have rows, in order.
func plies(list []rows.Evaluation, search string, game int64) (out []int32) {
	for _, r := range list {
		if r.Search == search && r.GameID == game && (len(out) == 0 || out[len(out)-1] != r.Ply) {
			out = append(out, r.Ply)
		}
	}
	return out
}

func TestTerminalPositionsAreScoredByTheRules(t *testing.T) {
	t.Parallel()
	s := fish(t)
	s.Complexity.Positions = 0
	got := map[string]string{}
	for _, r := range must(t, s, games(), 1, "").rows(t) {
		if reason, ok := r.Terminal.Get(); ok {
			mate, isMate := r.Mate.Get()
			_, hasMove := r.Move.Get()
			got[fmt.Sprint(r.GameID, " ", r.Ply)] = fmt.Sprint(reason, " ", r.Cp.Or(-1), " ", mate, " ", isMate, " ", hasMove, " ", r.Depth)
		}
	}
	want := map[string]string{
		"2000 4": "white_mated -1 0 true false 0",
		"3000 8": "repetition 0 0 false false 0", // a draw; the same moves in a game that was won are no end
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestScoresAreWhites(t *testing.T) {
	t.Parallel()
	s := fish(t)
	s.Complexity.Positions = 0
	list := must(t, s, games(), 1, "").rows(t)
	falling, rising := 0, 0
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], list[i]
		if a.GameID != b.GameID || a.Ply != b.Ply || b.Rank != 2 {
			continue
		}
		blackToMove := a.Ply%2 == 1
		if a.GameID == 8000 {
			blackToMove = !blackToMove // it begins with Black to move
		}
		better := a.Cp.Or(0) - b.Cp.Or(0)
		if blackToMove {
			better = -better
			falling++
		} else {
			rising++
		}
		if better < 0 {
			t.Errorf("game %d ply %d: rank 1 is worse for the mover than rank 2", a.GameID, a.Ply)
		}
		if a.WDLWin.Or(0)-a.WDLLoss.Or(0) > 0 != (a.Cp.Or(0) > 0) && a.Cp.Or(0)/4 != 0 {
			t.Errorf("game %d ply %d: cp %d but WDL %d-%d", a.GameID, a.Ply, a.Cp.Or(0), a.WDLWin.Or(0), a.WDLLoss.Or(0))
		}
	}
	if falling == 0 || rising == 0 {
		t.Error("the test saw one side only")
	}
}

func TestChoiceDependsOnDataAndSeedAlone(t *testing.T) {
	t.Parallel()
	s := fish(t)
	s.Grade.Games, s.Complexity.Positions, s.Complexity.PerGame = 3, 6, 3
	list := must(t, s, games(), 1, "").rows(t)
	graded, complex := map[int64]bool{}, map[string]bool{}
	perGame := map[int64]int{}
	for _, r := range list {
		if r.Search == rows.SearchGrade {
			graded[r.GameID] = true
			continue
		}
		if at := fmt.Sprint(r.GameID, " ", r.Ply); !complex[at] {
			complex[at] = true
			perGame[r.GameID]++
		}
		if r.Ply < 2 || r.Legal < 2 {
			t.Errorf("game %d ply %d with %d moves does not qualify", r.GameID, r.Ply, r.Legal)
		}
	}
	if len(graded) != 3 || graded[5000] || graded[10000] {
		t.Errorf("graded %v", graded)
	}
	for id, n := range perGame {
		if !graded[id] || n > 3 {
			t.Errorf("game %d has %d positions", id, n)
		}
	}
	more := must(t, s, append(games(), pgnGame{white: "Eve", black: "Fay", result: "*", moves: wander(9, 9)}), 1, "").rows(t)
	kept := 0
	for id := range graded {
		if len(plies(more, rows.SearchGrade, id)) > 0 {
			kept++
		}
	}
	if kept < 2 {
		t.Errorf("one more game replaced %d of 3", 3-kept)
	}
}

func TestForecastCountsWhatRunEvaluates(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	job := &stage.Job{Dir: dir, Base: dir, Seed: 42, Workers: 2, Inputs: write(t, dir, games(), 2), Log: slog.New(slog.DiscardHandler)}
	got, err := fish(t).Forecast(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	seen := must(t, fish(t), games(), 2, "").result.Counts.Seen
	if want := fmt.Sprintf("%d positions, about ", seen); !strings.HasPrefix(got, want) || !strings.Contains(got, " on 2 engines") {
		t.Errorf("%q, want %q", got, want)
	}
	for i := range job.Inputs[rows.Plies] {
		job.Inputs[rows.Plies][i].Rows = 1e9
	}
	if text, err := fish(t).Forecast(t.Context(), job); err == nil {
		t.Errorf("a billion half-moves are read for a plan: %s", text)
	}
}

func TestPlayersNarrowTheChoice(t *testing.T) {
	t.Parallel()
	s := fish(t)
	s.Players = []string{"Dee"}
	s.Grade.Games = 100
	for _, r := range must(t, s, games(), 1, "").rows(t) {
		if r.GameID < 6000 || r.GameID > 9000 {
			t.Fatalf("game %d is not one of Dee's", r.GameID)
		}
	}
}

func TestSharedPositionsAreSearchedOnce(t *testing.T) {
	t.Parallel()
	s := fish(t)
	s.Grade.Hash, s.Complexity.Positions = evaluate.ClearedHash, 0
	b := must(t, s, games(), 1, "")
	spots := map[string][]rows.Evaluation{}
	for _, r := range b.rows(t) {
		if _, over := r.Terminal.Get(); !over && r.GameID <= 6000 && r.Ply <= 3 && (r.GameID == 1000 || r.GameID == 6000) {
			at := fmt.Sprint(r.Ply, " ", r.Rank)
			r.GameID = 0
			spots[at] = append(spots[at], r)
		}
	}
	for at, pair := range spots {
		if len(pair) != 2 || !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("ply and rank %s: %+v", at, pair)
		}
	}
	distinct := map[string]bool{}
	for i, g := range games() {
		if g.duplicate || len(g.moves) == 0 {
			continue
		}
		pos := board.Start()
		if g.fen != "" {
			pos = position(t, g.fen)
		}
		for n := 0; ; n++ {
			// Within the shuffles every position has counters of its own, but the two games share them up to where one ends.
			if !(len(pos.Moves(nil)) == 0 || i == 2 && n == 8) {
				distinct[pos.FEN()] = true
			}
			if n == len(g.moves) {
				break
			}
			m, err := pos.ParseUCI(g.moves[n])
			if err != nil {
				t.Fatal(err)
			}
			pos.Play(m)
		}
	}
	if want := fmt.Sprintf("searches=%d ", len(distinct)); !strings.Contains(b.log.String(), want) {
		t.Errorf("want %s:\n%s", want, &b.log)
	}
}

func TestDecidedPositionsAreFilteredAndCounted(t *testing.T) {
	t.Parallel()
	s := fish(t)
	s.Complexity.MaxEvalCp = 400
	s.Grade.Games, s.Complexity.From = 0, evaluate.All
	c := must(t, s, games(), 2, "").result.Counts
	if c.Filtered["decided"] == 0 || c.Kept == 0 || c.Seen != c.Kept+c.Filtered["decided"] {
		t.Errorf("%+v", c)
	}
}

func TestNodeBudgetCutsTheChoice(t *testing.T) {
	t.Parallel()
	count := func(budget int64) int64 {
		s := fish(t)
		s.Grade.Games, s.Complexity.From, s.Complexity.Positions, s.Complexity.MaxNodes = 0, evaluate.All, 50, budget
		return must(t, s, games(), 1, "").result.Counts.Seen
	}
	all, some := count(0), count(2_000_000)
	if some == 0 || some >= all {
		t.Errorf("%d positions with a budget, %d without", some, all)
	}
}

func TestComplexityHoldsEveryDepth(t *testing.T) {
	t.Parallel()
	s := fish(t)
	s.Grade.Games, s.Complexity.From, s.Complexity.Depth = 0, evaluate.All, 8
	depths := map[string]map[int16]int{}
	legal := map[string]int{}
	for _, r := range must(t, s, games(), 1, "").rows(t) {
		at := fmt.Sprint(r.GameID, " ", r.Ply)
		if depths[at] == nil {
			depths[at] = map[int16]int{}
		}
		depths[at][r.Depth]++
		legal[at] = int(r.Legal)
	}
	for at, d := range depths {
		n := min(50, legal[at])
		if want := (map[int16]int{1: n, 2: n, 3: n, 4: n, 5: n, 6: n, 7: n, 8: n}); !maps.Equal(d, want) {
			t.Errorf("%s: %v, want %v", at, d, want)
		}
	}
}

func TestCommentsNeedNoEngine(t *testing.T) {
	t.Parallel()
	list := games()
	list[0].evals = map[int]int32{1: 30, 2: -20, 5: 900}
	s := evaluate.New()
	s.Source, s.Engine.Path = evaluate.FromComments, "/no/such/engine"
	b := must(t, s, list, 2, "")
	var got []string
	for _, r := range b.rows(t) {
		if r.Engine != "comments" || r.Depth != 0 || r.Rank != 1 {
			t.Errorf("%+v", r)
		}
		got = append(got, fmt.Sprint(r.GameID, " ", r.Ply, " ", r.Cp.Or(-1), " ", r.Terminal.Or("")))
	}
	want := []string{"1000 1 30 ", "1000 2 -20 ", "1000 5 900 ", "2000 4 -1 white_mated", "3000 8 0 repetition"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if c := b.result.Counts; c.Kept != 5 || c.Seen != c.Kept+c.Filtered["no_comment"] {
		t.Errorf("%+v", c)
	}
}

func TestEngineThatIsNotThereSaysHowToGetOne(t *testing.T) {
	t.Parallel()
	s := evaluate.New()
	s.Engine.Path = filepath.Join(t.TempDir(), "stockfish")
	if _, err := execute(t, s, games(), 1, ""); err == nil || !strings.Contains(err.Error(), "install") {
		t.Errorf("got %v", err)
	}
}

func TestBrokenCacheCostsAWarning(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	if err := os.WriteFile(filepath.Join(cache, "evaluations.sqlite"), []byte(strings.Repeat("junk ", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	b := must(t, fish(t), games(), 2, cache)
	if !strings.Contains(b.log.String(), "set aside") {
		t.Errorf("no warning:\n%s", &b.log)
	}
	unwritable := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(unwritable, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if b := must(t, fish(t), games(), 2, unwritable); !strings.Contains(b.log.String(), "without the evaluation cache") {
		t.Errorf("no warning:\n%s", &b.log)
	}
}
