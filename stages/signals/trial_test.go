package signals

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"plyquet/metrics"
	"plyquet/stages/stagetest"
)

// human is the generator's model; the judge never sees it.
var human = metrics.Powers{S: .12, C: .478}

// calibration is made once: it is the slow part.
var calibration = sync.OnceValues(func() (Baseline, error) {
	return New().calibrate(context.Background(), samples(newCrowd(1, 2200, human).pool(900, 30)), Setting{Engine: "E"})
})

func calibrated(t *testing.T) Baseline {
	t.Helper()
	b, err := calibration()
	if err != nil {
		t.Fatal(err)
	}
	b.Name = "test"
	return b
}

func trial(judge Baseline, players int) Trial {
	return Trial{Pool: newCrowd(2, 2200, human).pool(600, 30), Judge: judge, Settings: New(), Honest: human, Players: players, Seed: 5}
}

func TestCalibrationFindsTheModelOfThePlayers(t *testing.T) {
	stagetest.Sequential(t)
	b := calibrated(t)
	if len(b.Points) != 1 || b.Points[0].Elo != 2200 || b.Points[0].Decisions != 27000 {
		t.Fatalf("points %+v", b.Points)
	}
	if p := b.Points[0]; math.Abs(p.S-human.S) > .01 || math.Abs(p.C-human.C) > .03 {
		t.Errorf("fitted %+v, players follow %+v", p, human)
	}
	for _, s := range scored() {
		c, ok := b.Calibrations[s.Name]
		if !ok || c.Players < minSpreads {
			t.Errorf("%s is not calibrated: %+v", s.Name, c)
		}
	}
	raw, err := b.Encode()
	if err != nil || !slices.Contains([]byte{'\n'}, raw[len(raw)-1]) {
		t.Error(err)
	}
}

// The null: z of clean players has mean 0 and deviation 1, and their p values are uniform.
func TestZOfCleanPlayersIsStandardAfterCalibration(t *testing.T) {
	stagetest.Sequential(t)
	judge := calibrated(t)
	tr := trial(judge, 300)
	honest := tr.Play(metrics.Assistance{Kind: metrics.AssistNone}, 120)
	for _, s := range scored() {
		z := honest.Z(s, tr.Inputs())
		if len(z) < 290 {
			t.Errorf("%s: only %d of 300 players have a z", s.Name, len(z))
			continue
		}
		c, _ := metrics.Calibrate(z)
		hits := 0
		var p []float64
		for _, v := range z {
			p = append(p, metrics.UpperTail(v))
			if p[len(p)-1] < .05 {
				hits++
			}
		}
		wilson, _ := metrics.Wilson(hits, len(z), 3.29) // 0.1 % two-sided: sixteen signals are looked at
		t.Logf("%-24s n %3d  mean %+.2f  sd %.2f  p<.05: %.3f", s.Name, len(z), c.Mean, c.SD, float64(hits)/float64(len(z)))
		// Signals over a part of the decisions are coarse, and their spread is known less well.
		whole := s.Measure(honest.Players[0], tr.Inputs()).N == 120
		width := map[bool]float64{true: .1, false: .2}[whole]
		if math.Abs(c.SD-1) > width || math.Abs(c.Mean) > .2 {
			t.Errorf("%s: z has mean %.2f and deviation %.2f", s.Name, c.Mean, c.SD)
		}
		if wilson.Low > .05 || wilson.High < .05 {
			t.Errorf("%s: %d of %d clean players have p < 0.05", s.Name, hits, len(z))
		}
		// Kolmogorov-Smirnov at 0.1 %, for those that the normal approximation is good for: not for sums of losses,
		// which are skewed, and not for counts in a third of the decisions, which are coarse.
		if d := uniformity(p); whole && !s.Loss && d > 1.95/math.Sqrt(float64(len(p))) {
			t.Errorf("%s: p values are not uniform: largest distance %.3f", s.Name, d)
		}
	}
}

// uniformity is the Kolmogorov-Smirnov distance from the uniform distribution.
func uniformity(p []float64) (d float64) {
	slices.Sort(p)
	n := float64(len(p))
	for i, v := range p {
		d = max(d, math.Abs(v-float64(i)/n), math.Abs(v-float64(i+1)/n))
	}
	return d
}

func TestSignalsFindWhatTheLiteratureSaysTheyFind(t *testing.T) {
	stagetest.Sequential(t)
	judge := calibrated(t)
	tr := trial(judge, 200)
	groups := map[metrics.Assistance]map[int]Group{}
	play := func(a metrics.Assistance, decisions int) Group {
		if groups[a] == nil {
			groups[a] = map[int]Group{}
		}
		if _, ok := groups[a][decisions]; !ok {
			groups[a][decisions] = tr.Play(a, decisions)
		}
		return groups[a][decisions]
	}
	area := func(kind metrics.AssistKind, share, margin float64, decisions int, s Signal) separation {
		honest := play(metrics.Assistance{Kind: metrics.AssistNone}, decisions)
		helped := play(metrics.Assistance{Kind: kind, Share: share, Margin: margin}, decisions)
		sep, ok := separate(helped.Z(s, tr.Inputs()), honest.Z(s, tr.Inputs()), metrics.Bootstrap{})
		if !ok {
			t.Fatal("no players")
		}
		t.Logf("%-9s %.1f N=%d %-9s AUC %.3f TPR@1%% %.2f", kind, share, decisions, s.Name, sep.Area, sep.TPR1)
		return sep
	}
	if s := area(metrics.AssistAny, .2, 0, 240, llr); s.Area < .94 || s.TPR1 < .44 {
		t.Errorf("llr on a fifth of 240 decisions: %+v", s)
	}
	if s := area(metrics.AssistAny, .2, 0, 240, match); s.Area < .91 {
		t.Errorf("match rate on a fifth of 240 decisions: %+v", s)
	}
	if full := area(metrics.AssistAny, 1, 0, 30, llr); full.Area < .999 || full.TPR1 < .99 {
		t.Errorf("full copying in one game: %+v", full)
	}
	if loss := area(metrics.AssistAny, .2, 0, 240, centipawnLoss); loss.Area > .9 {
		t.Errorf("centipawn loss is known to be weak on diluted copying, got %+v", loss)
	}
	dilute, some := area(metrics.AssistAny, .1, 0, 120, llr), area(metrics.AssistAny, .3, 0, 120, llr)
	if dilute.Area >= some.Area {
		t.Error("more help is harder to find")
	}
	for _, s := range []Signal{llr, scaledLoss, combined, match} {
		area(metrics.AssistCritical, .2, 0, 240, s)
		area(metrics.AssistNear, .3, 15, 240, s)
		area(metrics.AssistAny, .2, 0, 240, s)
	}
}

func TestGroupsAreRepeatableAndLeaveThePoolAlone(t *testing.T) {
	tr := trial(Regan(), 20)
	tr.Pool = tr.Pool[:40]
	before := tr.Pool[0][0].Choice.Played
	a := metrics.Assistance{Kind: metrics.AssistAny, Share: 1}
	first, second := tr.Play(a, 60), tr.Play(a, 60)
	if !slices.Equal(first.Z(llr, tr.Inputs()), second.Z(llr, tr.Inputs())) {
		t.Error("two plays differ")
	}
	if tr.Pool[0][0].Choice.Played != before {
		t.Error("the pool has changed")
	}
	for _, e := range first.Players {
		if e.count() != 60 {
			t.Errorf("%d decisions", e.count())
		}
	}
	if short := tr.Play(a, 40*30+1); len(short.Players) != 0 {
		t.Error("players with more decisions than the pool has")
	}
}

// A crowd that matches less where complexity is high: the shift is found. In the other crowd complexity means nothing,
// and the shift is dropped.
func TestComplexityEntersTheModelOnlyIfItHelps(t *testing.T) {
	stagetest.Sequential(t)
	pool := newCrowd(3, 2200, human).pool(300, 30)
	rng := rand.New(rand.NewPCG(6, 6))
	for _, game := range pool {
		for i := range game {
			c := &game[i].Choice
			p := human.Probabilities(nil, c.Scaled)
			metrics.AdjustBest(p, -3*(float64(game[i].Complexity.Or(0))-.5))
			c.Played = metrics.Draw(rng, p)
		}
	}
	with, err := New().calibrate(context.Background(), samples(pool), Setting{})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(with.ComplexityBeta+3) > .4 || math.Abs(with.ComplexityMean-.5) > .02 {
		t.Errorf("beta %.2f mean %.2f, want -3 and 0.5", with.ComplexityBeta, with.ComplexityMean)
	}
	without := calibrated(t)
	if math.Abs(without.ComplexityBeta) > .15 {
		t.Errorf("beta %.2f where complexity means nothing", without.ComplexityBeta)
	}
}

func TestCalibrationWithoutEnoughGamesIsAnError(t *testing.T) {
	if _, err := New().calibrate(context.Background(), samples(newCrowd(1, 2200, human).pool(5, 30)), Setting{}); err == nil {
		t.Error("calibrated on 150 decisions")
	}
}
