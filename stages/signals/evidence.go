package signals

import (
	"slices"

	"plyquet/metrics"
	"plyquet/stages/rows"
)

// Evidence is all decisions of one player that take part, by game. Games are the unit of resampling.
type Evidence struct {
	Player string
	Games  []Game
}

// A Game is the decisions of one player in one game.
type Game struct {
	ID        int64
	Decisions []*Decision
}

// A Signal is one statistic of a player. Adding one is a file with a Signal in it and a line in List.
type Signal struct {
	Name string
	Unit string
	Doc  string // one sentence for the documentation and the report
	// Loss: less is better, so that z is turned round, and the uncalibrated spread of z is that of losses.
	Loss bool
	// Standard: z is made of adjusted values, so that its uncalibrated spread is 1.
	Standard bool
	// Modelled: the signal compares with the model, so it uses modelled decisions alone when the player has any.
	Modelled bool
	Measure  func(e *Evidence, in Inputs) Finding
}

// Inputs are what a signal may use beside the evidence.
type Inputs struct {
	Bootstrap metrics.Bootstrap
	Baseline  Baseline
	Terciles  [2]float64 // of complexity over all decisions of the run; equal when there is none
}

// A Finding is what a signal says of a player. The zero value says nothing.
type Finding struct {
	Value    metrics.Maybe
	N, Games int
	Interval metrics.Interval
	Kind     IntervalKind
	Expected metrics.Maybe
	Z        metrics.Maybe // raw, positive: better than expected
	P        metrics.Maybe // for signals whose probability does not come from z
	Warnings []string
}

// An IntervalKind says how an interval was made.
type IntervalKind string

// The kinds of intervals; the zero value is none.
const (
	WilsonInterval    IntervalKind = "wilson"
	BootstrapInterval IntervalKind = "bootstrap"
)

func maybe(v float64, ok bool) metrics.Maybe { return metrics.Maybe{V: v, OK: ok} }

// only returns the evidence restricted to decisions that keep accepts; games without any are dropped.
func (e *Evidence) only(keep func(d *Decision) bool) *Evidence {
	out := &Evidence{Player: e.Player}
	for _, g := range e.Games {
		var kept []*Decision
		for _, d := range g.Decisions {
			if keep(d) {
				kept = append(kept, d)
			}
		}
		if len(kept) > 0 {
			out.Games = append(out.Games, Game{g.ID, kept})
		}
	}
	return out
}

func isModelled(d *Decision) bool { return d.Modelled }

// comparable restricts the evidence to modelled decisions, if there are any, and says what that left out. Value and
// expectation must be over the same decisions.
func (e *Evidence) comparable() (used *Evidence, modelled bool, warnings []string) {
	used = e.only(isModelled)
	switch all, n := e.count(), used.count(); {
	case n == 0 && all > 0:
		return e, false, e.whyNotModelled()
	case n < all:
		return used, true, append([]string{rows.WarnPartlyModelled}, e.whyNotModelled()...)
	}
	return used, used.count() > 0, nil
}

func (e *Evidence) whyNotModelled() (warnings []string) {
	unrated, cut := false, false
	for d := range e.all() {
		if _, ok := d.Situation.Elo.Get(); !ok {
			unrated = true
		}
		cut = cut || !d.HasSpread
	}
	if unrated {
		warnings = append(warnings, rows.WarnUnrated)
	}
	if cut {
		warnings = append(warnings, rows.WarnTooFewLines)
	}
	return warnings
}

func (e *Evidence) count() (n int) {
	for _, g := range e.Games {
		n += len(g.Decisions)
	}
	return n
}

// all iterates over the decisions in order.
func (e *Evidence) all() func(yield func(*Decision) bool) {
	return func(yield func(*Decision) bool) {
		for _, g := range e.Games {
			for _, d := range g.Decisions {
				if !yield(d) {
					return
				}
			}
		}
	}
}

// sums adds up a tally by game.
func (e *Evidence) sums(of func(d *Decision) metrics.Tally) []metrics.Tally {
	out := make([]metrics.Tally, len(e.Games))
	for i, g := range e.Games {
		for _, d := range g.Decisions {
			out[i] = out[i].Plus(of(d))
		}
	}
	return out
}

func total(games []metrics.Tally) (t metrics.Tally) {
	for _, g := range games {
		t = t.Plus(g)
	}
	return t
}

// bootstrapMean is the interval of a mean over resampled games.
func bootstrapMean(b metrics.Bootstrap, games []metrics.Tally, stat func(metrics.Tally) (float64, bool)) (metrics.Interval, bool) {
	return b.Percentile(len(games), func(sample []int) (float64, bool) {
		var t metrics.Tally
		for _, i := range sample {
			t = t.Plus(games[i])
		}
		return stat(t)
	})
}

// warn adds codes once each.
func (f *Finding) warn(codes ...string) {
	for _, code := range codes {
		if !slices.Contains(f.Warnings, code) {
			f.Warnings = append(f.Warnings, code)
		}
	}
}
