package signals

import (
	"math/rand/v2"

	"plyquet/metrics"
	"plyquet/pipeline/table"
)

// A crowd makes honest decisions in invented positions whose spreads look like those of middlegames: a few sensible
// moves, many bad ones, now and then an only move.
type crowd struct {
	rng   *rand.Rand
	model metrics.ChoiceModel
	elo   int16
	games int64
}

func newCrowd(seed uint64, elo int16, model metrics.ChoiceModel) *crowd {
	return &crowd{rng: rand.New(rand.NewPCG(seed, 77)), elo: elo, model: model}
}

// spread draws the scores of all legal moves, best first, mover's view.
func (c *crowd) spread() []metrics.Score {
	var scores []metrics.Score
	cp, scale := c.rng.IntN(300)-150, 8+c.rng.ExpFloat64()*25
	for range 3 + c.rng.IntN(32) {
		scores = append(scores, metrics.Cp(cp))
		cp -= int(c.rng.ExpFloat64() * scale)
	}
	return scores
}

// game is one player's decisions in one game.
func (c *crowd) game(player string, decisions int) []Situation {
	c.games++
	phases := [...]string{"opening", "middlegame", "middlegame", "endgame"}
	var out []Situation
	for i := range decisions {
		choice := metrics.NewChoice(c.spread(), 0)
		choice.Played = metrics.Draw(c.rng, c.model.Probabilities(nil, choice.Scaled))
		n := len(choice.Cp)
		out = append(out, Situation{Game: c.games, Ply: 17 + 2*i, Player: table.Some(player), Elo: table.Some(c.elo),
			Phase: phases[i*len(phases)/decisions], Choice: choice, Listed: true, Lines: n, Legal: n, Depth: 10,
			Complexity: table.Some(c.rng.Float32()), SpentMs: table.Some(int32(1000 + c.rng.IntN(30000)))})
	}
	return out
}

func (c *crowd) pool(games, decisions int) [][]Situation {
	out := make([][]Situation, games)
	for i := range out {
		out[i] = c.game("Invented, Player", decisions)
	}
	return out
}

// samples turns games into what calibrate takes.
func samples(pool [][]Situation) []sample {
	var out []sample
	for _, g := range pool {
		out = append(out, sample{g[0].Game, g[0].Player.Or(""), int(g[0].Elo.Or(0)), g})
	}
	return out
}
