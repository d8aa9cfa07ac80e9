package command

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plyquet/pipeline/plan"
	"plyquet/pipeline/run"
)

func planCommand(e *Env) *cobra.Command {
	var asJSON, check bool
	cmd := &cobra.Command{
		Use:   "plan [CONFIG]",
		Short: "Print the steps, each fresh or stale and why",
		Long:  "Plan prints what run would do, and does nothing. With --check it ends with exit code 10 when there is work.",
		Example: "  plyquet plan configs/default.yaml\n" +
			"  plyquet plan configs/default.yaml --set evaluate.grade.depth=12",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := e.Load(args)
			if err != nil {
				return err
			}
			p, err := run.Plan(cmd.Context(), file, e.Options())
			if err != nil {
				return err
			}
			if err := e.showPlan(p, asJSON); err != nil {
				return err
			}
			if check && p.Work() {
				return needsWork{}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&check, "check", false, "exit with 10 when there is work")
	return cmd
}

func (e *Env) showPlan(p *plan.Plan, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(e.Stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(p)
	}
	for _, s := range p.Steps {
		line := fmt.Sprintf("%-10s %s", s.Stage, s.Status)
		if len(s.Reasons) > 0 {
			why := harmless(strings.Join(s.Reasons, "; "))
			line += ": " + strings.TrimPrefix(why, string(plan.Waits)+" ") // the status has said it
		}
		if s.Work != "" {
			line += " (" + harmless(s.Work) + ")"
		}
		fmt.Fprintln(e.Stdout, line)
	}
	if !p.Work() {
		fmt.Fprintln(e.Stdout, "nothing to do")
	}
	return nil
}
