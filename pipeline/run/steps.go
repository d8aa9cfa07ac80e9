package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/plan"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// run takes the steps in order. The plan is made again before each step: what a step has made decides whether the next one
// is stale.
func (x *executor) run(ctx context.Context) error {
	first, err := plan.Build(x.file, x.facts())
	if err != nil {
		return err
	}
	var errs []error
	for i := range first.Steps {
		if x.opt.Stop() {
			errs = append(errs, ErrInterrupted)
			break
		}
		now, err := plan.Build(x.file, x.facts())
		if err != nil {
			return err
		}
		if err := x.step(ctx, first, now.Steps[i], i); err != nil {
			errs = append(errs, err)
			x.failed = append(x.failed, now.Steps[i].Stage)
			if !x.opt.KeepGoing || errors.Is(err, ErrInterrupted) || ctx.Err() != nil {
				break
			}
		}
	}
	if len(errs) == 0 && len(x.over) > 0 {
		return fmt.Errorf("%w: %s", ErrRejectLimit, strings.Join(x.over, ", "))
	}
	return errors.Join(errs...)
}

// step does what one step of the plan needs.
func (x *executor) step(ctx context.Context, p *plan.Plan, s plan.Step, at int) error {
	if s.Status == plan.Skipped {
		return x.skipped(s)
	}
	if !x.selected(p, at) {
		return nil
	}
	if broken := x.brokenNeed(s); broken != "" {
		x.opt.Notify(Event{Step: s, Kind: StepNotRun, Err: fmt.Errorf("it needs %s, which failed", broken)})
		x.failed = append(x.failed, s.Stage)
		return nil
	}
	if err := x.inputsExist(s); err != nil {
		return err
	}
	if s.Fingerprint == "" { // a step before it is stale but not selected: its old output is what there is
		s.Fingerprint = plan.Fingerprint(s.Parts)
		x.opt.Log.Warn("building on a step that is not up to date", "stage", s.Stage, "because", strings.Join(s.Reasons, "; "))
		if done := x.manifest.Steps[s.Stage]; done != nil && done.Result.Fingerprint == s.Fingerprint {
			s.Status = plan.Fresh
		}
	}
	switch {
	case s.Status == plan.Blocked:
		return fmt.Errorf("%s: %s", s.Stage, strings.Join(s.Reasons, "; "))
	case s.Status == plan.Damaged && !x.opt.Force:
		return fmt.Errorf("%s: %s\nNothing is built on a file that has changed. Remove it (or run with --from %s --force) and run again: only what is missing is made",
			s.Stage, strings.Join(s.Reasons, "\n"), s.Stage)
	case s.Status == plan.Fresh && !x.opt.Force:
		return x.fresh(s)
	}
	return x.execute(ctx, p, s, at)
}

// skipped is an error only for the step the user has asked for by name.
func (x *executor) skipped(s plan.Step) error {
	if s.Stage == x.opt.Only {
		return &UsageError{fmt.Sprintf("%s does not run: %s", s.Stage, strings.Join(s.Reasons, "; "))}
	}
	x.opt.Notify(Event{Step: s, Kind: StepSkipped})
	return nil
}

func (x *executor) fresh(s plan.Step) error {
	counts := x.manifest.Steps[s.Stage].Result.Counts
	x.opt.Notify(Event{Step: s, Kind: StepFresh, Counts: counts, OverLimit: x.overLimit(s.Stage, counts)})
	return nil
}

func (x *executor) overLimit(name string, c stage.Counts) bool {
	limit := x.file.Limits.MaxRejectRate
	if section, ok := x.file.Section(name); ok {
		if _, strict := section.Stage.(stage.Strict); strict {
			limit = 0
		}
	}
	over := c.RejectRate() > limit
	if over {
		x.over = append(x.over, fmt.Sprintf("%s rejected %.1f %% of what it saw, allowed are %.1f %%",
			name, 100*c.RejectRate(), 100*limit))
	}
	return over
}

// selected applies --from, --to and --only to the step at the given place of the plan.
func (x *executor) selected(p *plan.Plan, at int) bool {
	place := func(name string, none int) int {
		if name == "" {
			return none
		}
		return slices.IndexFunc(p.Steps, func(s plan.Step) bool { return s.Stage == name })
	}
	if x.opt.Only != "" {
		return p.Steps[at].Stage == x.opt.Only
	}
	return at >= place(x.opt.From, 0) && at <= place(x.opt.To, len(p.Steps))
}

func (x *executor) brokenNeed(s plan.Step) string {
	for _, name := range s.Needs {
		if slices.Contains(x.failed, name) {
			return name
		}
	}
	return ""
}

// inputsExist refuses to build on steps that have not finished or whose files are not what they wrote. A step that was
// asked for by name and can do without any of its inputs takes what there is: a report of a half-finished run.
func (x *executor) inputsExist(s plan.Step) error {
	for _, name := range s.Needs {
		if x.manifest.Steps[name] == nil {
			if s.Stage == x.opt.Only && x.mayLackAll(s) {
				continue
			}
			return fmt.Errorf("%s: it needs %s, which has not finished: run without --only or --from first", s.Stage, name)
		}
		for _, p := range x.problems {
			if p.Stage == name {
				return fmt.Errorf("%s: input %w; run %s again first", s.Stage, p, name)
			}
		}
	}
	return nil
}

func (x *executor) mayLackAll(s plan.Step) bool {
	section, _ := x.file.Section(s.Stage)
	partial, ok := section.Stage.(stage.Partial)
	return ok && !slices.ContainsFunc(s.Reads, func(id stage.TableID) bool { return !slices.Contains(partial.MayLack(), id) })
}

// execute runs one step and enters it into the manifest.
func (x *executor) execute(ctx context.Context, p *plan.Plan, s plan.Step, at int) (err error) {
	x.opt.Notify(Event{Step: s, Kind: StepStarted})
	started := time.Now()
	var res Result
	defer func() {
		e := Event{Step: s, Kind: StepDone, Counts: res.Counts, Seconds: time.Since(started).Seconds(), Err: err}
		if err != nil {
			e.Kind = StepFailed
		} else {
			e.OverLimit = x.overLimit(s.Stage, res.Counts)
		}
		x.opt.Notify(e)
	}()
	section, _ := x.file.Section(s.Stage)
	old := x.manifest.Steps[s.Stage]
	if err := x.retract(s.Stage); err != nil {
		return err
	}
	progress, end := x.opt.Display.Step(s.Stage)
	defer end()
	job := x.job(p, s, at, progress)
	if x.opt.Shards.Dealt() {
		return x.task(ctx, section.Stage, job)
	}
	before := used()
	res, err = Step(ctx, section.Stage, job)
	if err != nil {
		return err
	}
	if err := x.removeOld(s, old, res); err != nil {
		return fmt.Errorf("%s: remove files of an earlier run: %w", s.Stage, err)
	}
	if err := x.enter(s, res, started, before); err != nil {
		return err
	}
	return x.afterwards(section.Stage, job)
}

// retract takes the step out of the manifest before its files change. Tasks with a part of the shards leave that to
// Commit.
func (x *executor) retract(name string) error {
	if x.opt.Shards.Dealt() {
		return nil
	}
	if x.opt.Force && !x.opt.closing {
		if err := x.forget(name); err != nil {
			return err
		}
	}
	x.problems = slices.DeleteFunc(x.problems, func(p manifest.Problem) bool { return p.Stage == name })
	if x.manifest.Steps[name] == nil {
		return nil
	}
	delete(x.manifest.Steps, name)
	if err := x.manifest.Write(x.dir); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	return nil
}

// forget erases the records of a step, so that all of it is done again.
func (x *executor) forget(name string) error {
	if err := errors.Join(forgetPhase(x.dir, name), os.RemoveAll(taskDir(x.dir, name))); err != nil {
		return err
	}
	paths, err := recordPaths(x.dir, name)
	if err != nil {
		return err
	}
	for _, path := range paths {
		r, _, err := readRecord(x.dir, path)
		if err != nil {
			return err
		}
		if err := r.erase(x.dir, path, nil); err != nil {
			return err
		}
	}
	return nil
}

func (x *executor) job(p *plan.Plan, s plan.Step, at int, progress stage.Progress) *stage.Job {
	job := &stage.Job{
		Stage: s.Stage, Run: x.file.Run, Config: string(x.settings), Dir: x.dir, Base: x.opt.Base,
		Cache: cmp.Or(x.opt.Cache, filepath.Join(x.opt.Data, "cache")), Seed: x.file.Seed, Workers: x.file.Workers.Count(),
		Memory: int64(x.file.Limits.Memory), MaxRejectRate: x.file.Limits.MaxRejectRate,
		Shards: x.opt.Shards, Phase: x.opt.Phase, Scratch: cmp.Or(x.opt.Scratch, filepath.Join(x.dir, "tmp")),
		Fingerprint: s.Fingerprint, Facts: x.external[s.Stage], Inputs: s.Inputs,
		Log: x.opt.Log.With("stage", s.Stage), Progress: progress,
	}
	for _, before := range p.Steps[:at] {
		if done := x.manifest.Steps[before.Stage]; done != nil && before.Status != plan.Skipped {
			job.Before = append(job.Before, stage.StepCounts{Stage: before.Stage, Counts: done.Result.Counts})
		}
	}
	led := newLedger(job)
	led.stop, led.hook, led.closing = x.opt.Stop, x.opt.Hook, x.opt.closing
	led.meta["schema_version"] = strconv.Itoa(x.opt.Schema)
	led.check = func(f stage.File) error {
		if problem, ok := manifest.Check(s.Stage, f, x.hashes.File); !ok {
			return problem
		}
		return nil
	}
	job.Ledger = led
	return job
}

// removeOld removes what the step made earlier and does not make any more: files of the old entry, and parts that a
// killed run has renamed but not recorded.
func (x *executor) removeOld(s plan.Step, old *manifest.Step, res Result) error {
	keep := res.names()
	for name, other := range x.manifest.Steps {
		if name != s.Stage {
			for file := range (Result{Files: other.Result.Files}).names() {
				keep[file] = true
			}
		}
	}
	if old != nil {
		for file := range (Result{Files: old.Result.Files}).names() {
			if !keep[file] {
				if err := manifest.Remove(filepath.Join(x.dir, filepath.FromSlash(file))); err != nil {
					return err
				}
			}
		}
	}
	for _, id := range s.Writes {
		if err := x.removeOrphans(id, keep); err != nil {
			return err
		}
	}
	return nil
}

func (x *executor) removeOrphans(id stage.TableID, keep map[string]bool) error {
	paths, err := filepath.Glob(filepath.Join(x.dir, "tables", string(id), "part-*.parquet"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		name, err := filepath.Rel(x.dir, path)
		if err != nil {
			return err
		}
		if !keep[filepath.ToSlash(name)] {
			if err := manifest.Remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// syncFolders makes the names of everything the step made durable.
func (x *executor) syncFolders(res Result) error {
	var all []stage.File
	for _, files := range res.Files {
		all = append(all, files...)
	}
	return table.SyncFolders(x.dir, all)
}

// enter writes the step's entry: the commit point.
func (x *executor) enter(s plan.Step, res Result, started time.Time, before usage) error {
	if err := x.syncFolders(res); err != nil {
		return fmt.Errorf("%s: %w", s.Stage, err)
	}
	x.opt.Hook(BeforeManifest)
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	now, after := time.Now(), used()
	cost := usage{after.cpu - before.cpu, after.peak}
	tasks := x.addTasks(s, &cost)
	x.manifest.Run = x.file.Run
	x.manifest.Steps[s.Stage] = &manifest.Step{
		Result: manifest.Result{Stage: s.Stage, Fingerprint: s.Fingerprint, Parts: s.Parts, Files: res.Files, Counts: res.Counts},
		Run: manifest.Execution{
			Started: started.UTC().Format(time.RFC3339), Finished: now.UTC().Format(time.RFC3339),
			Seconds: now.Sub(started).Round(time.Millisecond).Seconds(),
			Host:    host, Workers: x.file.Workers.Count(), Go: runtime.Version(), Tool: x.opt.Tool,
			CPUSeconds: math.Round(cost.cpu*1000) / 1000, PeakBytes: cost.peak, Tasks: tasks,
		},
	}
	if err := x.manifest.Write(x.dir); err != nil {
		return fmt.Errorf("%s: write manifest: %w", s.Stage, err)
	}
	for _, files := range res.Files {
		for _, f := range files {
			x.hashes.Learn(f.Path, f.SHA256)
		}
	}
	x.ran = append(x.ran, s.Stage)
	x.opt.Hook(AfterManifest)
	return nil
}
