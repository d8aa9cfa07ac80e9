package command

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"plyquet/pipeline/manifest"
)

func manCommand(e *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the manual pages",
		Long: "Man writes a page of section 1 for every command and one of section 7 for every topic of help. Put them where man\n" +
			"looks: a folder man1 and man7 below one of those that manpath prints.",
		Example: "  plyquet man ~/.local/share/man            # then: man plyquet-run",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n := 0
			err := eachPage(cmd.Root(), func(p *cobra.Command) error {
				n++
				return manifest.Replace(filepath.Join(args[0], pageFile(p)), e.page(p))
			})
			if err != nil {
				return fmt.Errorf("write the manual pages: %w", err)
			}
			fmt.Fprintf(e.Stdout, "%d pages in %s; to read one: man -l %s\n", n, args[0], filepath.Join(args[0], "man1", "plyquet.1"))
			return nil
		},
	}
}

// eachPage visits the commands and topics that help names, those above first.
func eachPage(cmd *cobra.Command, visit func(*cobra.Command) error) error {
	if err := visit(cmd); err != nil {
		return err
	}
	for _, below := range cmd.Commands() {
		if below.Name() == "help" || below.Hidden {
			continue
		}
		if err := eachPage(below, visit); err != nil {
			return err
		}
	}
	return nil
}

func isTopic(cmd *cobra.Command) bool { return !cmd.Runnable() && !cmd.HasSubCommands() }

func section(cmd *cobra.Command) string {
	if isTopic(cmd) {
		return "7"
	}
	return "1"
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

func pageFile(cmd *cobra.Command) string {
	return filepath.Join("man"+section(cmd), pageName(cmd)+"."+section(cmd))
}

// page writes a manual page in the macros of man(7). cobra's own writer of manual pages would bring in a library for
// Markdown and one for YAML.
func (e *Env) page(cmd *cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH %s %s \"\" \"plyquet %s\" plyquet\n", roff(strings.ToUpper(pageName(cmd))), section(cmd), roff(e.Version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(pageName(cmd)), roff(cmd.Short))
	if isTopic(cmd) {
		var text bytes.Buffer
		cmd.SetOut(&text)
		defer cmd.SetOut(nil)
		cmd.HelpFunc()(cmd, nil)
		fmt.Fprintf(&b, ".SH DESCRIPTION\n%s", verbatim(text.String()))
		return b.Bytes()
	}
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n%s\n", roff(cmd.UseLine()), roff(cmd.Long))
	if cmd.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, below := range cmd.Commands() {
			if below.IsAvailableCommand() {
				fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(below.Name()), roff(below.Short))
			}
		}
	}
	options(&b, "OPTIONS", cmd.LocalFlags())
	options(&b, "OPTIONS OF EVERY COMMAND", cmd.InheritedFlags())
	if cmd.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n%s", verbatim(cmd.Example))
	}
	related(&b, cmd)
	return b.Bytes()
}

func options(b *bytes.Buffer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		kind, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR %s\n%s\n", roff(name), roff(kind), roff(usage))
	})
}

// related names the page above, or for the uppermost all the others.
func related(b *bytes.Buffer, cmd *cobra.Command) {
	var names []string
	if cmd.HasParent() {
		names = append(names, pageName(cmd.Parent())+"(1)")
	} else {
		for _, below := range cmd.Commands() {
			if isTopic(below) {
				names = append(names, pageName(below)+"(7)")
			}
		}
	}
	fmt.Fprintf(b, ".SH SEE ALSO\n%s\n", roff(strings.Join(names, ", ")))
}

func verbatim(text string) string { return ".nf\n" + roff(strings.TrimRight(text, "\n")) + "\n.fi\n" }

// roff hides what the formatter would take for its own: backslashes, hyphens (it would make them typographic, and then a
// copied option does not work), and a period or an apostrophe at the beginning of a line.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
