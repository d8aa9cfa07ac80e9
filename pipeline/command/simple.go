package command

import (
	"fmt"
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
		Long: "Check names everything that is wrong with a configuration at once, with line, column and what would be right.\n" +
			"`plyquet help config` lists every key.",
		Example: "  plyquet check configs/default.yaml\n" +
			"  plyquet check configs/default.yaml --set evaluate.grade.depth=12",
		Args: cobra.MaximumNArgs(1),
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
		Example: "  plyquet commit configs/default.yaml --only ingest",
		Args:    cobra.MaximumNArgs(1),
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
		Long: "Stages lists the steps of a run in order: the version of what each makes, and the tables it reads and writes. The names\n" +
			"are those of --from, --to and --only, and of the sections of a configuration.",
		Example: "  plyquet stages",
		Args:    cobra.NoArgs,
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
		Long: "Schema prints what configs/schema.json holds. An editor with a YAML language server completes and checks keys in a file\n" +
			"that begins with: # yaml-language-server: $schema=./schema.json",
		Example: "  plyquet schema > schema.json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			text, err := config.Schema(e.Registry, e.Comments)
			if err != nil {
				return err
			}
			_, err = e.Stdout.Write(text)
			return err
		},
	}
}
