package metrics

import (
	"math/rand/v2"
	"testing"
)

func TestAssistanceTakesItsShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	difficulties := make([]float64, 4000)
	for i := range difficulties {
		difficulties[i] = rng.ExpFloat64()
	}
	cases := []struct {
		a    Assistance
		want float64
		tol  float64
	}{
		{Assistance{Kind: AssistNone, Share: 1}, 0, 0},
		{Assistance{Kind: AssistAny, Share: .3}, .3, .03},
		{Assistance{Kind: AssistNear, Share: .3, Margin: 15}, .3, .03},
		{Assistance{Kind: AssistCritical, Share: .2, Threshold: CriticalThreshold(difficulties, .2)}, .2, .001},
		{Assistance{Kind: AssistGames, Share: .25}, .25, .12},
		{Assistance{Kind: AssistFew, PerGame: 2, Threshold: CriticalThreshold(difficulties, .5)}, 2. / 40, .001},
		{Assistance{Kind: AssistAny, Share: 1}, 1, 0},
	}
	for _, c := range cases {
		helped := 0
		for game := range 100 {
			g := c.a.StartGame(rng)
			for _, d := range difficulties[game*40 : game*40+40] {
				if g.Helps(rng, d) {
					helped++
				}
			}
		}
		near(t, string(c.a.Kind), float64(helped)/4000, c.want, c.tol)
	}
	if _, err := ParseAssistKind("some"); err == nil {
		t.Error("kind accepted")
	}
}

func TestHelperAndWeakOpponentStayNearTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	c := NewChoice(cpScores(100, 95, 20, -60, -70, -90, -500), 0)
	seen := map[int]bool{}
	for range 300 {
		if m := (Assistance{Margin: 15}).Move(rng, c); m > 1 {
			t.Errorf("helper played move %d", m)
		}
		if m := (Assistance{}).Move(rng, c); m != 0 {
			t.Errorf("helper without a margin played move %d", m)
		}
		beginner, novice := (TopLines{4, 180}).Move(rng, c), (TopLines{4, 90}).Move(rng, c)
		seen[beginner] = true
		if beginner > 3 || novice > 2 {
			t.Errorf("beginner %d novice %d", beginner, novice)
		}
	}
	if len(seen) != 4 {
		t.Errorf("the beginner varies among %d moves, want 4", len(seen))
	}
}

func TestRunChanceAgreesWithEnumeration(t *testing.T) {
	groups := [][]float64{{.5, .9, .3, .7}, {.2}, {.8, .6, .4}}
	flat := []float64{.5, .9, .3, .7, .2, .8, .6, .4}
	expected := 0.0
	for length := 1; length <= 5; length++ {
		want := 0.0
		for mask := range 1 << 8 {
			hits, p := make([]bool, 8), 1.0
			for i := range hits {
				if hits[i] = mask>>i&1 == 1; hits[i] {
					p *= flat[i]
				} else {
					p *= 1 - flat[i]
				}
			}
			if max(LongestRun(hits[:4]), LongestRun(hits[4:5]), LongestRun(hits[5:])) >= length {
				want += p
			}
		}
		near(t, "chance of a run", RunChance(groups, length), want, 1e-12)
		expected += want
	}
	near(t, "expected run", ExpectedLongestRun(groups), expected, 1e-12)
	near(t, "a run of none", RunChance(nil, 0), 1, 0)
	near(t, "no trials", RunChance(nil, 1), 0, 0)
}
