package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plyquet/pipeline/config"
	"plyquet/pipeline/plan"
	"plyquet/pipeline/stage"
)

// This file is what is different when a step is shared by tasks on several machines.

// runTask does a part of one step. It takes no lock, clears nothing and leaves the manifest alone: tasks beside it do the
// other parts, and Commit closes the step.
func runTask(ctx context.Context, f *config.File, opt Options) (Outcome, error) {
	x, err := newExecutor(ctx, f, opt)
	if err != nil {
		return Outcome{}, err
	}
	err = x.run(ctx)
	return Outcome{Ran: x.ran}, err
}

// checkPhase refuses a phase that the stage does not have.
func (x *executor) checkPhase() error {
	if x.opt.Phase == 0 {
		return nil
	}
	if !x.opt.Shards.Dealt() {
		return &UsageError{"--phase needs --shards: it is the tasks of a stage that wait for each other"}
	}
	section, _ := x.file.Section(x.opt.Only)
	phases := 1
	if d, ok := section.Stage.(stage.Divisible); ok {
		phases = max(d.Phases(), 1)
	}
	if x.opt.Phase < 1 || x.opt.Phase > phases {
		return &UsageError{fmt.Sprintf("--phase %d: %s has %d", x.opt.Phase, x.opt.Only, phases)}
	}
	return nil
}

// partOnly: this process does a task or closes a step. It then asks and reads only what the step needs: a thousand tasks
// that each start the engine to ask for its name, or read all archives for their digests, are a day of work.
func (x *executor) partOnly() bool { return x.opt.Shards.Dealt() || x.opt.closing }

// asFinished are the external facts that a stage was finished with.
func (x *executor) asFinished(name string) (facts []stage.Fact) {
	done := x.manifest.Steps[name]
	if done == nil {
		return nil
	}
	for _, p := range done.Result.Parts {
		if fact, ok := strings.CutPrefix(p.Name, "external."); ok {
			facts = append(facts, stage.Fact{Name: fact, Value: p.Value})
		}
	}
	return facts
}

// digestOf returns how to check the file of a finished step. A task looks at its size alone: that no input has changed,
// Commit checks once for all of them before it enters anything.
func (x *executor) digestOf(f stage.File) func(path string) (string, error) {
	if !x.opt.Shards.Dealt() {
		return x.hashes.File
	}
	return func(path string) (string, error) {
		info, err := os.Stat(path)
		if err != nil {
			return "", err
		}
		if info.Size() != f.Bytes {
			return fmt.Sprintf("%d bytes", info.Size()), nil
		}
		return f.SHA256, nil
	}
}

// clearTemporary removes what a killed run has left. With only some stages selected, other processes may be at work on
// the others.
func (x *executor) clearTemporary() error {
	tmp := filepath.Join(x.dir, "tmp")
	if x.opt.Only == "" && x.opt.From == "" && x.opt.To == "" {
		return os.RemoveAll(tmp)
	}
	entries, err := os.ReadDir(tmp)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	p, err := plan.Build(x.file, x.facts())
	if err != nil {
		return err
	}
	for at, s := range p.Steps {
		for _, e := range entries {
			if x.selected(p, at) && (strings.HasPrefix(e.Name(), s.Stage+"-") || strings.HasPrefix(e.Name(), firstPhase(s.Stage)+"-")) {
				if err := os.RemoveAll(filepath.Join(tmp, e.Name())); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// task does the share of one task, with a word before and after.
func (x *executor) task(ctx context.Context, s stage.Stage, job *stage.Job) error {
	end, err := begin(job, x.opt.Job)
	if err != nil {
		return err
	}
	_, err = Step(ctx, s, job)
	end(err)
	return err
}

// afterwards comes when a step is in the manifest.
func (x *executor) afterwards(s stage.Stage, job *stage.Job) error {
	if g, ok := s.(stage.Gatherer); ok && x.opt.closing {
		if err := g.Gather(job); err != nil {
			x.opt.Log.Warn("cannot gather what the tasks have left", "stage", job.Stage, "error", err)
		}
	}
	return Tidy(job)
}

// addTasks adds what the tasks of a step have used to its cost, and returns how many there were.
func (x *executor) addTasks(s plan.Step, cost *usage) int {
	if !x.opt.closing {
		return 0
	}
	tasks, err := Tasks(x.dir, s.Stage)
	if err != nil {
		x.opt.Log.Warn("cannot add up the cost of the tasks", "error", err)
	}
	tasks = slices.DeleteFunc(tasks, func(t Task) bool { return t.Fingerprint != s.Fingerprint })
	for _, t := range tasks {
		cost.cpu += t.CPUSeconds
		cost.peak = max(cost.peak, t.PeakBytes)
	}
	return len(tasks)
}

// withTasks adds to the error of a step what its tasks have said. What cannot be read is left out of the message.
func withTasks(err error, dir, stageName string) error {
	tasks, _ := Tasks(dir, stageName)
	var lines strings.Builder
	for _, t := range tasks {
		if !t.Done() {
			fmt.Fprintf(&lines, "\n  %s; to do it again: --only %s --shards %s", t, stageName, t.Range())
			if t.Phase > 1 {
				fmt.Fprintf(&lines, " --phase %d", t.Phase)
			}
		}
	}
	if lines.Len() == 0 && len(tasks) > 0 {
		// Parts have gone since. Whoever plans by these words would not send the tasks out again.
		lines.WriteString("\n  every task says it is done: all of them have to look again")
		err = errors.Join(err, os.RemoveAll(taskDir(dir, stageName)))
	}
	return fmt.Errorf("%w%s", err, lines.String())
}
