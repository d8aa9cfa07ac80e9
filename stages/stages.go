// Package stages lists the stages and the commands that know chess. A new one is a folder and a line here; nothing
// registers itself. The package is for these two lists alone, in the order of the data: what a stage shares with another is
// beside it (rows, gamerecord, sampled, filename), what it shares with the machinery in pipeline/stage.
package stages

import (
	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
	"plyquet/pipeline/stage"
	"plyquet/stages/complexity"
	"plyquet/stages/doctor"
	"plyquet/stages/evaluate"
	"plyquet/stages/explore"
	"plyquet/stages/fetch"
	"plyquet/stages/grade"
	"plyquet/stages/ingest"
	"plyquet/stages/positions"
	"plyquet/stages/report"
	"plyquet/stages/sample"
	"plyquet/stages/signals"
	"plyquet/stages/simulate"
)

// All constructs every stage with its defaults, in the order of the data.
var All = []func() stage.Stage{
	func() stage.Stage { return fetch.New() },
	func() stage.Stage { return sample.New() },
	func() stage.Stage { return ingest.New() },
	func() stage.Stage { return positions.New() },
	func() stage.Stage { return evaluate.New() },
	func() stage.Stage { return grade.New() },
	func() stage.Stage { return complexity.New() },
	func() stage.Stage { return signals.New() },
	report.New,
	func() stage.Stage { return signals.NewValidate() },
	func() stage.Stage { return simulate.New() },
}

// Commands are those that know chess. A new one is a package (or a file in one) and a line here.
var Commands = []func(*command.Env) *cobra.Command{
	explore.Command,
	doctor.Command,
	fetch.Command,
	signals.Command,
	signals.Topic,
	evaluate.Command,
	report.Command,
	report.Compare,
}
