package simulate

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/engine/uci"
	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// leagueOf is a synthetic stage with one league.
func leagueOf(l League) *Stage {
	s := New()
	s.Source, s.MaxPlies = sourceSynthetic, 80
	if l.Name == "" {
		l.Name = "test"
	}
	if l.Model == "" {
		l.Model = modelPowers
	}
	l.Rating = max(l.Rating, 1800)
	s.Leagues = []League{l}
	return s
}

func execute(t *testing.T, s *Stage, seed uint64) (pgn string, labels []rows.Label, res run.Result) {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	job := &stage.Job{Stage: s.Name(), Dir: t.TempDir(), Base: t.TempDir(), Seed: seed, Workers: 2, Fingerprint: "f",
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: stagetest.Quiet{}}
	res, err := run.Step(context.Background(), s, job)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range res.Files[rows.Simulated] {
		text, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		pgn += string(text)
	}
	for l, err := range table.Read[rows.Label](res.Files[rows.Labels]) {
		if err != nil {
			t.Fatal(err)
		}
		labels = append(labels, *l)
	}
	return pgn, labels, res
}

func TestGamesAreLegalAndLabelledMoveByMove(t *testing.T) {
	pgn, labels, res := execute(t, leagueOf(League{Players: 6, Rounds: 7, Helped: []Help{{Players: 2, Kind: "any", Share: .4}}}), 1)
	games := strings.Split(strings.TrimSpace(pgn), "[Event ")[1:]
	if len(games) != 21 || res.Counts.Kept != 21 || res.Counts.Unit != "games" {
		t.Fatalf("%d games, counts %+v", len(games), res.Counts)
	}
	at := 0
	for n, text := range games {
		_, movetext, _ := strings.Cut(text, "\n\n")
		words := strings.Fields(movetext)
		pos, ply := board.Start(), 0
		for _, word := range words[:len(words)-1] {
			if strings.HasSuffix(word, ".") {
				continue
			}
			m, err := pos.ParseSAN([]byte(word))
			if err != nil {
				t.Fatalf("game %d: %s: %v", n, word, err)
			}
			ply++
			l := labels[at]
			if l.Ply != int32(ply) || l.Played != pos.UCI(m, false) || l.GameNumber != int64(n%gamesPerShard+1) {
				t.Fatalf("game %d ply %d %s: label %+v", n, ply, word, l)
			}
			if side := pos.Turn().String(); !strings.Contains(text, fmt.Sprintf("[%s %q]", strings.ToUpper(side[:1])+side[1:], l.Player)) {
				t.Fatalf("game %d: %s is not %s", n, l.Player, side)
			}
			if l.Helped && (l.Played != l.Best || l.Assistance != "any" || ply < 17) {
				t.Errorf("helped move %+v", l)
			}
			pos.Play(m)
			at++
		}
		if result := words[len(words)-1]; !strings.Contains(text, fmt.Sprintf("[Result %q]", result)) {
			t.Errorf("game %d: result %s is not that of the tag", n, result)
		}
	}
	if at != len(labels) {
		t.Errorf("%d labels for %d moves", len(labels), at)
	}
	for _, line := range strings.Split(pgn, "\n") {
		if len(line) > 79 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
}

// shares returns the share of helped moves among those that could be, by kind of player.
func shares(labels []rows.Label) map[string]float64 {
	helped, all := map[string]float64{}, map[string]float64{}
	for _, l := range labels {
		if l.Ply < 17 {
			continue
		}
		all[l.Assistance]++
		if l.Helped {
			helped[l.Assistance]++
		}
	}
	out := map[string]float64{}
	for kind, n := range all {
		out[kind] = helped[kind] / n
	}
	return out
}

func TestEveryKindOfHelpTakesItsShare(t *testing.T) {
	for kind, want := range map[string]struct{ share, tol float64 }{
		"any": {.3, .04}, "near": {.3, .04}, "critical": {.3, .08}, "games": {.3, .2}, "few": {2. / 32, .02},
	} {
		help := Help{Players: 4, Kind: kind, Share: .3, PerGame: 2}
		if kind == "near" {
			help.MarginCp = 15
		}
		_, labels, _ := execute(t, leagueOf(League{Players: 8, Rounds: 12, Helped: []Help{help}}), 3)
		got := shares(labels)
		if math.Abs(got[kind]-want.share) > want.tol || got["none"] != 0 {
			t.Errorf("%s: %v, want %.2f", kind, got, want.share)
		}
	}
}

func TestHonestMovesFollowTheirModel(t *testing.T) {
	_, labels, _ := execute(t, leagueOf(League{Rating: 2200, Players: 8, Rounds: 14}), 4)
	rare := 0.0
	for _, l := range labels {
		chance := float64(l.Chance.Or(-1))
		if l.Helped || chance <= 0 || chance > 1 {
			t.Fatalf("label %+v", l)
		}
		if chance < .05 {
			rare++
		}
	}
	// Moves with a chance below p are played with at most the share p times their number; around thirty are legal.
	if share := rare / float64(len(labels)); share > .4 {
		t.Errorf("%.0f %% of the moves were unlikely ones", 100*share)
	}
	mean := func(elo int) (loss float64) {
		_, labels, _ := execute(t, leagueOf(League{Rating: elo, Players: 4, Rounds: 9}), 4)
		for _, l := range labels {
			loss += float64(l.Loss) / float64(len(labels))
		}
		return loss
	}
	if weak, strong := mean(1800), mean(2700); strong >= weak {
		t.Errorf("players of 2700 lose %.3f a move, of 1800 %.3f", strong, weak)
	}
}

func TestTopLinesNeverLoseMoreThanTheirMargin(t *testing.T) {
	_, labels, _ := execute(t, leagueOf(League{Players: 4, Rounds: 6, Model: modelTopLines, Lines: 4, MarginCp: 90}), 5)
	other := 0
	for _, l := range labels {
		if float64(l.Loss) > metrics.ScaledLoss(45, -45)+1e-6 { // 90 centipawns weigh most around equality
			t.Errorf("loss %g", l.Loss)
		}
		if _, ok := l.Chance.Get(); ok || l.Model != modelTopLines {
			t.Errorf("label %+v", l)
		}
		if l.Played != l.Best {
			other++
		}
	}
	if other == 0 {
		t.Error("the level never varies")
	}
}

func TestSecondEngineIsNotTheFirst(t *testing.T) {
	_, labels, _ := execute(t, leagueOf(League{Players: 4, Rounds: 9, Helped: []Help{{Players: 2, Kind: "any", Share: 1, SecondEngine: true}}}), 6)
	same, n := 0.0, 0.0
	for _, l := range labels {
		if l.Helped {
			n++
			if l.Played == l.Best {
				same++
			}
		}
	}
	if n == 0 || same/n < .3 || same/n > .95 {
		t.Errorf("the second engine agrees in %.0f of %.0f moves", same, n)
	}
}

func TestSeedDecidesEverything(t *testing.T) {
	l := League{Players: 4, Rounds: 3, Helped: []Help{{Players: 1, Kind: "critical", Share: .2}}}
	a, _, _ := execute(t, leagueOf(l), 7)
	b, _, _ := execute(t, leagueOf(l), 7)
	c, _, _ := execute(t, leagueOf(l), 8)
	if a != b || a == c {
		t.Error("the same seed gives other games, or another seed the same ones")
	}
}

func TestRoundRobinMeetsEverybodyOnceACycle(t *testing.T) {
	for _, players := range []int{2, 4, 6, 10} {
		met, white := map[[2]int]int{}, map[int]int{}
		for _, p := range pairings(players, 2*(players-1)) {
			if p.white == p.black {
				t.Fatalf("%d plays itself", p.white)
			}
			met[[2]int{min(p.white, p.black), max(p.white, p.black)}]++
			white[p.white]++
		}
		for i := range players {
			for j := range i {
				if met[[2]int{j, i}] != 2 {
					t.Errorf("%d players: %d and %d met %d times", players, j, i, met[[2]int{j, i}])
				}
			}
			if white[i] != players-1 {
				t.Errorf("%d players: %d had White %d times in %d games", players, i, white[i], 2*(players-1))
			}
		}
	}
}

// A flaky thinker fails once in each game, after some moves.
type flaky struct {
	synthetic
	failed bool
}

func (f *flaky) game(_ context.Context, work func() error) error {
	f.failed = false
	if err := work(); err == nil {
		return fmt.Errorf("the game never asked")
	}
	return work()
}

func (f *flaky) spread(ctx context.Context, start board.Position, moves []board.Move) ([]uci.Line, error) {
	if len(moves) == 30 && !f.failed {
		f.failed = true
		return nil, fmt.Errorf("gone")
	}
	return f.synthetic.spread(ctx, start, moves)
}

func TestGameAfterAnEngineFailureIsTheSameGame(t *testing.T) {
	s := leagueOf(League{Players: 2, Rounds: 1})
	r, err := s.rosters(context.Background(), 1, func() (thinker, error) { return synthetic{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	p := r[0].players
	want, err := s.play(context.Background(), synthetic{}, rng(1, "x", 0), &p[0], &p[1])
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.play(context.Background(), &flaky{}, rng(1, "x", 0), &p[0], &p[1])
	if err != nil || len(got.moves) != len(want.moves) || got.moves[len(got.moves)-1].uci != want.moves[len(want.moves)-1].uci {
		t.Errorf("%v: %d moves, want %d", err, len(got.moves), len(want.moves))
	}
}

func TestRealEngineGames(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games with a real engine")
	}
	if _, err := uci.System().Find("auto", nil, ""); err != nil {
		t.Skipf("no engine: %v", err)
	}
	s := leagueOf(League{Players: 2, Rounds: 2, Helped: []Help{{Players: 1, Kind: "any", Share: .5, SecondEngine: true}}})
	s.Source, s.MaxPlies, s.Engine.Depth, s.Engine.HelperDepth = sourceEngine, 40, 3, 4
	a, labels, res := execute(t, s, 9)
	b, _, _ := execute(t, s, 9)
	if a != b || len(labels) == 0 || res.Counts.Kept != 2 {
		t.Errorf("two runs differ, or no labels; counts %+v", res.Counts)
	}
}

func TestValidateNamesEveryBadField(t *testing.T) {
	if err := New().Validate(); err != nil {
		t.Fatal(err)
	}
	s := &Stage{Leagues: []League{{Name: "A b", Model: "x", Players: 3, Spread: -1, Helped: []Help{{Kind: "none", MarginCp: -1}, {Players: 9, Kind: "few"}}}, {Name: "A b", Model: "top_lines", MarginCp: -1}}}
	err := s.Validate()
	for _, field := range []string{"source", "max_plies", "help_from", "pilot_games", "engine.depth", "engine.helper_depth", "engine.multipv", "engine.hash_mb",
		"leagues[0].name", "leagues[0].rating", "leagues[0].spread", "leagues[0].players", "leagues[0].rounds", "leagues[0].model",
		"leagues[0].helped[0].players", "leagues[0].helped[0].kind", "leagues[0].helped[0].margin_cp", "leagues[0].helped[0].share",
		"leagues[0].helped[1].per_game", "leagues[0].helped", "leagues[1].name", "leagues[1].lines", "leagues[1].margin_cp"} {
		if err == nil || !strings.Contains(err.Error(), field+": ") {
			t.Errorf("%s is not named in %v", field, err)
		}
	}
}

func TestConformance(t *testing.T) {
	stagetest.Conform(t, stagetest.Case{
		New: func() stage.Stage {
			s := leagueOf(League{Players: 4, Rounds: 9, Helped: []Help{{Players: 1, Kind: "few", PerGame: 2}}})
			s.MaxPlies = 30
			return s
		},
	})
}
