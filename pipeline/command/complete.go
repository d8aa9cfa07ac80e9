package command

import (
	"strings"

	"github.com/spf13/cobra"

	"plyquet/pipeline/config"
)

// takesRuns are the arguments that a shell completes with names of runs, by the placeholder in the line of usage.
var takesRuns = []string{"[NAME]", "RUN1"}

// complete teaches the shell the arguments of a command: names of runs, or a configuration.
func (e *Env) complete(cmd *cobra.Command) {
	for _, placeholder := range takesRuns {
		if strings.Contains(cmd.Use, placeholder) {
			cmd.ValidArgsFunction = e.completeRuns
		}
	}
	if strings.Contains(cmd.Use, "[CONFIG]") {
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
		}
	}
	if cmd.Flag("run") != nil {
		_ = cmd.RegisterFlagCompletionFunc("run", e.completeRuns) // the flag exists
	}
}

func (e *Env) completeRuns(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return e.runs(), cobra.ShellCompDirectiveNoFileComp
}

func (e *Env) completeStages(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, construct := range e.Registry {
		names = append(names, construct().Name())
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeSettings lists the keys of --set with what they mean.
func (e *Env) completeSettings(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	keys, err := config.Keys(e.Registry, e.Comments)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var list []string
	for _, k := range keys {
		if strings.HasPrefix(k.Path, begun) {
			list = append(list, k.Path+"=\t"+k.Doc)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
