package signals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"plyquet/metrics"
	"plyquet/pipeline/stage"
)

// Calibrate makes a baseline from the clean games of a run: the choice model by rating, and the spread of every raw z
// among honest players. It holds for the engine, depth, lines and filters of the run. The games must be free of help
// as far as anybody can tell; ratings must be of one list.
//
// Fits and spreads come from different halves of the games, each in turn: a model tested on the games it was fitted
// to would look better than it is.
func (s *Stage) Calibrate(ctx context.Context, job *stage.Job, name, source string) (Baseline, error) {
	shards, setting, err := s.measureAll(ctx, job, Regan())
	if err != nil {
		return Baseline{}, fmt.Errorf("calibrate: %w", err)
	}
	b, err := s.calibrate(ctx, clean(flatten(shards)), setting)
	if err != nil {
		return Baseline{}, fmt.Errorf("calibrate: %w", err)
	}
	b.Name, b.Source = name, source
	return b, nil
}

// A sample is the situations of one named, rated player in one game.
type sample struct {
	game       int64
	player     string
	elo        int
	situations []Situation
}

// clean lists the samples that a model can be fitted to, in order of games.
func clean(games []measured) []sample {
	var out []sample
	for _, g := range games {
		for _, side := range sides {
			name, decisions := g.of(side)
			s := sample{game: g.id, player: name}
			for _, d := range decisions {
				if d.Modelled {
					s.elo = int(d.Situation.Elo.Or(0))
					s.situations = append(s.situations, *d.Situation)
				}
			}
			if name != "" && len(s.situations) > 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

// Limits of a calibration.
const (
	bucketWidth = 200   // Elo
	minBucket   = 600   // decisions behind a point; with fewer the match rate alone is uncertain by 4 %
	maxBucket   = 20000 // more decisions cost time and change nothing
	minSpreads  = 20    // samples behind a calibrated spread
)

// errNotEnough is returned, wrapped, when there are too few clean decisions for a baseline.
var errNotEnough = errors.New("not enough clean games for a baseline")

// calibrate fits on all samples what the baseline will hold, and on each half what the other half is tested with.
func (s *Stage) calibrate(ctx context.Context, all []sample, setting Setting) (Baseline, error) {
	b, err := fitBaseline(all, setting)
	if err != nil {
		return Baseline{}, err
	}
	var folds [2]struct {
		judge  Baseline
		tested []sample
	}
	for i := range folds {
		if err := ctx.Err(); err != nil {
			return Baseline{}, err
		}
		fitted, tested := halves(all, i)
		folds[i].tested = tested
		if folds[i].judge, err = fitBaseline(fitted, setting); err != nil {
			return Baseline{}, fmt.Errorf("one half of the games: %w", err)
		}
	}
	keep := helps(folds[0].judge, folds[0].tested) + helps(folds[1].judge, folds[1].tested)
	if keep <= 0 {
		b.ComplexityBeta, b.ComplexityMean = 0, 0
	}
	var honest []*Evidence
	for _, f := range folds {
		if keep <= 0 {
			f.judge.ComplexityBeta = 0
		}
		honest = append(honest, s.evidence(f.tested, f.judge)...)
	}
	b.spreads(honest, terciles(situationsOf(all)))
	return b, nil
}

// fitBaseline fits the points, and the shift with complexity where enough decisions have one.
func fitBaseline(samples []sample, setting Setting) (Baseline, error) {
	points, err := fitPoints(samples)
	if err != nil {
		return Baseline{}, err
	}
	b := Baseline{Setting: setting, Points: points}
	n, sum := 0, 0.0
	for _, sit := range situationsOf(samples) {
		if kappa, ok := sit.Complexity.Get(); ok {
			n, sum = n+1, sum+float64(kappa)
		}
	}
	if n < minBucket {
		return b, nil
	}
	b.ComplexityMean = sum / float64(n)
	b.ComplexityBeta, _ = b.shift(samples).Fit()
	return b, nil
}

// shift collects the decisions that have a complexity, under the model without it.
func (b Baseline) shift(samples []sample) *metrics.BestShift {
	var s metrics.BestShift
	var p []float64
	for _, one := range samples {
		model, _ := b.Model(float64(one.elo))
		for i := range one.situations {
			sit := &one.situations[i]
			if kappa, ok := sit.Complexity.Get(); ok {
				p = model.Probabilities(p[:0], sit.Choice.Scaled)
				s.Add(p[0], float64(kappa)-b.ComplexityMean, sit.Choice.Matched())
			}
		}
	}
	return &s
}

// helps is by how much the shift lowers the log loss on games it was not fitted to, times their decisions.
func helps(b Baseline, heldOut []sample) float64 {
	if b.ComplexityBeta == 0 {
		return 0
	}
	s := b.shift(heldOut)
	without, _ := s.LogLoss(0)
	with, ok := s.LogLoss(b.ComplexityBeta)
	if !ok {
		return 0
	}
	return (without - with) * float64(s.Len())
}

// halves cuts the samples in two by game, whole games, alternating in order of play: players and times are in both.
func halves(all []sample, which int) (rest, half []sample) {
	index, last := -1, int64(math.MinInt64)
	for _, s := range all {
		if s.game != last {
			index, last = index+1, s.game
		}
		if index%2 == which {
			half = append(half, s)
		} else {
			rest = append(rest, s)
		}
	}
	return rest, half
}

func situationsOf(samples []sample) (all []*Situation) {
	for _, s := range samples {
		for i := range s.situations {
			all = append(all, &s.situations[i])
		}
	}
	return all
}

// fitPoints fits the model in each bucket of ratings that has enough decisions; if none has, all of them make one.
func fitPoints(all []sample) ([]Point, error) {
	buckets := map[int][]sample{}
	for _, s := range all {
		at := int(math.Round(float64(s.elo)/bucketWidth)) * bucketWidth
		buckets[at] = append(buckets[at], s)
	}
	var points []Point
	for _, at := range slices.Sorted(maps.Keys(buckets)) {
		if p, ok, err := fitPoint(buckets[at]); err != nil {
			return nil, fmt.Errorf("players rated about %d: %w", at, err)
		} else if ok && (len(points) == 0 || p.Elo > points[len(points)-1].Elo) {
			points = append(points, p)
		}
	}
	if len(points) > 0 {
		return points, nil
	}
	p, ok, err := fitPoint(all)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, fmt.Errorf("%w: %d decisions of rated players with signals.min_lines engine lines, want at least %d (see evaluate.grade.games and multipv)", errNotEnough, p.Decisions, minBucket)
	}
	return []Point{p}, nil
}

func fitPoint(samples []sample) (p Point, ok bool, err error) {
	var choices []metrics.Choice
	sum := 0
	for _, s := range samples {
		for i := range s.situations {
			choices = append(choices, s.situations[i].Choice)
			sum += s.elo
		}
	}
	p.Decisions = len(choices)
	if p.Decisions < minBucket {
		return p, false, nil
	}
	p.Elo = sum / p.Decisions
	m, err := metrics.FitPowers(choices[:min(len(choices), maxBucket)])
	p.S, p.C = m.S, m.C
	return p, err == nil, err
}

// evidence turns samples into players of about MinDecisions decisions each: a player's games in order where there are
// enough of them, otherwise the games of several players of one bucket, as they come. The second kind mixes players, so
// the spread between players is a little underestimated.
func (s *Stage) evidence(samples []sample, b Baseline) []*Evidence {
	m := newMeter(s, b, s.MinLines)
	byPlayer := map[string][]sample{}
	for _, one := range samples {
		byPlayer[one.player] = append(byPlayer[one.player], one)
	}
	var out []*Evidence
	rest := map[int][]sample{}
	for _, name := range slices.Sorted(maps.Keys(byPlayer)) {
		blocks, left := s.blocks(&m, name, byPlayer[name])
		out = append(out, blocks...)
		for _, one := range left {
			rest[one.elo/bucketWidth] = append(rest[one.elo/bucketWidth], one)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(rest)) {
		// One side of all games, then the other: the two players of a game must not be in one sample, for their
		// decisions depend on each other and real players never sit on both sides.
		slices.SortStableFunc(rest[at], func(a, b sample) int { return cmp.Compare(a.situations[0].Side, b.situations[0].Side) })
		blocks, _ := s.blocks(&m, fmt.Sprintf("mixed players of %d", at*bucketWidth), rest[at])
		out = append(out, blocks...)
	}
	return out
}

// blocks cuts games into runs of at least MinDecisions decisions; what remains at the end is left.
func (s *Stage) blocks(m *meter, name string, games []sample) (out []*Evidence, left []sample) {
	e, n := &Evidence{Player: name}, 0
	for _, one := range games {
		g := Game{ID: one.game}
		for i := range one.situations {
			g.Decisions = append(g.Decisions, m.measure(&one.situations[i]))
		}
		e.Games = append(e.Games, g)
		left = append(left, one)
		if n += len(g.Decisions); n >= s.MinDecisions {
			out = append(out, e)
			e, n, left = &Evidence{Player: name}, 0, nil
		}
	}
	return out, left
}

// spreads measures the calibration of every signal that has a z, in the order of List; combined needs those of its
// parts, which are measured first.
func (b *Baseline) spreads(honest []*Evidence, thirds [2]float64) {
	b.Calibrations = map[string]metrics.Calibration{}
	for _, s := range List() {
		if !s.Standard {
			b.measureSpread(s, honest, thirds)
		}
	}
	for _, s := range List() {
		if s.Standard {
			b.measureSpread(s, honest, thirds)
		}
	}
}

func (b *Baseline) measureSpread(s Signal, honest []*Evidence, thirds [2]float64) {
	z := rawZ(s, honest, Inputs{Baseline: *b, Terciles: thirds})
	if len(z) < minSpreads {
		return
	}
	if c, ok := metrics.Calibrate(z); ok {
		b.Calibrations[s.Name] = c
	}
}

// rawZ computes the raw z of one signal for all players that have one.
func rawZ(s Signal, players []*Evidence, in Inputs) (z []float64) {
	for _, e := range players {
		if f := s.Measure(e, in); f.Z.OK {
			z = append(z, f.Z.V)
		}
	}
	return z
}
