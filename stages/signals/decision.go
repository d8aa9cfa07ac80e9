package signals

import (
	"math"

	"plyquet/metrics"
	"plyquet/pipeline/table"
)

// A Decision is a Situation that takes part, measured: what happened and what the model of the player's rating
// expected.
type Decision struct {
	Situation *Situation
	// Modelled says that the expectations below mean something: the player is rated and the engine listed enough.
	Modelled bool
	// Facts compare one decision with the model; without a model only the Actual parts count.
	Facts        metrics.Projection
	Top          metrics.TopCount
	ListsTop3    bool // the engine listed the first three moves, or all there are
	BestChance   float64
	PlayedChance float64
	// Difficulty is the expected loss of a player rated referenceElo; Critical that it is at least criticalLoss.
	Difficulty float64
	HasSpread  bool // enough lines for Difficulty
}

// Critical moments are positions in which a player of reference strength is expected to lose criticalLoss scaled
// pawns: a property of the position, the same for all players.
//
// Note: this is what help is worth under the model, not what people find hard. On 449 real decisions (players rated
// 2080 to 2420, depth 10) its rank correlation with the loss of the played move was -0.06 (95 %: -0.16 to 0.05), that
// of complexity 0.25 (0.16 to 0.33): an obvious recapture has a wide spread, and everybody finds it.
const (
	referenceElo = 2000
	criticalLoss = 0.15
)

// Critical reports a critical moment.
func (d *Decision) Critical() bool { return d.HasSpread && d.Difficulty >= criticalLoss }

// A meter measures decisions under one baseline. It belongs to one worker: it has scratch memory.
type meter struct {
	baseline  Baseline
	mix       metrics.Mixture
	minLines  int
	lines     int // of the search
	reference metrics.Powers
	p         []float64
}

// newMeter returns a meter for decisions of a search with the given number of lines.
func newMeter(s *Stage, b Baseline, lines int) meter {
	m := meter{baseline: b, mix: metrics.Mixture{Rho: s.Rho, Margin: s.Margin, First: s.First}, minLines: s.MinLines, lines: lines}
	m.reference, _ = b.Model(referenceElo)
	return m
}

// lists reports that the engine listed n moves, or all there are. In a search with fewer lines not even the positions
// with hardly any legal moves do: they would stand for all the others.
func (m *meter) lists(n int, sit *Situation) bool {
	return m.lines >= n && sit.Lines >= min(n, sit.Legal)
}

// measure makes a decision of a situation that is not excluded.
func (m *meter) measure(sit *Situation) *Decision {
	d := &Decision{Situation: sit, Top: metrics.DefaultTopRule().Count(sit.Choice, sit.Lines)}
	d.HasSpread, d.ListsTop3 = m.lists(m.minLines, sit), m.lists(3, sit)
	if d.HasSpread {
		d.Difficulty = m.difficulty(sit.Choice)
	}
	elo, rated := sit.Elo.Get()
	d.Modelled = rated && d.HasSpread
	model := m.reference // for the parts of Facts that need no model
	if rated {
		model, _ = m.baseline.Model(float64(elo))
	}
	m.p = model.Probabilities(m.p[:0], sit.Choice.Scaled)
	if kappa, ok := sit.Complexity.Get(); ok && m.baseline.ComplexityBeta != 0 {
		metrics.AdjustBest(m.p, m.baseline.ComplexityBeta*(float64(kappa)-m.baseline.ComplexityMean))
	}
	d.Facts.Add(sit.Choice, m.p, m.mix)
	d.BestChance, d.PlayedChance = m.p[0], m.p[sit.Choice.Played]
	return d
}

// difficulty is the scaled loss that a player of reference strength is expected to suffer.
func (m *meter) difficulty(c metrics.Choice) (loss float64) {
	m.p = m.reference.Probabilities(m.p[:0], c.Scaled)
	for i, p := range m.p {
		loss += p * c.Scaled[i]
	}
	return loss
}

// think is the time spent in seconds.
func (d *Decision) think() (float64, bool) {
	ms, ok := d.Situation.SpentMs.Get()
	return float64(ms) / 1000, ok
}

func (d *Decision) complexity() (float64, bool) {
	v, ok := d.Situation.Complexity.Get()
	return float64(v), ok
}

// some makes a column value; NaN and infinities, which no statistic here should yield, become null.
func some(v float64, ok bool) table.Opt[float32] {
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		return table.Opt[float32]{}
	}
	return table.Some(float32(v))
}
