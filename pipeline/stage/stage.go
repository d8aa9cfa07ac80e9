// Package stage is the contract between the machinery of a run and the work a run does.
//
// The machinery (pipeline/plan, pipeline/run) knows stages only through the interface here; stages know the
// machinery only through Job. The package is for that vocabulary alone: it starts no goroutine, opens no file
// and imports nothing but the standard library, so that both sides can depend on it.
//
// A Job belongs to one execution of one stage. The stage reads it and hands it to the verbs of pipeline/run; a stage that
// wants another number of workers changes a copy.
package stage

import "context"

// A Stage is a decoded, validated configuration that can do its work once. The struct that implements it is the
// decoded YAML section of the same name: exported fields with yaml tags, defaults filled in by its constructor.
type Stage interface {
	// Name is the stage's name on the command line and its key in the YAML file.
	Name() string
	// Version changes when the meaning of the stage's output changes; it is part of the fingerprint. The version
	// of the tool is not: a new release does not re-run a finished study.
	Version() int
	// Validate reports every problem of the configuration at once (errors.Join). It does no I/O. A problem that
	// belongs to one field is a *FieldError, so that the loader can point at its line and column.
	Validate() error
	// IO names what the stage reads and writes; the planner orders the steps by it.
	IO() (reads, writes []TableID)
	// Run does the work. It is straight-line code: parallelism only through the verbs of pipeline/run.
	Run(ctx context.Context, job *Job) error
}

// External is implemented by a stage whose result depends on something outside the run folder: local files, an
// engine, the run's seed. Every fact becomes a part of the fingerprint and is named when it makes a step stale.
type External interface {
	External(ctx context.Context, env Env) ([]Fact, error)
}

// A Fact is one named value outside the run folder that a result depends on, such as {"engine", "Stockfish 15.1"}.
type Fact struct{ Name, Value string }

// Env is what a stage may know of its surroundings when it states its external facts.
type Env struct {
	// Base is the absolute folder that relative paths of the configuration are taken from.
	Base string
	// Seed is the run's seed.
	Seed uint64
	// HashFile returns the hex sha256 of a file's content; the machinery caches it by size and time.
	HashFile func(path string) (string, error)
}

// Partial is implemented by a stage that works without some of its inputs: what MayLack names may come from a stage
// that is switched off. A stage that lacks any other input is skipped.
type Partial interface {
	MayLack() []TableID
}

// OptIn is implemented by a stage that runs only when its section says `enabled: true`, such as simulate. All other
// stages run unless their section says `enabled: false`.
type OptIn interface {
	OptIn()
}

// Counted is implemented by a stage to name what its funnel counts: "games", "positions", "archives".
type Counted interface {
	Unit() string
}

// Strict is implemented by a stage in which every reject counts: a single one is over the limit, whatever share
// limits.max_reject_rate allows. One archive of 232 that did not come is 0.4 %, and a gap in the study.
type Strict interface {
	Strict()
}

// Forecaster is implemented by a stage that can say what lies ahead without doing it: "2,900 positions, about 4 min on
// 2 engines". `plyquet plan` prints it. The job has inputs but must not be worked on.
type Forecaster interface {
	Forecast(ctx context.Context, job *Job) (string, error)
}

// A TableID names a table or another artifact of a run (a set of files such as archives or the report).
type TableID string

// FieldError is a configuration value that cannot be used. Path is relative to the stage's section in YAML
// notation, for example "grade.depth".
type FieldError struct {
	Path    string
	Problem string
}

func (e *FieldError) Error() string { return e.Path + ": " + e.Problem }
