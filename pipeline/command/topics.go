package command

import (
	"embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plyquet/pipeline/config"
	"plyquet/pipeline/run"
)

//go:embed topics
var topicTexts embed.FS

// Topic is a page of help that is no command: `plyquet help NAME`.
func Topic(name, short string, text func() (string, error)) *cobra.Command {
	cmd := &cobra.Command{Use: name, Short: short}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		page, err := text()
		if err != nil {
			page = fmt.Sprintf("this page cannot be written: %v\n", err)
		}
		fmt.Fprint(cmd.OutOrStdout(), page)
	})
	return cmd
}

// strictHelp makes `plyquet help NAME` refuse a name that is neither a command nor a topic; cobra's prints the page of the root
// as if it were the answer.
func (e *Env) strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, err := root.Find([]string{"help"})
	if err != nil {
		return
	}
	help.Example = "  plyquet help run\n  plyquet help config"
	show := help.Run
	help.RunE = func(cmd *cobra.Command, args []string) error {
		e.entered = true
		if _, _, err := root.Find(args); err != nil {
			return &run.UsageError{Text: strings.TrimSpace(err.Error()) + "\nplyquet --help lists commands and topics."}
		}
		show(cmd, args)
		return nil
	}
}

// stored is a topic whose text is in the folder topics.
func stored(name, short string) func(*Env) *cobra.Command {
	return func(*Env) *cobra.Command {
		return Topic(name, short, func() (string, error) {
			text, err := topicTexts.ReadFile("topics/" + name + ".txt")
			return string(text), err
		})
	}
}

// configTopic lists every key: the settings are its only source.
func configTopic(e *Env) *cobra.Command {
	return Topic("config", "Every key of a configuration with its default", func() (string, error) {
		keys, err := config.Keys(e.Registry, e.Comments)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		b.WriteString(configIntroduction)
		for _, k := range keys {
			fmt.Fprintf(&b, "\n%s: %s\n", k.Path, k.Default)
			if k.Doc != "" {
				fmt.Fprintf(&b, "    %s\n", k.Doc)
			}
		}
		return b.String(), nil
	})
}

const configIntroduction = `Every key of a configuration with its default

A configuration is one YAML file that says only what differs from the defaults; an empty file is a valid run. Keys are
nested ("evaluate.grade.depth: 12" below is depth below grade below evaluate); on the command line one key is
--set evaluate.grade.depth=12, before everything that the file says.

  plyquet check CONFIG                 is it right? All mistakes at once, with line and column
  plyquet plan CONFIG                  what would run, and why
  plyquet schema                       the JSON Schema; with it an editor completes keys (see README.md)
`
