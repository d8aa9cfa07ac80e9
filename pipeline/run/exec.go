package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/plan"
	"plyquet/pipeline/stage"
)

// Options say how to execute a plan. They change nothing about the results.
type Options struct {
	// Data is the absolute folder with runs/NAME and cache/; Base the one that relative paths are taken from.
	Data, Base string
	// From, To and Only select steps by name; empty: all.
	From, To, Only string
	// Force runs the selected steps even if they are fresh.
	Force bool
	// KeepGoing runs what does not depend on a failed step.
	KeepGoing bool
	// Shards runs a part of the shards of the step Only, writes their records and leaves the manifest alone. Phase is
	// the phase of the step that it is a part of, from 1; 0 is the first.
	Shards stage.ShardRange
	Phase  int
	// Cache and Scratch are absolute folders for the evaluation cache and for files that die with the process. Empty:
	// beside the run folders and in the run folder. A task has its own on its node.
	Cache, Scratch string
	// Job is the number that a scheduler has given this process.
	Job string
	// Schema is the version of the tables as a set; it is part of their metadata.
	Schema int
	// Tool names the version of the program in the manifest.
	Tool string
	// Log, Display and Notify may be nil.
	Log     *slog.Logger
	Display Display
	Notify  func(Event)
	// Stop is asked before each shard and each step; true ends the run after the parts in flight.
	Stop func() bool
	// Hook is called at the points of the commit protocol, for tests that kill the process there.
	Hook func(Point)

	closing bool // Commit: everything must have been done
}

// RunDir is the folder of a run.
func RunDir(data, name string) string { return filepath.Join(data, "runs", name) }

// An Event is something the executor tells while it works.
type Event struct {
	Step    plan.Step
	Kind    EventKind
	Counts  stage.Counts
	Seconds float64
	Err     error
	// OverLimit: more units were rejected than max_reject_rate allows.
	OverLimit bool
}

// EventKind says what happened to a step.
type EventKind string

// Kinds of events.
const (
	StepFresh   EventKind = "fresh"
	StepSkipped EventKind = "skipped"
	StepStarted EventKind = "started"
	StepDone    EventKind = "done"
	StepFailed  EventKind = "failed"
	StepNotRun  EventKind = "not run" // it needs a step that failed
)

// ErrRejectLimit ends a run that did all of its work but rejected more than max_reject_rate.
var ErrRejectLimit = errors.New("over the reject limit")

// An Outcome sums up a run.
type Outcome struct {
	Ran []string // steps that were executed
}

// Plan collects the facts and plans; it writes nothing but the cache of file digests.
func Plan(ctx context.Context, f *config.File, opt Options) (*plan.Plan, error) {
	x, err := newExecutor(ctx, f, opt)
	if err != nil {
		return nil, err
	}
	p, err := plan.Build(f, x.facts())
	if err != nil {
		return nil, err
	}
	for i, s := range p.Steps {
		if s.Status == plan.Stale {
			p.Steps[i].Work = x.forecast(ctx, p, s, i)
		}
	}
	x.saveHashes()
	return p, nil
}

// Run executes what is stale. The error is ErrInterrupted when Stop ended it, ErrRejectLimit when everything is done but too
// much was rejected, a *BusyError when another run has the folder.
func Run(ctx context.Context, f *config.File, opt Options) (Outcome, error) {
	dir := RunDir(opt.Data, f.Run)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Outcome{}, fmt.Errorf("make the run folder: %w", err)
	}
	if opt.Shards.Dealt() {
		return runTask(ctx, f, opt)
	}
	lock, stale, err := Acquire(dir, opt.Job)
	if err != nil {
		return Outcome{}, err
	}
	defer lock.Release()
	x, err := newExecutor(ctx, f, opt)
	if err != nil {
		return Outcome{}, err
	}
	if stale != nil {
		x.opt.Log.Warn("took over the lock of a run that is gone", "pid", stale.PID, "host", stale.Host, "started", stale.Started)
	}
	if err := x.prepare(); err != nil {
		return Outcome{}, err
	}
	err = x.run(ctx)
	x.saveHashes()
	return Outcome{Ran: x.ran}, err
}

// Commit enters a step into the manifest whose shards were done by tasks with Shards. A shard that is missing is not done
// here: it is a *MissingShards error. Only what little the second phase of a step has to do is made up for.
func Commit(ctx context.Context, f *config.File, stageName string, opt Options) error {
	opt.Only, opt.Shards, opt.closing = stageName, stage.ShardRange{}, true
	_, err := Run(ctx, f, opt)
	var missing *MissingShards
	if errors.As(err, &missing) {
		return withTasks(err, RunDir(opt.Data, f.Run), stageName)
	}
	return err
}

// An executor is one execution of a plan. It works on one goroutine; only the verbs start others.
type executor struct {
	file     *config.File
	opt      Options
	dir      string
	config   []byte // resolved
	settings []byte // what of it a stage may show
	manifest *manifest.Manifest
	hashes   *manifest.Hashes
	external map[string][]stage.Fact
	blocked  map[string]error
	problems []manifest.Problem
	ran      []string
	failed   []string // steps that failed or could not run
	over     []string // steps over the reject limit
}

func newExecutor(ctx context.Context, f *config.File, opt Options) (*executor, error) {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Display == nil {
		opt.Display = Quiet(io.Discard)
	}
	if opt.Notify == nil {
		opt.Notify = func(Event) {}
	}
	if opt.Stop == nil {
		opt.Stop = func() bool { return false }
	}
	if opt.Hook == nil {
		opt.Hook = func(Point) {}
	}
	x := &executor{file: f, opt: opt, dir: RunDir(opt.Data, f.Run)}
	if err := x.checkSelection(); err != nil {
		return nil, err
	}
	var err error
	if x.config, err = f.Resolved(); err != nil {
		return nil, fmt.Errorf("resolve the configuration: %w", err)
	}
	if x.settings, err = f.Settings(); err != nil {
		return nil, fmt.Errorf("resolve the configuration: %w", err)
	}
	if x.manifest, err = manifest.Read(x.dir); err != nil {
		return nil, err
	}
	x.hashes = manifest.OpenHashes(x.dir)
	x.observe(ctx)
	return x, nil
}

// A UsageError is a selection that makes no sense.
type UsageError struct{ Text string }

func (e *UsageError) Error() string { return e.Text }

func (x *executor) checkSelection() error {
	for _, name := range []string{x.opt.From, x.opt.To, x.opt.Only} {
		if _, ok := x.file.Section(name); name != "" && !ok {
			var names []string
			for _, s := range x.file.Sections {
				names = append(names, s.Stage.Name())
			}
			return &UsageError{fmt.Sprintf("there is no stage %q; the stages are %s", name, strings.Join(names, ", "))}
		}
	}
	if x.opt.Only != "" && (x.opt.From != "" || x.opt.To != "") {
		return &UsageError{"--only cannot be combined with --from or --to"}
	}
	if x.opt.Shards.Dealt() && x.opt.Only == "" {
		return &UsageError{"--shards needs --only STAGE: shards are those of one stage"}
	}
	return x.checkPhase()
}

// observe asks the world outside the plan: stages for their external facts, the disk for the files of finished steps.
func (x *executor) observe(ctx context.Context) {
	x.external, x.blocked = map[string][]stage.Fact{}, map[string]error{}
	env := stage.Env{Base: x.opt.Base, Seed: x.file.Seed, HashFile: x.hashes.File}
	for _, s := range x.file.Sections {
		e, ok := s.Stage.(stage.External)
		if !ok || !s.Enabled {
			continue
		}
		if x.partOnly() && s.Stage.Name() != x.opt.Only {
			x.external[s.Stage.Name()] = x.asFinished(s.Stage.Name())
			continue
		}
		facts, err := e.External(ctx, env)
		if err != nil {
			x.blocked[s.Stage.Name()] = err
			continue
		}
		x.external[s.Stage.Name()] = facts
	}
	for _, name := range x.manifest.StepNames() {
		for _, files := range x.manifest.Steps[name].Result.Files {
			for _, f := range files {
				if p, ok := manifest.Check(name, f, x.digestOf(f)); !ok {
					x.problems = append(x.problems, p)
				}
			}
		}
	}
	slices.SortFunc(x.problems, func(a, b manifest.Problem) int { return strings.Compare(a.File, b.File) })
}

// facts are what the plan is made from at this moment of the run.
func (x *executor) facts() plan.Facts {
	f := plan.Facts{
		Done: map[string]manifest.Result{}, External: x.external, Blocked: x.blocked, Problems: x.problems, Shards: map[string]int{},
		Schema: x.opt.Schema,
	}
	for name, s := range x.manifest.Steps {
		f.Done[name] = s.Result
	}
	for _, s := range x.file.Sections {
		name := s.Stage.Name()
		if _, finished := f.Done[name]; finished {
			continue
		}
		if paths, err := recordPaths(x.dir, name); err == nil && len(paths) > 0 {
			f.Shards[name] = len(paths)
		}
	}
	return f
}

// prepare makes the run folder ready: leftovers of a killed run go, the resolved configuration comes.
func (x *executor) prepare() error {
	for _, s := range x.file.Sections {
		if err := errors.Join(ownFolder(stateDir(x.dir, s.Stage.Name())), ownFolder(taskDir(x.dir, s.Stage.Name()))); err != nil {
			return err
		}
	}
	if err := x.clearTemporary(); err != nil {
		return fmt.Errorf("clear temporary files: %w", err)
	}
	if err := x.sweepIncomplete(); err != nil {
		return fmt.Errorf("clear temporary files: %w", err)
	}
	if err := manifest.WriteFile(filepath.Join(x.dir, manifest.ConfigName), x.config); err != nil {
		return fmt.Errorf("write %s: %w", manifest.ConfigName, err)
	}
	return nil
}

// sweepIncomplete removes manifests, records and the like that a killed run was about to rename.
func (x *executor) sweepIncomplete() error {
	err := filepath.WalkDir(filepath.Join(x.dir, "state"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		return manifest.Sweep(path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, manifest.Sweep(x.dir))
}

func (x *executor) saveHashes() {
	if _, err := os.Stat(x.dir); err != nil {
		return // nothing has run here yet
	}
	if err := x.hashes.Save(); err != nil {
		x.opt.Log.Debug("cannot save the digests of files; the next run computes them again", "error", err)
	}
}
