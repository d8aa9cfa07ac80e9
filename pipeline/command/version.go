package command

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

func versionCommand(e *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit, the version of the tables and the engine",
		Long: "Version prints everything that decides what a run makes, for a report of a fault or a paper: the build, the version\n" +
			"of the tables, and the engine that `engine.path: auto` finds, with its own name and network.",
		Example: "  plyquet version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintf(e.Stdout, "plyquet %s (commit %s, tables v%d, %s, %s/%s)\n",
				e.Version, e.Commit, e.Program.Schema, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			if e.Engine != nil {
				fmt.Fprintf(e.Stdout, "engine: %s\n", e.Engine(cmd.Context(), e.Base))
			}
			return nil
		},
	}
}
