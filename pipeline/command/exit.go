package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unicode"

	"golang.org/x/term"

	"plyquet/pipeline/config"
	"plyquet/pipeline/run"
)

// Exit codes; scripts depend on them.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2  // wrong command line or configuration
	ExitRejects     = 3  // everything is done, but more was rejected than max_reject_rate allows
	ExitWork        = 10 // plan --check: there is work to do
	ExitInterrupted = 130
)

// needsWork is how plan --check ends when there is work.
type needsWork struct{}

func (needsWork) Error() string { return "there is work to do" }

// ExitCode is the exit code of an error.
func ExitCode(err error) int {
	var wrongConfig config.Errors
	var usage *run.UsageError
	var work needsWork
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &wrongConfig), errors.As(err, &usage):
		return ExitUsage
	case errors.As(err, &work):
		return ExitWork
	case errors.Is(err, run.ErrInterrupted), errors.Is(err, run.ErrKilled), errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.Is(err, run.ErrRejectLimit):
		return ExitRejects
	}
	return ExitFailed
}

// Explain turns an error into the message for the user. Texts in it may come from files nobody has checked, so control
// characters and those that change the direction of writing are shown as '?'.
func Explain(err error) string {
	text := err.Error()
	var path *fs.PathError
	where := ""
	if errors.As(err, &path) {
		where = path.Path
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		text = "the disk is full: " + text + "\nFinished parts are kept: free some space and run again."
	case errors.Is(err, syscall.EROFS):
		text = "the file system is read-only: " + text + advice(where)
	case errors.Is(err, fs.ErrPermission):
		text = "no permission: " + text + advice(where)
	}
	return harmless(brief(text))
}

// brief leaves of a message what can be read: an argument, a name or an address that somebody has filled up stands in it, often
// more than once.
func brief(text string) string {
	const lines, line, end = 300, 4000, 500
	all := strings.Split(text, "\n")
	if len(all) > lines {
		all = append(all[:lines], fmt.Sprintf("... and %d lines more", len(all)-lines))
	}
	for i, l := range all {
		if len(l) > line {
			all[i] = strings.ToValidUTF8(l[:line-end], "") + " ... " + strings.ToValidUTF8(l[len(l)-end:], "")
		}
	}
	return strings.Join(all, "\n")
}

func advice(where string) string {
	if where == "" {
		return ""
	}
	return fmt.Sprintf("\nMake %s writable, or choose another folder with --data.", where)
}

func harmless(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, s)
}

// OneLine is a text from outside as it may stand in a line on a terminal: what could end the line, move the cursor or change
// the direction of writing is shown as '?', and what is too long for anybody to read is cut.
func OneLine(s string) string {
	const most = 500
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return '?'
		}
		return r
	}, harmless(s))
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// isTerminal reports a terminal that bars can be drawn on. One that has no size, as containers and serial lines make them,
// would show none, and no lines in their place.
func isTerminal(f *os.File) bool {
	width, height, err := term.GetSize(int(f.Fd()))
	return err == nil && width > 0 && height > 0
}
