// Package report is the stage that shows a run: it reads the tables there are and writes report/index.html, the plots
// as PNG and SVG, the table of players as CSV and the data card beside the tables.
//
// It computes nothing that a table should hold; drawing is the package reports. It works on any finished or
// half-finished run and says what is missing. It is one shard: a builder goes over the tables, one section after the other,
// and owns all it has gathered; lists are sorted before they are shown, so that the same tables make the same bytes.
//
// Names in PGN files are untrusted text: they are cleaned of control and direction characters here (names.go) and escaped by
// the page.
package report

import (
	"context"
	"errors"
	"fmt"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// Page is the file to look at first, below the folder of the run.
const Page = "report/index.html"

// Names says how players are named on the page, in the plots and in exported tables.
type Names string

const (
	RealNames  Names = "real"
	Pseudonyms Names = "pseudonyms" // stable aliases, the same for the same name and seed
)

// Stage is the configuration section `report`.
type Stage struct {
	Names    Names `yaml:"names" jsonschema:"enum=real,enum=pseudonyms"` // "real" or "pseudonyms"
	Openings int   `yaml:"openings"`                                     // how many positions the opening explorer shows
	Players  int   `yaml:"players"`                                      // how many players get a section of their own, those with most graded moves first
	Moments  int   `yaml:"moments"`                                      // how many key positions a player's section shows
}

// New is the stage with its defaults.
func New() stage.Stage {
	return &Stage{Names: RealNames, Openings: 12, Players: 20, Moments: 3}
}

// Name implements stage.Stage.
func (s *Stage) Name() string { return "report" }

// Version implements stage.Stage.
func (s *Stage) Version() int { return 1 }

// Unit is what the funnel counts.
func (s *Stage) Unit() string { return "pages" }

// Validate implements stage.Stage.
func (s *Stage) Validate() error {
	var errs []error
	if s.Names != RealNames && s.Names != Pseudonyms {
		errs = append(errs, &stage.FieldError{Path: "names", Problem: fmt.Sprintf("%q is not one of real, pseudonyms", s.Names)})
	}
	for _, f := range []struct {
		path string
		n    int
		most int
	}{{"openings", s.Openings, 200}, {"players", s.Players, 500}, {"moments", s.Moments, 20}} {
		if f.n < 0 || f.n > f.most {
			errs = append(errs, &stage.FieldError{Path: f.path, Problem: fmt.Sprintf("%d is not between 0 and %d", f.n, f.most)})
		}
	}
	return errors.Join(errs...)
}

// inputs are the tables that the page shows, with the stage that makes each and what the page lacks without it; one
// without a text goes with the one before it.
var inputs = []struct {
	id   stage.TableID
	from string
	what string
}{
	{rows.Games, "ingest", "games and players"},
	{rows.Plies, "ingest", "move lists and key positions"},
	{rows.Positions, "positions", "the opening explorer"},
	{rows.PositionMoves, "positions", "the next moves of the opening explorer"},
	{rows.Evaluations, "evaluate", "evaluations"},
	{rows.Grades, "grade", "move classes and key moments"},
	{rows.GameAccuracy, "grade", "accuracy and centipawn loss"},
	{rows.Complexity, "complexity", "complexity of positions"},
	{rows.Signals, "signals", "fair-play signals"},
	{rows.Correlations, "signals", "complexity against loss"},
	{rows.Validation, "validate", "what the signals find on labelled data"},
	{rows.ValidationZ, "validate", ""},
}

// IO implements stage.Stage.
func (s *Stage) IO() (reads, writes []stage.TableID) {
	return s.MayLack(), []stage.TableID{rows.Report}
}

// MayLack is everything: the page says what is missing.
func (s *Stage) MayLack() []stage.TableID {
	ids := make([]stage.TableID, len(inputs))
	for i, in := range inputs {
		ids[i] = in.id
	}
	return ids
}

// External makes the seed part of the fingerprint, because pseudonyms depend on it.
func (s *Stage) External(_ context.Context, env stage.Env) ([]stage.Fact, error) {
	if s.Names == RealNames {
		return nil, nil
	}
	return []stage.Fact{{Name: "seed", Value: fmt.Sprint(env.Seed)}}, nil
}

// Run implements stage.Stage.
func (s *Stage) Run(ctx context.Context, job *stage.Job) error {
	return run.Once(ctx, job, func(ctx context.Context, out *run.Out) error {
		out.Seen(1)
		b := &builder{stage: s, job: job, alias: aliases{s.Names, job.Seed}}
		if err := b.build(); err != nil {
			return err
		}
		if err := b.write(out); err != nil {
			return err
		}
		out.Keep(1)
		return nil
	})
}

// builder reads the tables of one run into the series and the page that reports draws. Each step reads what it needs
// and leaves its part of data and page; a table that is not there leaves its part empty.
type builder struct {
	stage  *Stage
	job    *stage.Job
	alias  aliases
	data   reports.Data
	page   reports.Page
	boards reports.Boards

	definition string                   // of complexity, the one that is drawn
	games      map[int64]gameHead       // of the games that the page names
	names      []string                 // real names of page.Players
	sections   []string                 // real names of page.Sections
	bySignal   map[string][]rows.Signal // by player; nil without signals
}

func (b *builder) build() error {
	b.page.Run = b.job.Run
	if b.stage.Names == RealNames {
		b.page.Config = b.job.Config // it may name the people whose games were fetched
	}
	for _, step := range []struct {
		what string
		read func() error
	}{
		{"account of the run", b.account},
		{"opening explorer", b.openings},
		{"accuracy", b.accuracy},
		{"complexity", b.complexity},
		{"correlations", b.correlations},
		{"signals", b.signals},
		{"validation", b.validation},
		{"players", b.players},
		{"key moments", b.moments},
	} {
		if err := step.read(); err != nil {
			return fmt.Errorf("report: %s: %w", step.what, err)
		}
	}
	return nil
}

// has reports whether the run holds rows of a table.
func (b *builder) has(id stage.TableID) bool {
	for _, f := range b.job.Inputs[id] {
		if f.Rows > 0 {
			return true
		}
	}
	return false
}
