package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"plyquet/pipeline/run"
)

func k8sCommand(e *Env) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "k8s [CONFIG] --dry-run",
		Short: "Print a run as Indexed Jobs of Kubernetes",
		Long: "K8s prints manifests with the same tasks as slurm submits. It applies nothing: the order in which they are to be\n" +
			"applied stands in comments. cluster.image and cluster.volume have to be set.",
		Example: "  plyquet k8s configs/default.yaml --dry-run --set cluster.image=IMAGE --set cluster.volume=CLAIM",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !dry {
				return &run.UsageError{Text: "k8s only prints manifests: say --dry-run, and apply them with kubectl"}
			}
			s, err := e.spread(cmd.Context(), args)
			if err != nil {
				return err
			}
			if s.site.Image == "" || s.site.Volume == "" {
				return &run.UsageError{Text: "cluster.image and cluster.volume have to be set: the container image with plyquet and an engine, and the claim of the shared folder"}
			}
			s.site.Program = "plyquet"
			if err := s.freeze(); err != nil {
				return err
			}
			text, err := s.site.Kubernetes(s.jobs)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(e.Stdout, text)
			return err
		},
	}
	cmd.Flags().BoolVar(&dry, "dry-run", false, "print the manifests")
	return cmd
}
