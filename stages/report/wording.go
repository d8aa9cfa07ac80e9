package report

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// signalNames say what a signal measures. The codes stay in the tables.
var signalNames = map[string]string{
	"llr":                     "log-likelihood ratio of help, all decisions (primary)",
	"llr_when_worse":          "log-likelihood ratio when worse, against other positions",
	"combined":                "best of llr, asd and critical moments, corrected for three looks",
	"match":                   "match rate with the engine's first move",
	"match_top3":              "match rate with the first three moves",
	"equal_best":              "moves as good as the engine's first",
	"asd":                     "average scaled loss",
	"acpl":                    "average centipawn loss",
	"t1":                      "T1: first move, where there is a choice",
	"t2":                      "T2: first two moves, where there is a choice",
	"t3":                      "T3: first three moves, where there is a choice",
	"zero_loss_streak":        "longest run of moves without loss",
	"complexity_agreement":    "match rate weighted by complexity",
	"match_low_complexity":    "match rate, least complex third",
	"match_middle_complexity": "match rate, middle third by complexity",
	"match_high_complexity":   "match rate, most complex third",
	"critical_match":          "match rate at critical moments",
	"asd_opening":             "average scaled loss, opening",
	"asd_middlegame":          "average scaled loss, middlegame",
	"asd_endgame":             "average scaled loss, endgame",
	"time_variation":          "variation of the time spent",
	"time_complexity":         "time spent against complexity",
	"time_difficulty":         "time spent against difficulty",
}

func signalName(code string) string {
	return cmp.Or(signalNames[code], strings.ReplaceAll(code, "_", " "))
}

// warningTexts are short enough to stand beside a number.
var warningTexts = map[string]string{
	rows.WarnFewDecisions:   "too few decisions for a z",
	rows.WarnFewGames:       "fewer than five games: no interval",
	rows.WarnOneGame:        "one game only, which is evidence of nothing",
	rows.WarnUnrated:        "rating not known for some decisions",
	rows.WarnTooFewLines:    "too few engine lines",
	rows.WarnPartlyModelled: "only decisions of rated games with enough lines",
	rows.WarnUncalibrated:   "spread among honest players assumed, not measured",
	rows.WarnOtherSetting:   "baseline made with another engine or setting",
	rows.WarnExtrapolated:   "rating outside the baseline",
	rows.WarnSimilarName:    "another name looks alike; never merged",
	rows.WarnNotScored:      "shown for context, no probability",
	rows.WarnUnlisted:       "some played moves valued by the next position",
}

// explainAll turns warning codes into words, those to skip left out.
func explainAll(codes, skip []string) string {
	var list []string
	for _, code := range codes {
		if !slices.Contains(skip, code) {
			list = append(list, cmp.Or(warningTexts[code], strings.ReplaceAll(code, "_", " ")))
		}
	}
	return strings.Join(list, "; ")
}

// wording is what the page says of a player's primary signal. The tiers describe numbers; without a measured
// calibration there is no tier, and without a z no summary.
func wording(s *rows.Signal) string {
	if s == nil {
		return "no decisions"
	}
	if tier, ok := s.Tier.Get(); ok {
		switch tier {
		case rows.TierStrong:
			return "very unusual, review by a person"
		case rows.TierNotable:
			return "unusual"
		}
		return "consistent with rating"
	}
	if _, ok := s.Z.Get(); ok {
		return "uncalibrated: no summary"
	}
	for _, code := range []string{rows.WarnFewDecisions, rows.WarnTooFewLines, rows.WarnUnrated} {
		if strings.Contains(s.Warnings.Or(""), code) {
			return "no summary: " + warningTexts[code]
		}
	}
	return "no summary"
}

// quantity prints a value with its unit; null is an empty cell.
func quantity(unit string, v table.Opt[float32]) string {
	f, ok := v.Get()
	if !ok {
		return ""
	}
	switch unit {
	case "share":
		return fmt.Sprintf("%.1f %%", 100*f)
	case "cp":
		return fmt.Sprintf("%.1f cp", f)
	case "moves":
		return fmt.Sprintf("%.0f moves", f)
	case "nats":
		return fmt.Sprintf("%.2f nats", f)
	}
	return fmt.Sprintf("%.3f", f)
}

func interval(s *rows.Signal) string {
	if _, ok := s.Low.Get(); !ok {
		return ""
	}
	low, high := quantity(s.Unit, s.Low), quantity(s.Unit, s.High)
	bare, _, _ := strings.Cut(low, " ") // the unit stands once, after the upper bound
	return bare + " to " + high
}

func fixed(v table.Opt[float32], digits int) string {
	if f, ok := v.Get(); ok {
		return fmt.Sprintf("%.*f", digits, f)
	}
	return ""
}

func keysOf[V any](m map[string]V) iter.Seq[string] { return maps.Keys(m) }
