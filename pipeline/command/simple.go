package command

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"plyquet/pipeline/config"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

func checkCommand(e *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "check [CONFIG]",
		Short: "Validate a configuration; no work",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			file, err := e.Load(args)
			if err != nil {
				return err
			}
			name := file.Path
			if name == "" {
				name = "the default configuration"
			}
			fmt.Fprintf(e.Stdout, "%s is valid: run %s\n", name, file.Run)
			return nil
		},
	}
}

func commitCommand(e *Env) *cobra.Command {
	var only string
	cmd := &cobra.Command{
		Use:   "commit [CONFIG] --only STAGE",
		Short: "Enter a stage whose shards were run by tasks with --shards",
		Long: "Commit checks that every shard of the stage has been done and enters the stage into the manifest. It names the shards\n" +
			"that are missing and the tasks that failed.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if only == "" {
				return &run.UsageError{Text: "commit needs --only STAGE"}
			}
			file, err := e.Load(args)
			if err != nil {
				return err
			}
			opt := e.Options()
			opt.Notify = e.story(e.Stdout).tell
			return run.Commit(cmd.Context(), file, only, opt)
		},
	}
	cmd.Flags().StringVar(&only, "only", "", "the stage")
	_ = cmd.RegisterFlagCompletionFunc("only", e.completeStages) // the flag exists
	return cmd
}

func stagesCommand(e *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "stages",
		Short: "List the stages with what they read and write",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, construct := range e.Registry {
				s := construct()
				reads, writes := s.IO()
				note := ""
				if _, ok := s.(stage.OptIn); ok {
					note = "  (runs with enabled: true)"
				}
				fmt.Fprintf(e.Stdout, "%-10s v%d  reads %s  writes %s%s\n", s.Name(), s.Version(), list(reads), list(writes), note)
			}
			return nil
		},
	}
}

func list(ids []stage.TableID) string {
	if len(ids) == 0 {
		return "-"
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = string(id)
	}
	return strings.Join(names, ",")
}

func schemaCommand(e *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of a configuration, for editors",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			text, err := config.Schema(e.Registry)
			if err != nil {
				return err
			}
			_, err = e.Stdout.Write(text)
			return err
		},
	}
}

func versionCommand(e *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(e.Stdout, "plyquet %s (%s, tables v%d, %s, %s/%s)\n",
				e.Version, e.Commit, e.Program.Schema, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}
