package signals

import (
	"math/rand/v2"
	"slices"

	"plyquet/metrics"
)

// A Trial asks what the signals would have found: players are made of real or simulated games, half of them with
// some of their moves replaced by a helper's, and every signal is computed for all of them as the stage would.
//
// The judge sees ratings and moves, never the generator. Its baseline must come from other games than Pool.
type Trial struct {
	Pool     [][]Situation // by game and side, honest; not changed
	Judge    Baseline
	Settings *Stage
	// Honest redraws every honest move from a model of choice; nil keeps what was really played.
	Honest  metrics.ChoiceModel
	Players int // of each kind
	Seed    uint64
}

// Inputs are what the signals are given in this trial: no intervals are drawn.
func (t Trial) Inputs() Inputs {
	return Inputs{Baseline: t.Judge, Terciles: terciles(situations(t.Pool))}
}

func situations(pool [][]Situation) (all []*Situation) {
	for _, game := range pool {
		for i := range game {
			all = append(all, &game[i])
		}
	}
	return all
}

// A Group is players under one condition.
type Group struct {
	Assistance metrics.Assistance
	Decisions  int
	Players    []*Evidence
}

// Play makes a group of players with the given number of decisions each, drawn from whole games of the pool with
// replacement between players: they share games, so intervals over players are a little too narrow. There are none when
// the pool is smaller than that. The same seed makes the same group.
func (t Trial) Play(a metrics.Assistance, decisions int) Group {
	g := Group{Assistance: a, Decisions: decisions}
	rng := rand.New(rand.NewPCG(t.Seed, seedOf(string(a.Kind), "")^uint64(decisions)<<20^uint64(a.Share*1e6)))
	m := newMeter(t.Settings, t.Judge, t.Settings.MinLines)
	if a.NeedsDifficulty() {
		a.Threshold = t.threshold(&m, a)
	}
	for range t.Players {
		if e := t.player(rng, &m, a, decisions); e.count() == decisions {
			g.Players = append(g.Players, e)
		}
	}
	return g
}

// threshold is the difficulty of critical moments in the pool: the share itself, or for a few moves a game the rarest
// tenth of the positions.
func (t Trial) threshold(m *meter, a metrics.Assistance) float64 {
	share := a.Share
	if a.Kind == metrics.AssistFew {
		share = 0.1
	}
	var all []float64
	for _, game := range t.Pool {
		for i := range game {
			all = append(all, m.difficulty(game[i].Choice))
		}
	}
	if len(all) == 0 {
		return 0
	}
	return metrics.CriticalThreshold(all, share)
}

func (t Trial) player(rng *rand.Rand, m *meter, a metrics.Assistance, decisions int) *Evidence {
	e, n := &Evidence{}, 0
	for _, index := range rng.Perm(len(t.Pool)) {
		game := t.Pool[index]
		game = game[:min(len(game), decisions-n)]
		if len(game) == 0 {
			continue
		}
		g := Game{ID: game[0].Game}
		help := a.StartGame(rng)
		for _, sit := range game {
			g.Decisions = append(g.Decisions, m.measure(t.decide(rng, m, &help, sit)))
		}
		e.Games = append(e.Games, g)
		if n += len(game); n == decisions {
			break
		}
	}
	return e
}

// decide returns a copy of the situation with the move of this trial.
func (t Trial) decide(rng *rand.Rand, m *meter, help *metrics.HelpedGame, sit Situation) *Situation {
	if t.Honest != nil {
		sit.Choice.Played = metrics.Draw(rng, t.Honest.Probabilities(nil, sit.Choice.Scaled))
	}
	difficulty := 0.0
	if help.NeedsDifficulty() {
		difficulty = m.difficulty(sit.Choice)
	}
	if help.Helps(rng, difficulty) {
		sit.Choice.Played = help.Move(rng, sit.Choice)
	}
	return &sit
}

// Z is the adjusted z of one signal for every player of the group that has one.
func (g Group) Z(s Signal, in Inputs) []float64 {
	c, _ := in.Baseline.calibration(s)
	z := rawZ(s, g.Players, in)
	for i := range z {
		z[i] = c.Adjust(z[i])
	}
	return z
}

// A separation is how well one signal told a group from honest players.
type separation struct {
	AUC                metrics.Interval // 95 % bootstrap over players; equal bounds when there are too few
	Area               float64
	TPR1, TPR01        float64
	Find2, Find3       float64 // share of the assisted at z >= 2 and 3
	False2, False3     float64 // share of the honest
	HonestMean, Spread float64
}

// separate compares adjusted z of assisted and honest players; undefined when either group is empty.
func separate(assisted, honest []float64, b metrics.Bootstrap) (separation, bool) {
	roc, ok := metrics.NewROC(assisted, honest)
	if !ok {
		return separation{}, false
	}
	s := separation{Area: roc.AUC(), TPR1: roc.TPRAt(.01), TPR01: roc.TPRAt(.001),
		Find2: above(assisted, 2), Find3: above(assisted, 3), False2: above(honest, 2), False3: above(honest, 3)}
	if c, ok := metrics.Calibrate(honest); ok {
		s.HonestMean, s.Spread = c.Mean, c.SD
	}
	s.AUC = aucInterval(assisted, honest, b)
	return s, true
}

// aucInterval resamples players of both groups.
func aucInterval(assisted, honest []float64, b metrics.Bootstrap) metrics.Interval {
	n := len(assisted) + len(honest)
	interval, _ := b.Percentile(n, func(sample []int) (float64, bool) {
		var pos, neg []float64
		for _, i := range sample {
			if i < len(assisted) {
				pos = append(pos, assisted[i])
			} else {
				neg = append(neg, honest[i-len(assisted)])
			}
		}
		roc, ok := metrics.NewROC(pos, neg)
		return roc.AUC(), ok
	})
	return interval
}

func above(z []float64, limit float64) float64 {
	n := 0
	for _, v := range z {
		if v >= limit {
			n++
		}
	}
	return float64(n) / float64(len(z))
}

// scored lists the signals that have a z; two have a probability of their own instead.
func scored() []Signal {
	return slices.DeleteFunc(List(), func(s Signal) bool {
		return !s.Modelled || s.Name == zeroLossStreak.Name || s.Name == helpWhenWorse.Name
	})
}
