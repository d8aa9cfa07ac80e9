package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"plyquet/pipeline/run"
)

func runCommand(e *Env) *cobra.Command {
	var opt run.Options
	var workers, shards, maxPositions string
	var noCache bool
	cmd := &cobra.Command{
		Use:   "run [CONFIG]",
		Short: "Run what is stale",
		Long: "Run executes the steps of a run that are not fresh. CONFIG is a YAML file, or the name or folder of a run to take its\n" +
			"stored configuration; without it the defaults are run. A run that was stopped goes on where it was.",
		Example: "  plyquet run configs/default.yaml\n" +
			"  plyquet run configs/default.yaml --set evaluate.grade.depth=12 --from evaluate\n" +
			"  plyquet run demo                          # go on with the stored configuration",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opt.Shards, err = e.parseShards(shards); err != nil {
				return err
			}
			if opt.Shards.Dealt() {
				done, err := e.ownFolders(&opt)
				if err != nil {
					return err
				}
				defer done()
			}
			var overrides []string
			if workers != "" {
				overrides = append(overrides, "workers="+workers)
			}
			if noCache {
				overrides = append(overrides, "evaluate.cache=false")
			}
			if maxPositions != "" {
				overrides = append(overrides, "evaluate.complexity.positions="+maxPositions)
			}
			return e.Run(cmd.Context(), args, opt, overrides...)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opt.From, "from", "", "first stage to run")
	f.StringVar(&opt.To, "to", "", "last stage to run")
	f.StringVar(&opt.Only, "only", "", "the one stage to run")
	f.BoolVar(&opt.Force, "force", false, "run the selected stages even if they are fresh")
	f.BoolVar(&opt.KeepGoing, "keep-going", false, "after a failure, run what does not depend on it")
	f.StringVar(&workers, "workers", "", "auto, sequential or a number; overrides the configuration")
	f.BoolVar(&noCache, "no-cache", false, "search everything anew: evaluate.cache=false")
	f.StringVar(&maxPositions, "max-positions", "", "at most so many positions for complexity: evaluate.complexity.positions")
	f.StringVar(&shards, "shards", "", "A-B/N: run tasks A to B of N of the stage --only, for clusters; auto/N: the scheduler says which; 'commit' ends it")
	f.IntVar(&opt.Phase, "phase", 0, "with --shards: which phase of a stage that has more than one, from 1")
	for _, name := range []string{"from", "to", "only"} {
		_ = cmd.RegisterFlagCompletionFunc(name, e.completeStages) // the flag exists
	}
	return cmd
}

// Run executes the stale steps that opt selects, with progress, an account and signals: the run command, and the
// main part of commands that do something around a run.
func (e *Env) Run(ctx context.Context, args []string, opt run.Options, overrides ...string) error {
	file, err := e.Load(args, overrides...)
	if err != nil {
		return err
	}
	display := e.display()
	defer display.Close()
	log := e.Log(display)
	ctx, stop, release := run.Signals(ctx, func() {
		log.Warn("stopping: parts in flight are finished; a second Ctrl-C stops at once")
	})
	defer release()

	common := e.Options()
	opt.Job = common.Job
	opt.Data, opt.Base, opt.Schema, opt.Tool, opt.Hook = common.Data, common.Base, common.Schema, common.Tool, common.Hook
	opt.Log, opt.Display, opt.Stop = log, display, stop
	story := e.story(display)
	story.next = func() string { return e.nextSteps(file.Run) }
	opt.Notify = story.tell
	outcome, err := run.Run(ctx, file, opt)
	dir := e.short(run.RunDir(opt.Data, file.Run))
	if errors.Is(err, run.ErrInterrupted) || errors.Is(err, run.ErrKilled) {
		return fmt.Errorf("%w; what is finished is kept. To go on: plyquet run %s", err, dir)
	}
	if !opt.Shards.Dealt() && (err == nil || errors.Is(err, run.ErrRejectLimit)) {
		story.end(outcome, dir)
	}
	if errors.Is(err, run.ErrRejectLimit) {
		return fmt.Errorf("%w\nEverything is done; each reject is in the table %s, with its place and reason: plyquet tables %s%s --sql",
			err, run.Rejects, file.Run, e.dataFlag())
	}
	return err
}

// nextSteps says what to do with a run that has been made.
func (e *Env) nextSteps(name string) string {
	text := fmt.Sprintf("to ask its tables: plyquet tables %s%s, with --sql for DuckDB; to check its files: plyquet verify %[1]s%[2]s\n", name, e.dataFlag())
	page := filepath.Join(run.RunDir(e.Data(), name), filepath.FromSlash(e.Page))
	if _, err := os.Stat(page); e.Page != "" && err == nil {
		text = fmt.Sprintf("to look at it: %s\n", e.short(page)) + text
	}
	return text
}

// dataFlag is what a command about a run of this data folder needs.
func (e *Env) dataFlag() string {
	if e.Data() == filepath.Join(e.Base, defaultData) {
		return ""
	}
	return " --data " + e.short(e.Data())
}

// progressEvery is how often progress is logged where it cannot be drawn.
const progressEvery = 5 * time.Second

func (e *Env) display() run.Display {
	switch {
	case e.quiet:
		return run.Quiet(e.Stderr)
	case e.Terminal && e.logFormat == "text":
		return run.Bars(e.Stderr)
	}
	return run.Lines(e.Stderr, e.Log(e.Stderr), progressEvery)
}

// story picks where the account of the run goes: to Stdout, or above the bars when those are drawn.
func (e *Env) story(display io.Writer) *story {
	s := &story{out: e.Stdout, started: time.Now()}
	switch {
	case e.quiet:
		s.out = io.Discard
	case e.logFormat == "json":
		s.log = e.Log(e.Stdout)
	case e.Terminal:
		s.out = display
	}
	return s
}

// short names a path as the user would.
func (e *Env) short(path string) string {
	if rel, err := filepath.Rel(e.Base, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}
