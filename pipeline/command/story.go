package command

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"plyquet/pipeline/plan"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// A story tells what a run does, a line for each step with its funnel.
type story struct {
	out     io.Writer
	log     *slog.Logger // set: JSON lines instead of text
	started time.Time
	next    func() string // what to do with the run
}

func (s *story) tell(e run.Event) {
	if s.log != nil {
		s.record(e)
		return
	}
	name := fmt.Sprintf("%-10s ", e.Step.Stage)
	switch e.Kind {
	case run.StepStarted:
		if why := e.Step.Reasons; e.Step.Status == plan.Stale && why[0] != plan.NotRun {
			fmt.Fprintf(s.out, "%s%s\n", name, harmless(strings.Join(why, "; ")))
		}
	case run.StepDone:
		fmt.Fprintf(s.out, "%sdone in %s%s\n", name, seconds(e.Seconds), indent(Funnel(e.Counts)))
	case run.StepFresh:
		fmt.Fprintf(s.out, "%sfresh%s\n", name, indent(Funnel(e.Counts)))
	case run.StepSkipped:
		fmt.Fprintf(s.out, "%sskipped: %s\n", name, strings.Join(e.Step.Reasons, "; "))
	case run.StepNotRun:
		fmt.Fprintf(s.out, "%snot run: %v\n", name, e.Err)
	case run.StepFailed:
		how := "failed"
		if ExitCode(e.Err) == ExitInterrupted {
			how = "stopped"
		}
		fmt.Fprintf(s.out, "%s%s after %s\n", name, how, seconds(e.Seconds))
	}
}

func indent(funnel string) string {
	if funnel == "" {
		return ""
	}
	return ": " + funnel
}

func (s *story) record(e run.Event) {
	args := []any{"stage", e.Step.Stage}
	if e.Kind == run.StepDone || e.Kind == run.StepFresh {
		args = append(args, "counts", e.Counts, "over_limit", e.OverLimit)
	}
	if e.Seconds > 0 {
		args = append(args, "seconds", e.Seconds)
	}
	if len(e.Step.Reasons) > 0 {
		args = append(args, "reasons", e.Step.Reasons)
	}
	if e.Err != nil {
		args = append(args, "error", e.Err.Error())
	}
	s.log.Info("step "+string(e.Kind), args...)
}

func (s *story) end(o run.Outcome, dir string) {
	took := time.Since(s.started).Round(time.Millisecond)
	if s.log != nil {
		s.log.Info("run done", "ran", o.Ran, "folder", dir, "seconds", took.Seconds())
		return
	}
	if len(o.Ran) == 0 {
		fmt.Fprintf(s.out, "nothing to do: every step is fresh (%s)\n", dir)
		return
	}
	fmt.Fprintf(s.out, "done in %s: %s\n", seconds(took.Seconds()), dir)
	if s.next != nil {
		fmt.Fprint(s.out, s.next())
	}
}

// Funnel writes counts as "13,745 games = 13,700 kept + 40 filtered (too_short 40) + 5 rejected (illegal_move 5)".
func Funnel(c stage.Counts) string {
	if c.Seen == 0 && len(c.Extra) == 0 {
		return ""
	}
	unit := c.Unit
	if unit == "" {
		unit = "units"
	}
	text := fmt.Sprintf("%s = %s kept", counted(c.Seen, unit), Thousands(c.Kept))
	if c.Seen == 0 {
		text = ""
	}
	text += part(" + ", "filtered", c.Filtered) + part(" + ", "rejected", c.Rejected)
	if len(c.Warned) > 0 {
		text += "; kept with a fault:" + named(c.Warned)
	}
	if len(c.Extra) > 0 {
		if text != "" {
			text += ";"
		}
		text += named(c.Extra)
	}
	return strings.TrimSpace(text)
}

func part(join, what string, m map[string]int64) string {
	if stage.Total(m) == 0 {
		return ""
	}
	return fmt.Sprintf("%s%s %s (%s)", join, Thousands(stage.Total(m)), what, strings.TrimSpace(named(m)))
}

// named lists totals by name: " illegal_move 5, no_result 2".
func named(m map[string]int64) string {
	var list []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list = append(list, " "+k+" "+Thousands(m[k]))
	}
	return harmless(strings.Join(list, ","))
}

// counted writes "1 part" and "13,745 games".
func counted(n int64, plural string) string {
	if n == 1 {
		return "1 " + strings.TrimSuffix(plural, "s")
	}
	return Thousands(n) + " " + plural
}

// Thousands writes 13745 as 13,745.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func seconds(s float64) string {
	if s < 60 {
		return fmt.Sprintf("%.1f s", s)
	}
	return time.Duration(s * float64(time.Second)).Round(time.Second).String()
}

// Bytes writes a size for people: 3.1 MB.
func Bytes(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB"}
	f, i := float64(n), 0
	for f >= 999.5 && i < len(units)-1 {
		f, i = f/1000, i+1
	}
	if i == 0 || f >= 99.95 {
		return fmt.Sprintf("%.0f %s", f, units[i])
	}
	return fmt.Sprintf("%.1f %s", f, units[i])
}
