package metrics

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

func cpScores(cps ...int) []Score {
	var s []Score
	for _, cp := range cps {
		s = append(s, Cp(cp))
	}
	return s
}

func TestScaledLossOfPublishedPairs(t *testing.T) {
	for _, c := range []struct{ a, b, want float64 }{
		{50, -75, .965081}, {300, 250, .133531}, {20, 0, .182322}, {100, 80, .105361}, {-100, -120, .095310},
	} {
		near(t, "scaled loss", ScaledLoss(c.a, c.b), c.want, 1e-6)
	}
}

// spec/signals.md 2.9.
func TestPowersOfPublishedSpreads(t *testing.T) {
	cases := []struct {
		cps   []int
		s, c  float64
		p     []float64
		e, v  float64
		check bool // expectation and variance are published too
	}{
		{[]int{30, 25, -10, -200}, .092, .491, []float64{.599702, .372589, .027709, 0}, .024524, .003517, true},
		{[]int{30, 25, -10, -200}, .120, .478, []float64{.576702, .371969, .051327, .000002}, .032949, .006056, true},
		{[]int{30, 25, -10, -200}, .168, .436, []float64{.548774, .360666, .089839, .000721}, .047260, .011150, true},
		{[]int{63, 4, 0, -24}, .100, .492, []float64{.765660, .114349, .093663, .026328}, .115673, .045105, true},
		{[]int{0, 0, 0}, .1, .5, []float64{1. / 3, 1. / 3, 1. / 3}, 0, 0, true},
		{[]int{120}, .1, .5, []float64{1}, 0, 0, true},
		{[]int{-20, -20, -150}, .092, .491, []float64{.499992, .499992, .000015}, 0, 0, false},
	}
	for _, c := range cases {
		choice := NewChoice(cpScores(c.cps...), 0)
		p := Powers{c.s, c.c}.Probabilities(nil, choice.Scaled)
		for i := range c.p {
			near(t, "p", p[i], c.p[i], 1e-6)
		}
		if _, e, v := moments(choice.Scaled, p, 0); c.check {
			near(t, "E", e, c.e, 1e-6)
			near(t, "Var", v, c.v, 1e-6)
		}
	}
	got := Shares{.168, .436}.Probabilities(nil, NewChoice(cpScores(30, 25, -10, -200), 0).Scaled)
	for i, want := range []float64{.520730, .306406, .129671, .043192} {
		near(t, "shares", got[i], want, 1e-6)
	}
}

// bisect is the textbook solution of the powers model.
func bisect(m Powers, scaled []float64) []float64 {
	e := make([]float64, len(scaled))
	for i, d := range scaled {
		e[i] = math.Exp(math.Min(50, math.Pow(d/m.S, m.C)))
	}
	lo, hi := 1e-12, math.Log(float64(len(e)))
	for range 200 {
		mid, f := (lo+hi)/2, -1.0
		for _, power := range e {
			f += math.Exp(-mid * power)
		}
		if f > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	p := make([]float64, len(e))
	for i, power := range e {
		p[i] = math.Exp(-lo * power)
	}
	return p
}

func TestPowersSolverAgreesWithBisection(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		scaled := []float64{0}
		for range 1 + rng.IntN(40) {
			scaled = append(scaled, math.Abs(rng.NormFloat64())*rng.Float64()*4)
		}
		m := Powers{.03 + rng.Float64()*.3, .3 + rng.Float64()*.3}
		got, want, sum := m.Probabilities(nil, scaled), bisect(m, scaled), 0.0
		for i := range want {
			near(t, "p", got[i], want[i], 1e-9)
			sum += got[i]
		}
		near(t, "sum", sum, 1, 1e-12)
	}
}

func TestProbabilitiesOfNothingAreNothing(t *testing.T) {
	if p := (Powers{.1, .5}).Probabilities(nil, nil); len(p) != 0 {
		t.Error(p)
	}
}

func TestProbabilitiesAppendWithoutAllocation(t *testing.T) {
	c := NewChoice(cpScores(30, 25, -10, -200), 0)
	dst := make([]float64, 0, 8)
	if n := testing.AllocsPerRun(100, func() { dst = (Powers{.1, .5}).Probabilities(dst[:0], c.Scaled) }); n != 0 {
		t.Errorf("%g allocations a decision", n)
	}
}

func TestZOfPublishedSamples(t *testing.T) {
	var match, loss Tally
	for i, p := range []float64{.62, .41, .88, .35, .50, .73} {
		match.Add([]float64{1, 0, 1, 1, 0, 1}[i], p, bernoulliVar(p))
	}
	z, ok := match.Z()
	near(t, "z of matches", z, .454759, 1e-6)
	for i, e := range []float64{.05, .11, .02, .09, .07, .04} {
		loss.Add([]float64{0, .08, 0, 0, .12, 0}[i], e, []float64{.012, .03, .004, .025, .02, .01}[i])
	}
	z, ok2 := ZLoss(loss)
	near(t, "z of scaled loss", z, .566385, 1e-6)
	if !ok || !ok2 {
		t.Error("z undefined")
	}
	if _, ok := (Tally{}).Z(); ok {
		t.Error("z of nothing")
	}
}

// spec/signals.md 2.10.
func TestSuspicionOfPublishedMoves(t *testing.T) {
	m := DefaultMixture()
	for _, c := range []struct{ p, q, want float64 }{
		{.9, 1, .0328}, {.05, 1, 1.9021}, {.62, 1, .1688}, {.4, 0, -.3567},
	} {
		near(t, "ratio", m.Ratio(c.p, c.q), c.want, 5e-5)
	}
	if r := m.Ratio(0, 1); math.IsInf(r, 0) {
		t.Error("an impossible move has an infinite ratio")
	}
}

func TestSuspicionOfHonestPlayHasItsNullMoments(t *testing.T) {
	c := NewChoice(cpScores(30, 28, -10, -60, -200), 0)
	m := DefaultMixture()
	p := Powers{.12, .48}.Probabilities(nil, c.Scaled)
	mean, square := 0.0, 0.0
	for i := range p {
		c.Played = i
		r, mu, v := m.Suspicion(c, p)
		mean, square = mean+p[i]*r, square+p[i]*r*r
		if i == len(p)-1 {
			near(t, "mean", mu, mean, 1e-12)
			near(t, "variance", v, square-mean*mean, 1e-12)
		}
	}
	if mean >= 0 {
		t.Errorf("honest play has mean %g, want below 0", mean)
	}
}

func TestNearBestPolicies(t *testing.T) {
	c := NewChoice(cpScores(30, 27, 10), 0)
	if q := c.NearBest(nil, 5); q[0] != .5 || q[1] != .5 || q[2] != 0 {
		t.Error(q)
	}
	if q := c.NearBest(nil, -1); q[0] != 1 || q[1] != 0 {
		t.Error(q)
	}
}

func TestPowersAtPublishedRatings(t *testing.T) {
	for _, row := range ReganTable() {
		m, extra := PowersAt(float64(row.Elo))
		near(t, "s", m.S, row.SFit, 1e-12)
		near(t, "c", m.C, row.CFit, 5.01e-4)
		if extra {
			t.Errorf("%d is in the table", row.Elo)
		}
		// Straight lines through the actual columns, which a slip of a digit in the table would leave.
		if elo := float64(row.Elo); row.Elo > 1600 {
			near(t, "match line", 23.556+0.011741*elo, row.MatchActual, 1.6)
			near(t, "loss line", 0.26324-0.0000768*elo, row.LossActual, .011)
		}
	}
	for elo, s := range map[float64]float64{800: .302, 1000: .264, 1300: .215, 2800: .078} {
		m, extra := PowersAt(elo)
		near(t, "extrapolated s", m.S, s, 5.1e-4)
		if !extra {
			t.Errorf("%g is outside the table", elo)
		}
	}
}

func TestIntrinsicRatingOfPublishedLosses(t *testing.T) {
	for loss, want := range map[float64]float64{.0572: 2689, .0624: 2609, .0689: 2509, .0749: 2417, .0843: 2272, .0883: 2210} {
		near(t, "IPR", IPR(loss, 0).Elo, want, 1)
	}
	r := IPR(.0689, .005)
	near(t, "half width", r.High-r.Elo, 2*1.4*15413*.005, 1e-9)
}

// syntheticChoices draws decisions whose spreads look like middlegames and lets a player of model m decide them.
func syntheticChoices(rng *rand.Rand, n int, m Powers) []Choice {
	var choices []Choice
	for range n {
		scores, cp := []Score{}, rng.IntN(200)-100
		for range 4 + rng.IntN(24) {
			scores = append(scores, Cp(cp))
			cp -= int(rng.ExpFloat64() * 22)
		}
		c := NewChoice(scores, 0)
		c.Played = Draw(rng, m.Probabilities(nil, c.Scaled))
		choices = append(choices, c)
	}
	return choices
}

func TestFitMatchesItsMoments(t *testing.T) {
	choices := syntheticChoices(rand.New(rand.NewPCG(7, 8)), 3000, Powers{.11, .5})
	m, err := FitPowers(choices)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "s", m.S, .11, .015)
	near(t, "c", m.C, .5, .03)
	got, want := expect(choices, m), observe(choices)
	near(t, "match rate", got.match, want.match, 1e-4)
	near(t, "scaled loss", got.loss, want.loss, 1e-4)
}

func TestFitOfHopelessDataIsAnError(t *testing.T) {
	perfect := syntheticChoices(rand.New(rand.NewPCG(7, 8)), 100, Powers{1e-9, .5})
	for i := range perfect {
		perfect[i].Played = 0
	}
	for _, choices := range [][]Choice{nil, perfect[:10], perfect} {
		if _, err := FitPowers(choices); !errors.Is(err, ErrNotFitted) {
			t.Errorf("%d choices: %v", len(choices), err)
		}
	}
}

// The raw z of players who really follow the model is a standard normal variable: the projections and variances are
// right. (Real players are over-dispersed; that is what Calibration is for.)
func TestZOfModelPlayersIsStandard(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	m := Powers{.12, .48}
	var match, loss, llr, top3 []float64
	for range 600 {
		var pr Projection
		for _, c := range syntheticChoices(rng, 120, m) {
			pr.Add(c, m.Probabilities(nil, c.Scaled), DefaultMixture())
		}
		for into, z := range map[*[]float64]func() (float64, bool){
			&match: pr.Match.Z, &top3: pr.Top3.Z, &llr: pr.LLR.Z, &loss: func() (float64, bool) { return ZLoss(pr.Scaled) },
		} {
			v, ok := z()
			if !ok {
				t.Fatal("z undefined")
			}
			*into = append(*into, v)
		}
	}
	for name, z := range map[string][]float64{"match": match, "loss": loss, "llr": llr, "top3": top3} {
		mean, variance := meanVariance(z)
		near(t, "mean z of "+name, mean, 0, .15)
		near(t, "sd of z of "+name, math.Sqrt(variance), 1, .1)
	}
}

func TestTalliesOfPartsAdd(t *testing.T) {
	m := Powers{.12, .48}
	var whole, a, b Projection
	for i, c := range syntheticChoices(rand.New(rand.NewPCG(1, 1)), 40, m) {
		p := m.Probabilities(nil, c.Scaled)
		whole.Add(c, p, DefaultMixture())
		if i%3 == 0 {
			a.Add(c, p, DefaultMixture())
		} else {
			b.Add(c, p, DefaultMixture())
		}
	}
	near(t, "actual", a.Scaled.Plus(b.Scaled).Actual, whole.Scaled.Actual, 1e-9)
	near(t, "variance", a.LLR.Plus(b.LLR).Var, whole.LLR.Var, 1e-9)
	if a.Match.Plus(b.Match).N != 40 || whole.Top3.N != 40 {
		t.Error("decisions lost")
	}
}

func TestAdjustBestKeepsProbabilities(t *testing.T) {
	p := []float64{.5, .3, .2}
	AdjustBest(p, 1)
	near(t, "odds", p[0]/(1-p[0]), math.E, 1e-12)
	near(t, "sum", p[0]+p[1]+p[2], 1, 1e-12)
	near(t, "proportion of the rest", p[1]/p[2], 1.5, 1e-12)
}

func BenchmarkProbabilities(b *testing.B) {
	c := syntheticChoices(rand.New(rand.NewPCG(1, 1)), 1, Powers{.1, .5})[0]
	var p []float64
	for b.Loop() {
		p = Powers{.1, .5}.Probabilities(p[:0], c.Scaled)
		if p[0] <= 0 {
			b.Fatal(p)
		}
	}
}
