package report

import (
	"fmt"
	"slices"
	"strings"

	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// signal is what the page shows of a row of signals.
type signal struct {
	Player   string             `col:"player,dict"`
	Signal   string             `col:"signal,dict"`
	Value    table.Opt[float32] `col:"value"`
	N        int32              `col:"n"`
	Low      table.Opt[float32] `col:"low"`
	High     table.Opt[float32] `col:"high"`
	Expected table.Opt[float32] `col:"expected"`
	Z        table.Opt[float32] `col:"z"`
	Q        table.Opt[float32] `col:"q"`
	Warning  table.Opt[string]  `col:"warning"`
}

// signals reads every signal by player; players takes them into its table.
func (b *builder) signals() error {
	if !b.has(rows.Signals) {
		return nil
	}
	b.bySignal = map[string][]signal{}
	for r, err := range table.Read[signal](b.job.Inputs[rows.Signals]) {
		if err != nil {
			return err
		}
		c := *r
		c.Player, c.Signal = strings.Clone(r.Player), strings.Clone(r.Signal)
		if w, ok := r.Warning.Get(); ok {
			c.Warning = table.Some(strings.Clone(w))
		}
		b.bySignal[c.Player] = append(b.bySignal[c.Player], c)
	}
	return nil
}

// applySignals puts the signals beside the players: observed and expected match rate, z and a wording that never
// accuses (spec: "consistent with rating", "unusual", "very unusual, review by a person").
func (b *builder) applySignals() {
	if b.bySignal == nil {
		return
	}
	for i := range b.page.Players {
		list := b.bySignal[b.names[i]]
		row := &b.page.Players[i]
		row.Note = "fewer than 120 decisions: no summary"
		for _, s := range list {
			switch s.Signal {
			case "t1":
				row.Match = percentOf(s.Value) + ", " + percentOf(s.Expected)
			case "llr":
				row.Z = fixed(s.Z, 2)
				row.Note = wording(s)
			}
		}
	}
	for i := range b.page.Sections {
		for _, s := range b.bySignal[b.sections[i]] {
			b.page.Sections[i].Signals = append(b.page.Sections[i].Signals, reports.SignalRow{Name: s.Signal, Value: fixed(s.Value, 3), Interval: interval(s.Low, s.High),
				Expected: fixed(s.Expected, 3), Z: fixed(s.Z, 2), Q: fixed(s.Q, 3), N: int64(s.N), Warning: s.Warning.Or("")})
		}
	}
	b.countTested()
}

// countTested states how many players were tested and how many of them chance alone would lift above z = 2.
func (b *builder) countTested() {
	tested := 0
	for _, list := range b.bySignal {
		if slices.ContainsFunc(list, func(s signal) bool { _, ok := s.Z.Get(); return ok && s.Signal == "llr" }) {
			tested++
		}
	}
	b.page.Notices = append(b.page.Notices, fmt.Sprintf("%d players were tested. By chance alone about %.1f of them reach z = 2 and %.2f reach z = 3. "+
		"These numbers describe moves, not intentions: preparation, an underrated or improving player, forcing play and opponents' errors are not checked. "+
		"A low score clears nobody: help in a few moves is not visible here.", tested, 0.0228*float64(tested), 0.00135*float64(tested)))
}

// wording names a score by the tiers of the specification; without a calibrated q there is no tier.
func wording(s signal) string {
	z, hasZ := s.Z.Get()
	q, hasQ := s.Q.Get()
	switch {
	case !hasZ:
		return s.Warning.Or("too few decisions for a summary")
	case hasQ && z >= 4 && q <= 0.01:
		return "very unusual, review by a person"
	case hasQ && z >= 2.5 && q <= 0.2:
		return "unusual"
	case !hasQ && z >= 2.5:
		return "high, but uncalibrated: no statement"
	}
	return "consistent with rating"
}

func fixed(v table.Opt[float32], digits int) string {
	if f, ok := v.Get(); ok {
		return fmt.Sprintf("%.*f", digits, f)
	}
	return ""
}

func percentOf(v table.Opt[float32]) string {
	if f, ok := v.Get(); ok {
		return fmt.Sprintf("%.1f %%", 100*f)
	}
	return "-"
}

func interval(low, high table.Opt[float32]) string {
	if _, ok := low.Get(); !ok {
		return ""
	}
	return fixed(low, 3) + " to " + fixed(high, 3)
}
