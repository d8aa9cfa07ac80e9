package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
)

// ours visits every command that this program wrote: those of cobra itself have their own texts.
func ours(cmd *cobra.Command, visit func(*cobra.Command)) {
	if cmd.Name() == "help" || cmd.Name() == "completion" {
		return
	}
	visit(cmd)
	for _, below := range cmd.Commands() {
		ours(below, visit)
	}
}

// TestEveryCommandHasAnExampleThatParses: the command of an example exists, it is the one that is documented or one that
// leads to it, and its flags and arguments are right.
func TestEveryCommandHasAnExampleThatParses(t *testing.T) {
	ours(program().Tree(), func(cmd *cobra.Command) {
		if cmd.HasParent() && !cmd.Runnable() {
			return
		}
		own := false
		for line := range strings.Lines(cmd.Example) {
			words := shellWords(line)
			if len(words) < 2 || words[0] != "plyquet" {
				t.Errorf("%s: example %q does not begin with plyquet", cmd.CommandPath(), line)
				continue
			}
			found, rest, err := program().Tree().Find(words[1:])
			if err == nil {
				err = found.ParseFlags(rest)
			}
			if err == nil {
				err = found.ValidateArgs(found.Flags().Args())
			}
			if err == nil {
				err = found.ValidateRequiredFlags()
			}
			if err != nil {
				t.Errorf("%s: example %q: %v", cmd.CommandPath(), strings.TrimSpace(line), err)
			}
			own = own || strings.HasPrefix(found.CommandPath(), cmd.CommandPath())
		}
		if !own || cmd.Long == "" && (!cmd.HasParent() || !cmd.Parent().HasParent()) {
			t.Errorf("%s: its help has no example of its own, or no text", cmd.CommandPath())
		}
	})
}

// shellWords are the words of a line up to a comment, a pipe or a redirection; quotes hold words together.
func shellWords(line string) (words []string) {
	for _, m := range regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`).FindAllString(line, -1) {
		if strings.HasPrefix(m, "#") || m == "|" || m == ">" {
			break
		}
		words = append(words, strings.Trim(m, `"'`))
	}
	return words
}

// TestTopicsNameWhatExists: a command or a flag that a topic of help types is there, and no written line is too long for a
// terminal of 128 columns.
func TestTopicsNameWhatExists(t *testing.T) {
	topics := 0
	ours(program().Tree(), func(cmd *cobra.Command) {
		if cmd.Runnable() || cmd.HasSubCommands() {
			return
		}
		topics++
		var page bytes.Buffer
		cmd.SetOut(&page)
		cmd.HelpFunc()(cmd, nil)
		if page.Len() < 300 {
			t.Errorf("%s: %q", cmd.Name(), page.String())
		}
		for line := range strings.Lines(page.String()) {
			if generated := cmd.Name() == "config" || cmd.Name() == "signals"; !generated && len(line) > 128 {
				t.Errorf("%s: %d columns: %s", cmd.Name(), len(line), line)
			}
			at := strings.Index(line, "plyquet ")
			if at < 0 || cmd.Name() == "config" { // made of comments: prose
				continue
			}
			words := shellWords(regexp.MustCompile(`  .*`).ReplaceAllString(line[at:], ""))
			found, rest, err := program().Tree().Find(words[1:])
			if err == nil {
				err = found.ParseFlags(rest)
			}
			if err != nil || !found.HasParent() {
				t.Errorf("%s: %q: %v", cmd.Name(), strings.TrimSpace(line), err)
			}
		}
	})
	if topics < 5 {
		t.Errorf("%d topics of help", topics)
	}
}

// TestManualPagesFormat writes every page and has groff read them with all warnings.
func TestManualPagesFormat(t *testing.T) {
	dir := t.TempDir()
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if code := program().Main(t.Context(), []string{"man", dir}, out, os.Stderr); code != command.ExitDone {
		t.Fatalf("exit code %d", code)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "man?", "plyquet*.?"))
	if err != nil || len(pages) < 25 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "man1", "plyquet-run.1"))
	if err != nil || !strings.Contains(string(text), `\fB\-\-keep\-going\fR`) {
		t.Errorf("plyquet-run.1 does not document --keep-going (%v):\n%s", err, text)
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("groff is not here: the pages are not formatted")
	}
	warnings, err := exec.Command("groff", append([]string{"-man", "-Tutf8", "-ww", "-z"}, pages...)...).CombinedOutput()
	if err != nil || len(warnings) > 0 {
		t.Errorf("groff: %v\n%s", err, warnings)
	}
}
