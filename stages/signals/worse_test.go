package signals

import (
	"math/rand/v2"
	"testing"

	"plyquet/metrics"
)

// An evidence of games whose ratios exceed expectation by `when worse` in worse positions only.
func turningGames(extra float64) *Evidence {
	rng := rand.New(rand.NewPCG(3, 3))
	e := &Evidence{Player: "Holm, Ada"}
	for g := range 12 {
		game := Game{ID: int64(g)}
		for i := range 20 {
			d := &Decision{Situation: &Situation{BestCp: 50 - 200*(i%2)}, Modelled: true}
			x := rng.NormFloat64()
			if i%2 == 1 {
				x += extra
			}
			d.Facts.LLR = metrics.Tally{N: 1, Actual: x, Var: 1}
			game.Decisions = append(game.Decisions, d)
		}
		e.Games = append(e.Games, game)
	}
	return e
}

func TestHelpThatIsSwitchedOnWhenNeededShows(t *testing.T) {
	in := Inputs{Bootstrap: metrics.DefaultBootstrap(4)}
	on, off := helpWhenWorse.Measure(turningGames(1), in), helpWhenWorse.Measure(turningGames(0), in)
	if !on.P.OK || on.P.V > .005 || on.Value.V < .6 {
		t.Errorf("switched on: %+v", on)
	}
	if !off.P.OK || off.P.V < .02 {
		t.Errorf("steady: %+v", off)
	}
	if again := helpWhenWorse.Measure(turningGames(1), in); again.P != on.P {
		t.Error("not repeatable")
	}
}
