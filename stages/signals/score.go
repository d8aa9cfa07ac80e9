package signals

import (
	"context"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"

	"plyquet/metrics"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// A person is one player with all findings, in the order of List.
type person struct {
	evidence *Evidence
	findings []Finding
	ratings  ratings
}

// ratings are the range over the games used.
type ratings struct{ low, high table.Opt[int16] }

func (r *ratings) add(elo table.Opt[int16]) {
	v, ok := elo.Get()
	if !ok {
		return
	}
	r.low = table.Some(min(v, r.low.Or(v)))
	r.high = table.Some(max(v, r.high.Or(v)))
}

// examine computes all findings of a player. The seed of every interval depends on the player and the signal alone, so
// that neither the order of the players nor the list of signals changes a number.
func (j *judge) examine(ctx context.Context, e *Evidence) (*person, error) {
	p := &person{evidence: e}
	for d := range e.all() {
		p.ratings.add(d.Situation.Elo)
	}
	common := j.commonWarnings(e)
	for _, s := range j.signals {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		in := j.inputs
		in.Bootstrap.Seed ^= seedOf(e.Player, s.Name)
		f := s.Measure(e, in)
		f.warn(common...)
		if f.Games == 1 {
			f.warn(rows.WarnOneGame)
		}
		p.findings = append(p.findings, f)
	}
	return p, nil
}

func seedOf(player, signal string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(player))
	h.Write([]byte{0})
	h.Write([]byte(signal))
	return h.Sum64()
}

// A judge turns evidence into rows. It is read-only while players are examined.
type judge struct {
	signals      []Signal
	inputs       Inputs
	setting      Setting
	minDecisions int
	similar      map[string]bool
}

func (j *judge) commonWarnings(e *Evidence) (warnings []string) {
	if j.inputs.Baseline.Setting != j.setting {
		warnings = append(warnings, rows.WarnOtherSetting)
	}
	if j.similar[e.Player] {
		warnings = append(warnings, rows.WarnSimilarName)
	}
	unlisted, extrapolated := false, false
	for d := range e.all() {
		unlisted = unlisted || !d.Situation.Listed
		if elo, ok := d.Situation.Elo.Get(); ok && !extrapolated {
			_, extrapolated = j.inputs.Baseline.Model(float64(elo))
		}
	}
	if unlisted {
		warnings = append(warnings, rows.WarnUnlisted)
	}
	if extrapolated {
		warnings = append(warnings, rows.WarnExtrapolated)
	}
	return warnings
}

// verdicts are z, p and q of one signal over all players.
type verdicts struct {
	z, p, q    []metrics.Maybe
	tested     int
	calibrated bool
}

// correct adjusts one signal for the spread of honest players and for the number of players tested. Players below the
// sample floor are not tested.
func (j *judge) correct(index int, people []*person) verdicts {
	s := j.signals[index]
	calibration, measured := j.inputs.Baseline.calibration(s)
	v := verdicts{z: make([]metrics.Maybe, len(people)), p: make([]metrics.Maybe, len(people)), q: make([]metrics.Maybe, len(people)),
		calibrated: measured && j.inputs.Baseline.Setting == j.setting}
	var tested []int
	var ps []float64
	for i, person := range people {
		f := &person.findings[index]
		switch {
		case !f.Z.OK && !f.P.OK:
		case f.N < j.minDecisions:
			f.warn(rows.WarnFewDecisions)
		case f.P.OK:
			v.p[i] = f.P
		default:
			z := calibration.Adjust(f.Z.V)
			v.z[i], v.p[i] = metrics.Known(z), metrics.Known(metrics.UpperTail(z))
			tested, ps = append(tested, i), append(ps, v.p[i].V)
			if !v.calibrated {
				f.warn(rows.WarnUncalibrated)
			}
		}
	}
	v.tested = len(tested)
	if v.calibrated {
		for k, q := range s.correction(ps) {
			v.q[tested[k]] = metrics.Known(q)
		}
	}
	return v
}

func (s Signal) correction(p []float64) []float64 {
	if s.Name == rows.PrimarySignal {
		return metrics.BenjaminiHochberg(p)
	}
	return metrics.BenjaminiYekutieli(p)
}

func (s Signal) correctionName() string {
	if s.Name == rows.PrimarySignal {
		return "bh"
	}
	return "by"
}

// tier needs both: z for the size of the effect, q for the number of players it was picked from.
func tier(z, q float64) string {
	switch {
	case z >= 4 && q <= 0.01:
		return rows.TierStrong
	case z >= 2.5 && q <= 0.2:
		return rows.TierNotable
	}
	return rows.TierNone
}

// rows makes the rows of all players, by player and then in the order of the list of signals.
func (j *judge) rows(people []*person) []rows.Signal {
	bySignal := make([]verdicts, len(j.signals))
	for i := range j.signals {
		bySignal[i] = j.correct(i, people)
	}
	out := make([]rows.Signal, 0, len(people)*len(j.signals))
	for i, p := range people {
		for k, s := range j.signals {
			out = append(out, j.row(s, p, p.findings[k], bySignal[k], i))
		}
	}
	return out
}

func (j *judge) row(s Signal, p *person, f Finding, v verdicts, i int) rows.Signal {
	r := rows.Signal{
		Player: p.evidence.Player, Signal: s.Name, Unit: s.Unit,
		Value: some(f.Value.V, f.Value.OK), N: int32(f.N), Games: int32(f.Games),
		Expected: some(f.Expected.V, f.Expected.OK), ZRaw: some(f.Z.V, f.Z.OK),
		Z: some(v.z[i].V, v.z[i].OK), P: some(v.p[i].V, v.p[i].OK), Q: some(v.q[i].V, v.q[i].OK),
		Tested: int32(v.tested), RatingLow: p.ratings.low, RatingHigh: p.ratings.high,
		Baseline: j.inputs.Baseline.Name, Setting: j.setting.String(),
	}
	if f.Kind != "" {
		r.Low, r.High = some(f.Interval.Low, true), some(f.Interval.High, true)
		r.Interval = table.Some(string(f.Kind))
	}
	if v.z[i].OK {
		r.FalseHits = some(metrics.ExpectedFalseHits(v.z[i].V, v.tested), true)
	}
	if v.q[i].OK {
		r.Correct = table.Some(s.correctionName())
		r.Tier = table.Some(tier(v.z[i].V, v.q[i].V))
	}
	if len(f.Warnings) > 0 {
		r.Warnings = table.Some(strings.Join(f.Warnings, "; "))
	}
	return r
}

// gather sorts decisions by player. Players without a name take no part: they are not one person.
func gather(games []measured) []*Evidence {
	players := map[string]*Evidence{}
	for _, g := range games {
		for _, side := range sides {
			name, decisions := g.of(side)
			if name == "" || len(decisions) == 0 {
				continue
			}
			e := players[name]
			if e == nil {
				e = &Evidence{Player: name}
				players[name] = e
			}
			e.Games = append(e.Games, Game{g.id, decisions})
		}
	}
	out := make([]*Evidence, 0, len(players))
	for _, name := range slices.Sorted(maps.Keys(players)) {
		out = append(out, players[name])
	}
	return out
}

// terciles cut the complexities of all decisions in three.
func terciles(decisions []*Situation) [2]float64 {
	var all []float64
	for _, sit := range decisions {
		if v, ok := sit.Complexity.Get(); ok {
			all = append(all, float64(v))
		}
	}
	if len(all) == 0 {
		return [2]float64{math.Inf(1), math.Inf(1)}
	}
	slices.Sort(all)
	return [2]float64{metrics.Quantile(all, 1./3), metrics.Quantile(all, 2./3)}
}
