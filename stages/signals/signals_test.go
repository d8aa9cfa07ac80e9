package signals

import (
	"context"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

func job(t testing.TB, inputs map[stage.TableID][]stage.File) *stage.Job {
	return &stage.Job{Stage: "signals", Dir: t.TempDir(), Base: t.TempDir(), Seed: 42, Workers: 2, Fingerprint: "f",
		Inputs: inputs, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Progress: stagetest.Quiet{}}
}

// outcome is what a run of the stage has written.
type outcome struct {
	counts  stage.Counts
	signals map[string]map[string]rows.Signal // player, signal
	moves   []rows.MoveSignal
}

func execute(t *testing.T, s *Stage, w *world) outcome {
	t.Helper()
	res, err := run.Step(context.Background(), s, job(t, w.commit(t, t.TempDir())))
	if err != nil {
		t.Fatal(err)
	}
	out := outcome{counts: res.Counts, signals: map[string]map[string]rows.Signal{}}
	for r, err := range table.Read[rows.Signal](res.Files[rows.Signals]) {
		if err != nil {
			t.Fatal(err)
		}
		if out.signals[r.Player] == nil {
			out.signals[r.Player] = map[string]rows.Signal{}
		}
		out.signals[r.Player][r.Signal] = *r
	}
	for r, err := range table.Read[rows.MoveSignal](res.Files[rows.MoveSignals]) {
		if err != nil {
			t.Fatal(err)
		}
		out.moves = append(out.moves, *r)
	}
	return out
}

func warned(r rows.Signal, code string) bool {
	for _, w := range strings.Split(r.Warnings.Or(""), "; ") {
		if w == code {
			return true
		}
	}
	return false
}

// allSound fails when a number of any row is not finite or an interval does not hold its value.
func allSound(t *testing.T, o outcome) {
	t.Helper()
	for player, bySignal := range o.signals {
		if len(bySignal) != len(List()) {
			t.Errorf("%s has %d signals, want %d", player, len(bySignal), len(List()))
		}
		for name, r := range bySignal {
			for _, v := range []table.Opt[float32]{r.Value, r.Low, r.High, r.Expected, r.ZRaw, r.Z, r.P, r.Q, r.FalseHits} {
				if x := float64(v.Or(0)); math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("%s %s: %+v", player, name, r)
				}
			}
			if low, ok := r.Low.Get(); ok && (low > r.High.Or(0) || r.Interval.Or("") == "") {
				t.Errorf("%s %s: interval %v..%v", player, name, r.Low, r.High)
			}
		}
	}
}

var (
	regular = who{"Holm, Ada", 2200}
	rival   = who{"Berg, Tor", 2180}
	guest   = who{"Newcomer", 0}
)

func TestPlayerWithEnoughDecisionsIsComparedWithTheModel(t *testing.T) {
	w := newWorld(1)
	for range 9 {
		w.play(t, regular, rival, 70)
		w.play(t, rival, regular, 70)
	}
	o := execute(t, New(), w)
	allSound(t, o)
	r := o.signals[regular.name]["match"]
	if r.N < 300 || r.Games != 18 || r.Unit != "share" || r.Interval.Or("") != "wilson" {
		t.Errorf("row %+v", r)
	}
	value, expected := r.Value.Or(-1), r.Expected.Or(-1)
	if math.Abs(float64(value-expected)) > .1 {
		t.Errorf("honest play: match rate %.3f, expected %.3f", value, expected)
	}
	z, ok := r.Z.Get()
	if raw := r.ZRaw.Or(0); !ok || math.Abs(float64(z-raw/1.4)) > 1e-5 {
		t.Errorf("z %v raw %v: the uncalibrated spread is 1.4", r.Z, r.ZRaw)
	}
	if _, ok := r.Q.Get(); ok || !warned(r, rows.WarnUncalibrated) || !warned(r, rows.WarnOtherSetting) || r.Tested != 2 {
		t.Errorf("q without a calibration, or no warning: %+v", r)
	}
	if r.RatingLow.Or(0) != 2200 || !strings.Contains(r.Setting, "Invented 1.0") || r.Baseline != ReganName {
		t.Errorf("row %+v", r)
	}
	streak := o.signals[regular.name]["zero_loss_streak"]
	if p, ok := streak.P.Get(); !ok || p <= 0 || p > 1 || streak.Expected.Or(0) < 1 {
		t.Errorf("streak %+v", streak)
	}
	worse := o.signals[regular.name]["llr_when_worse"]
	if p, ok := worse.P.Get(); !ok || p <= 0 || p > 1 {
		t.Errorf("when worse %+v", worse)
	}
	if cor := o.signals[regular.name]["time_complexity"]; !warned(cor, rows.WarnNotScored) || cor.Interval.Or("") != "bootstrap" {
		t.Errorf("time against complexity %+v", cor)
	}
}

func TestFewDecisionsOneGameAndNoRatingGetWarningsInsteadOfZ(t *testing.T) {
	w := newWorld(2)
	w.play(t, regular, guest, 36) // ten decisions each
	o := execute(t, New(), w)
	allSound(t, o)
	few, unrated := o.signals[regular.name]["llr"], o.signals[guest.name]["llr"]
	if _, ok := few.Z.Get(); ok || few.N == 0 || few.N > 10 {
		t.Errorf("z of %d decisions: %+v", few.N, few)
	}
	for _, code := range []string{rows.WarnFewDecisions, rows.WarnOneGame, rows.WarnFewGames} {
		if !warned(few, code) {
			t.Errorf("%s is missing: %v", code, few.Warnings)
		}
	}
	if _, ok := few.Expected.Get(); !ok {
		t.Error("a rated player's few decisions still have an expectation")
	}
	if _, ok := unrated.Value.Get(); ok || !warned(unrated, rows.WarnUnrated) {
		t.Errorf("likelihood ratio without a rating: %+v", unrated)
	}
	raw := o.signals[guest.name]["acpl"]
	if _, ok := raw.Value.Get(); !ok || !warned(raw, rows.WarnUnrated) {
		t.Errorf("raw numbers of an unrated player: %+v", raw)
	}
	if _, ok := raw.Expected.Get(); ok {
		t.Error("an expectation without a rating")
	}
}

func TestSpellingsAreNeverMergedButWarnedAbout(t *testing.T) {
	w := newWorld(3)
	w.play(t, who{"Holm, Ada", 2200}, rival, 40)
	w.play(t, who{"Holm, A.", 2200}, rival, 40)
	o := execute(t, New(), w)
	if len(o.signals) != 3 {
		t.Fatalf("%d players", len(o.signals))
	}
	for _, name := range []string{"Holm, Ada", "Holm, A."} {
		if !warned(o.signals[name]["match"], rows.WarnSimilarName) {
			t.Errorf("%s: %v", name, o.signals[name]["match"].Warnings)
		}
	}
	if warned(o.signals[rival.name]["match"], rows.WarnSimilarName) {
		t.Error("warned about a name that is like no other")
	}
}

func TestCutMultiPVGivesRawNumbersAndNoModel(t *testing.T) {
	w := newWorld(4)
	w.lines = 2
	for range 6 {
		w.play(t, regular, rival, 60)
	}
	o := execute(t, New(), w)
	allSound(t, o)
	r := o.signals[regular.name]["match"]
	if _, ok := r.Expected.Get(); ok || !warned(r, rows.WarnTooFewLines) || r.N == 0 {
		t.Errorf("row %+v", r)
	}
	for _, name := range []string{"match_top3", "t2", "t3"} {
		if r := o.signals[regular.name][name]; r.N != 0 || r.Value != (table.Opt[float32]{}) || !warned(r, rows.WarnTooFewLines) {
			t.Errorf("two lines tell the rank of the first two moves alone: %+v", r)
		}
	}
	if r := o.signals[regular.name]["t1"]; r.N == 0 {
		t.Errorf("row %+v", r)
	}
	if !warned(o.signals[regular.name]["acpl"], rows.WarnUnlisted) {
		t.Error("played moves outside the lines are not mentioned")
	}
	unlisted := 0
	for _, m := range o.moves {
		if _, listed := m.Rank.Get(); !listed && m.Excluded.Or("") == "" {
			unlisted++
			if loss, ok := m.ScaledLoss.Get(); !ok || loss < 0 {
				t.Errorf("unlisted move: %+v", m)
			}
		}
	}
	if unlisted == 0 {
		t.Error("moves outside the lines were dropped, and with them the blunders")
	}
}

func TestFunnelNamesEveryExclusion(t *testing.T) {
	w := newWorld(5)
	w.play(t, regular, who{"?", 2000}, 40)
	n := len(w.evals)
	// A decided position, a mate, an empty line as from comments, one legal move, a repetition.
	at := func(ply int32, change func(e *rows.Evaluation)) {
		for i := range w.evals[:n] {
			if w.evals[i].Ply == ply {
				change(&w.evals[i])
			}
		}
	}
	at(20, func(e *rows.Evaluation) { e.Cp = table.Some(e.Cp.Or(0) + 900) })
	at(22, func(e *rows.Evaluation) { e.Cp, e.Mate = table.Opt[int32]{}, table.Some[int32](-3) })
	at(24, func(e *rows.Evaluation) { e.Move = table.Opt[string]{} })
	at(26, func(e *rows.Evaluation) { e.Legal = 1 })
	w.plies[28].Key = w.plies[18].Key
	o := execute(t, New(), w)
	want := map[string]int64{"opening": 16, "decided_winning": 1, "decided_losing": 1, "no_lines": 1, "one_legal_move": 1, "repetition": 1}
	for reason, count := range want {
		if o.counts.Filtered[reason] != count {
			t.Errorf("%s: %d, want %d", reason, o.counts.Filtered[reason], count)
		}
	}
	if o.counts.Filtered[unnamed] == 0 || len(o.signals) != 1 || o.counts.Unit != "decisions" {
		t.Errorf("counts %+v, %d players", o.counts, len(o.signals))
	}
	if len(o.moves) != 40 {
		t.Errorf("%d moves, want every evaluated one", len(o.moves))
	}
}

func TestMixedEnginesAreAnError(t *testing.T) {
	w := newWorld(6)
	w.play(t, regular, rival, 40)
	w.evals[len(w.evals)-1].Engine = "Invented 2.0"
	w.evals[len(w.evals)-1].Ply = 39
	w.play(t, regular, rival, 4)
	w.engine = "Invented 2.0"
	w.play(t, regular, rival, 40)
	_, err := run.Step(context.Background(), New(), job(t, w.commit(t, t.TempDir())))
	if err == nil || !strings.Contains(err.Error(), "mixed") {
		t.Errorf("error %v", err)
	}
}

func TestNothingEvaluatedGivesEmptyTables(t *testing.T) {
	o := execute(t, New(), newWorld(7))
	if len(o.signals) != 0 || len(o.moves) != 0 {
		t.Error("rows from nothing")
	}
}

func TestBaselineFromTheRunsOwnGamesGivesQ(t *testing.T) {
	w := newWorld(8)
	for range 40 {
		w.play(t, regular, rival, 70)
		w.play(t, who{"Lund, Eva", 2210}, who{"Vik, Jon", 2190}, 70)
	}
	in := w.commit(t, t.TempDir())
	s := New()
	b, err := s.Calibrate(context.Background(), job(t, in), "own", "invented games")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	s.Baseline = filepath.Join(t.TempDir(), "own.json")
	if err := os.WriteFile(s.Baseline, raw, 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := loadBaseline(s.Baseline)
	if err != nil || again.Setting != b.Setting || len(again.Points) != len(b.Points) {
		t.Fatalf("%v %+v", err, again)
	}
	o := execute(t, s, w)
	allSound(t, o)
	r := o.signals[regular.name]["llr"]
	if q, ok := r.Q.Get(); !ok || q <= 0 || q > 1 || r.Correct.Or("") != "bh" || r.Tier.Or("") == "" || warned(r, rows.WarnOtherSetting) {
		t.Errorf("row %+v", r)
	}
	if m := o.signals[regular.name]["match"]; m.Correct.Or("") != "by" {
		t.Errorf("row %+v", m)
	}
	// The same baseline under another filter is another setting: no q, and every row says so.
	s.MaxEvalCp = 200
	o = execute(t, s, w)
	r = o.signals[regular.name]["llr"]
	if _, ok := r.Q.Get(); ok || !warned(r, rows.WarnOtherSetting) {
		t.Errorf("row %+v", r)
	}
}

func TestBadBaselineFilesAreErrors(t *testing.T) {
	for name, text := range map[string]string{
		"syntax": "{", "unknown field": `{"name":"x","typo":1}`, "no name": `{}`, "order": `{"name":"x","points":[{"elo":2,"s":1,"c":1},{"elo":1,"s":1,"c":1}]}`,
		"s": `{"name":"x","points":[{"elo":2,"s":0,"c":1}]}`, "sd": `{"name":"x","calibrations":{"llr":{"mean":0,"sd":0}}}`,
		"control characters": `{"name":"\u001b[2J"}`, "long": `{"name":"x","setting":{"engine":"` + strings.Repeat("x", 5000) + `"}}`,
	} {
		path := filepath.Join(t.TempDir(), "b.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := loadBaseline(path); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestValidateNamesEveryBadField(t *testing.T) {
	if err := New().Validate(); err != nil {
		t.Fatal(err)
	}
	err := (&Stage{Search: "both", Rho: 1, Margin: 101, First: 2, Weight: "x", MaxEvalCp: 2000}).Validate()
	for _, field := range []string{"search", "min_decisions", "min_move", "max_eval_cp", "min_lines", "rho", "margin", "first", "weight", "draws", "baseline"} {
		if err == nil || !strings.Contains(err.Error(), field+": ") {
			t.Errorf("%s is not named in %v", field, err)
		}
	}
}

func TestListNamesAreUniqueAndDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range List() {
		if s.Name == "" || s.Unit == "" || s.Doc == "" || s.Measure == nil || seen[s.Name] {
			t.Errorf("signal %q", s.Name)
		}
		seen[s.Name] = true
	}
	if !seen[rows.PrimarySignal] {
		t.Error("the primary signal is not in the list")
	}
}

// A player with fifty games, as fast as the stage does it.
func BenchmarkExamine(b *testing.B) {
	s := New()
	m := newMeter(s, Regan(), 50)
	e := &Evidence{Player: "Holm, Ada"}
	for _, game := range newCrowd(1, 2200, human).pool(50, 30) {
		g := Game{ID: game[0].Game}
		for i := range game {
			g.Decisions = append(g.Decisions, m.measure(&game[i]))
		}
		e.Games = append(e.Games, g)
	}
	j := &judge{signals: List(), minDecisions: 120, inputs: Inputs{Bootstrap: metrics.DefaultBootstrap(1), Baseline: Regan()}}
	for b.Loop() {
		p, err := j.examine(context.Background(), e)
		if err != nil || len(p.findings) != len(List()) || !p.findings[0].Z.OK {
			b.Fatal(err)
		}
	}
}

// One decision: two solutions of the model and everything the signals take from them.
func BenchmarkMeasure(b *testing.B) {
	game := newCrowd(1, 2200, human).game("Holm, Ada", 1)
	m := newMeter(New(), Regan(), 50)
	for b.Loop() {
		if d := m.measure(&game[0]); !d.Modelled {
			b.Fatal("not modelled")
		}
	}
}

func TestConformance(t *testing.T) {
	stagetest.Conform(t, stagetest.Case{
		New:     func() stage.Stage { return New() },
		Set:     []string{"draws=100"},
		Gathers: true,
		Inputs: func(t testing.TB, dir string) map[stage.TableID][]stage.File {
			w := newWorld(9)
			for range 2 {
				w.play(t, regular, rival, 40)
				w.play(t, guest, regular, 40)
			}
			return w.commit(t, dir)
		},
	})
}
