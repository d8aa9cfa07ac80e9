package signals

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
)

// Topic is `plyquet help signals`: what the signals can and cannot say, and each of them.
func Topic(*command.Env) *cobra.Command {
	return command.Topic("signals", "What fair-play signals can and cannot say, and each of them", func() (string, error) {
		var b strings.Builder
		b.WriteString(topicIntroduction)
		for _, s := range List() {
			fmt.Fprintf(&b, "\n  %s (%s)\n      %s\n", s.Name, s.Unit, s.Doc)
		}
		return b.String(), nil
	})
}

const topicIntroduction = `What fair-play signals can and cannot say

A signal compares what somebody played with what a player of that rating would play in the same positions. It says how unusual
the moves are, with the number of decisions, an interval, and a correction for the number of players looked at. It does not
say why: preparation, a forcing style, an improving or underrated player and opponents' errors all look alike, and help in
a few moves of a game is not visible at all. One game is never evidence, a low score clears nobody, and no number here is
a probability that somebody cheated.

  - z is called uncalibrated until a baseline of your own clean games is used, and no q is given without one:
      plyquet calibrate clean-games --out baselines/club.json
      plyquet run --set signals.baseline=baselines/club.json
  - Fewer than signals.min_decisions decisions give no summary; unrated players get values without expectation, and so does
    everybody where the engine lists fewer than signals.min_lines moves (the default run lists two):
      plyquet run --set evaluate.grade.multipv=10
  - How well the signals find help that was put into games on purpose:
      plyquet run --set validate.enabled=true

The signals, in the order of the report (the first was chosen before looking at any data):
`
