package report

import (
	"fmt"
	"math"
	"strings"

	"plyquet/pipeline/command"
	"plyquet/reports"
)

// findings states the main numbers in sentences, each with its sample size.
func (b *builder) findings() {
	say := func(anchor, format string, args ...any) {
		b.page.Findings = append(b.page.Findings, reports.Finding{Text: fmt.Sprintf(format, args...), Anchor: anchor})
	}
	if len(b.page.Openings) > 0 {
		o := b.page.Openings[0]
		n := o.White + o.Draws + o.Black
		say("openings", "Of %s visits of the %s, White won %.1f %%, %.1f %% were drawn and Black won %.1f %%.", command.Thousands(n), o.Name,
			100*float64(o.White)/float64(n), 100*float64(o.Draws)/float64(n), 100*float64(o.Black)/float64(n))
	}
	var acc, acpl []float64
	for _, g := range b.data.Accuracy {
		if g.Profile == "lichess" && !math.IsNaN(g.ACPL) {
			acc, acpl = append(acc, g.Accuracy), append(acpl, g.ACPL)
		}
	}
	if len(acc) > 0 {
		say("plot-accuracy-by-rating", "Mean accuracy by the lichess profile is %.1f %% and mean centipawn loss %.1f, over %s rated sides of games.",
			average(acc), average(acpl), command.Thousands(int64(len(acc))))
	}
	if n := len(b.data.Complexity); n > 0 {
		var k []float64
		for _, p := range b.data.Complexity {
			k = append(k, p.Kappa)
		}
		say("plot-complexity-by-phase", "Mean complexity is %.3f over %d positions.", average(k), n)
	}
	if len(b.data.Correlations) > 0 {
		c := b.data.Correlations[0]
		say("correlations", "Does the human lose more where the position is complex? %s over %d decisions (%s).", sentence(c.String()), c.N, c.Definition)
	}
	if t := faultShare(b.data.Classes); t.moves > 0 {
		say("plot-move-classes", "%.2f %% of %s moves graded by the lichess profile are blunders.", 100*float64(t.blunders)/float64(t.moves), command.Thousands(t.moves))
	}
}

func average(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

type faults struct{ moves, blunders int64 }

func faultShare(classes []reports.ClassCount) (t faults) {
	for _, c := range classes {
		if c.Profile != "lichess" {
			continue
		}
		t.moves += c.Moves
		if c.Class == "blunder" {
			t.blunders += c.Moves
		}
	}
	return t
}

// sentence begins with a capital letter.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
