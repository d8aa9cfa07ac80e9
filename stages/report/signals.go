package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"plyquet/metrics"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// signals reads every signal by player; players takes them into its table.
func (b *builder) signals() error {
	if !b.has(rows.Signals) {
		return nil
	}
	b.bySignal = map[string][]rows.Signal{}
	for r, err := range table.Read[rows.Signal](b.job.Inputs[rows.Signals]) {
		if err != nil {
			return err
		}
		b.bySignal[r.Player] = append(b.bySignal[r.Player], *r)
	}
	return nil
}

// applySignals puts the signals beside the players: in the table observed against expected match rate and the primary
// z, in the sections every signal with its interval, sample size and warnings.
func (b *builder) applySignals() {
	if b.bySignal == nil {
		return
	}
	for i := range b.page.Players {
		summarise(&b.page.Players[i], b.bySignal[b.names[i]])
	}
	for i := range b.page.Sections {
		b.detail(&b.page.Sections[i], b.bySignal[b.sections[i]])
	}
	b.signalNotices()
}

func summarise(row *reports.PlayerRow, list []rows.Signal) {
	row.Note = "no decision of this player counts"
	for _, s := range list {
		switch s.Signal {
		case "match":
			row.Decisions = int64(s.N)
			row.Match = quantity(s.Unit, s.Value)
			if _, ok := s.Expected.Get(); ok {
				row.Match += ", " + quantity(s.Unit, s.Expected)
			}
		case rows.PrimarySignal:
			row.ZRaw, row.Z, row.Q = fixed(s.ZRaw, 2), fixed(s.Z, 2), fixed(s.Q, 3)
			row.Note = wording(&s)
		}
	}
}

func (b *builder) detail(section *reports.PlayerSection, list []rows.Signal) {
	common := commonWarnings(list)
	for _, s := range list {
		section.Signals = append(section.Signals, reports.SignalRow{
			Name: signalName(s.Signal), Value: quantity(s.Unit, s.Value), Interval: interval(&s), Expected: quantity(s.Unit, s.Expected),
			ZRaw: fixed(s.ZRaw, 2), Z: fixed(s.Z, 2), Q: fixed(s.Q, 3), FalseHits: fixed(s.FalseHits, 2),
			N: int64(s.N), Games: int64(s.Games), Warning: explainAll(codesOf(&s), common)})
	}
	if len(list) == 0 {
		return
	}
	s := list[0]
	rating := "unrated in the games used"
	if low, ok := s.RatingLow.Get(); ok {
		rating = span(low, s.RatingHigh.Or(low)) + ", as the games' tags say on their dates"
	}
	section.Facts = append(section.Facts,
		reports.Fact{Label: "rating used", Value: rating},
		reports.Fact{Label: "baseline", Value: s.Baseline},
		reports.Fact{Label: "setting", Value: s.Setting},
		reports.Fact{Label: "summary", Value: wording(find(list, rows.PrimarySignal))})
	if len(common) > 0 {
		section.Facts = append(section.Facts, reports.Fact{Label: "holds for every number below", Value: explainAll(common, nil)})
	}
}

func span(low, high int16) string {
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

func codesOf(s *rows.Signal) (codes []string) {
	for code := range strings.SplitSeq(s.Warnings.Or(""), ";") {
		if code = strings.TrimSpace(code); code != "" {
			codes = append(codes, code)
		}
	}
	return codes
}

// commonWarnings are those of every signal of a player: said once, they are read; said twenty times, they are not.
func commonWarnings(list []rows.Signal) (common []string) {
	if len(list) < 2 {
		return nil
	}
	for _, code := range codesOf(&list[0]) {
		if !slices.ContainsFunc(list, func(s rows.Signal) bool { return !slices.Contains(codesOf(&s), code) }) {
			common = append(common, code)
		}
	}
	return common
}

func find(list []rows.Signal, name string) *rows.Signal {
	if i := slices.IndexFunc(list, func(s rows.Signal) bool { return s.Signal == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// signalNotices states above the players what every reader has to know: how many were tested and what chance alone
// does to so many, what was used and left out, what was not checked, and what a low number does not mean.
func (b *builder) signalNotices() {
	tested, calibrated := 0, false
	top := math.Inf(-1)
	var one *rows.Signal
	for _, name := range slices.Sorted(keysOf(b.bySignal)) {
		s := find(b.bySignal[name], rows.PrimarySignal)
		if s == nil {
			continue
		}
		one = s
		if z, ok := s.Z.Get(); ok {
			tested, top = int(s.Tested), max(top, float64(z))
		}
		if _, ok := s.Q.Get(); ok {
			calibrated = true
		}
	}
	if one == nil {
		return
	}
	b.notice("These numbers describe moves, not intentions; nothing on this page says that anybody broke a rule.")
	b.notice("%s", multiplicity(tested, top))
	if tested > 0 && !calibrated {
		b.notice("The baseline %s is uncalibrated for this setting: the spread of z among honest players was assumed, not measured, so no q is given and no summary is made of z.", one.Baseline)
	}
	b.notice("Used: %s. Left out by reason: %s.", one.Setting, orNothing(b.exclusions()))
	b.notice("Not checked, and each can make honest play look unusual: preparation, a forcing style, an underrated or improving player, a new account, opponents' errors that make good moves obvious.")
	b.notice("A low number clears nobody: help in a few moves is not visible in any of these signals.")
}

func multiplicity(tested int, top float64) string {
	if tested == 0 {
		return "No player was tested: for a z nobody has enough decisions (signals.min_decisions) of rated games with enough engine lines (signals.min_lines and evaluate.grade.multipv)."
	}
	if tested == 1 {
		return fmt.Sprintf("One player was tested: z is %.2f; by chance alone an honest player reaches z = 2 once in 44 times and z = 3 once in 741.", top)
	}
	return fmt.Sprintf("%d players were tested. By chance alone about %.2f honest players among so many reach z = 2, %.3f reach z = 3. "+
		"The largest z among %d honest players is above %.2f half of the time; one player of %d would need %.2f for a family-wise error of 5 %%. The largest here is %.2f.",
		tested, metrics.ExpectedFalseHits(2, tested), metrics.ExpectedFalseHits(3, tested), tested, metrics.MedianMaxZ(tested), tested, metrics.BonferroniZ(0.05, tested), top)
}

// exclusions lists why decisions took no part, from the account of the step signals.
func (b *builder) exclusions() string {
	var list []string
	for _, step := range b.job.Before {
		if step.Stage == "signals" {
			for _, r := range reasons(stage.Counts{Filtered: step.Counts.Filtered}) {
				list = append(list, fmt.Sprintf("%s %d", strings.ReplaceAll(r.Name, "_", " "), r.Count))
			}
		}
	}
	return strings.Join(list, ", ")
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

func (b *builder) notice(format string, args ...any) {
	b.page.Notices = append(b.page.Notices, fmt.Sprintf(format, args...))
}
