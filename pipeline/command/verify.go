package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"plyquet/pipeline/manifest"
)

func verifyCommand(e *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "verify [NAME]",
		Short: "Compare every file of a run with its manifest",
		Long:  "Verify reads every file of the run, whatever its time says, and names what is missing, damaged or not part of the run.",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, m, err := e.OpenRun(args)
			if err != nil {
				return err
			}
			problems, err := m.Verify(dir, manifest.HashFile)
			if err != nil {
				return err
			}
			for _, p := range problems {
				fmt.Fprintln(e.Stdout, harmless(p.Error()))
			}
			if len(problems) > 0 {
				return fmt.Errorf("%d problems in %s. Remove damaged files and run again: only what is missing is made",
					len(problems), e.short(dir))
			}
			_, files := m.Tables()
			n := 0
			for _, list := range files {
				n += len(list)
			}
			fmt.Fprintf(e.Stdout, "%d files of %d steps are as they were written\n", n, len(m.Steps))
			return nil
		},
	}
}
