package report

import (
	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
	"plyquet/pipeline/run"
)

// Command is `plyquet report`: the stage alone, on whatever a run has so far.
func Command(e *command.Env) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "report [NAME]",
		Short: "Write the report of a finished or half-finished run",
		Long: "Report reads the tables that a run has so far (NAME is the run's name, demo without it) and writes its page, plots\n" +
			"and data card. What the run does not have is named on the page. Settings of the section report can be changed\n" +
			"with --set.",
		Example: "  plyquet report demo\n" +
			"  plyquet report demo --set report.names=pseudonyms",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, _, err := e.OpenRun(args)
			if err != nil {
				return err
			}
			return e.Run(cmd.Context(), []string{dir}, run.Options{Only: New().Name(), Force: force}, "report.enabled=true")
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "write it again even if nothing has changed")
	return cmd
}
