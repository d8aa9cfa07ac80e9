package fetch

import (
	"fmt"

	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
	"plyquet/pipeline/run"
)

// Command is `plyquet fetch`: the first step alone, and the lock file.
func Command(e *command.Env) *cobra.Command {
	var lockPath string
	var force bool
	cmd := &cobra.Command{
		Use:   "fetch [CONFIG]",
		Short: "Fetch the archives of a run, and lock them",
		Long: "Fetch runs the first step alone. It transfers what is missing or has changed; failed archives are asked for again\n" +
			"with --force. With --lock it then writes the name, size and sha256 of every archive to a lock file; a run whose\n" +
			"fetch.lock names that file refuses everything else.",
		Example: "  plyquet fetch configs/pgnmentor.yaml --lock configs/pgnmentor.lock\n" +
			"  plyquet run configs/pgnmentor.yaml --set fetch.lock=configs/pgnmentor.lock",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var overrides []string
			if lockPath != "" {
				overrides = append(overrides, "fetch.lock=") // a new lock is made from what is there now
			}
			opt := run.Options{Only: "fetch", Force: force}
			if err := e.Run(cmd.Context(), args, opt, overrides...); err != nil || lockPath == "" {
				return err
			}
			return lockRun(e, args, lockPath)
		},
	}
	cmd.Flags().StringVar(&lockPath, "lock", "", "write this lock file when everything is there")
	cmd.Flags().BoolVar(&force, "force", false, "ask the servers again even if the step is fresh")
	return cmd
}

func lockRun(e *command.Env, args []string, path string) error {
	file, err := e.Load(args)
	if err != nil {
		return err
	}
	if err := writeLock(run.RunDir(e.Data(), file.Run), absolute(e.Base, path)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.Stdout, "wrote %s\n", path)
	return err
}
