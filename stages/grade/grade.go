// Package grade is the stage that turns evaluations into grades: what each published system says of every move
// (table grades) and of each player's game (table game_accuracy).
//
// It is a pure function over tables: games, plies, and either the evaluations of the evaluate stage or the [%eval]
// comments that plies keep. It starts no engine, so grading again by another profile takes seconds. The formulas are
// in metrics; this package only brings a game's evaluations, moves and book hits together.
//
// A shard is a part of games; its rows are by game, profile and ply, as the parts of games have the games. A worker owns
// its graders, its sheet and one game's rows, all of them reused for the next game.
//
//	part of games ─┐
//	part of plies ─┼─> game ─> sheet ─> one grader a profile ─> rows
//	evaluations  ──┘
package grade

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// Stage is the section `grade` of a configuration.
type Stage struct {
	Profiles  []string `yaml:"profiles"`    // grading systems: lichess, cap, webchess
	Evals     string   `yaml:"evals"`       // "engine": the table evaluations; "comments": the [%eval] comments of the games
	AsShipped []string `yaml:"as_shipped"`  // profiles that reproduce their source, faults included; lichess: drop the mating move, as lichess.org does
	Start     string   `yaml:"start"`       // evaluation of a game's first position: "profile", "engine" or "fixed" (+0.15)
	Engine    string   `yaml:"engine_move"` // whether the engine's own choice can lose: "profile", "free" (never) or "counted"
	MinDepth  int      `yaml:"min_depth"`   // searches below it are too shallow for the profiles that ask (webchess)
	Book      Book     `yaml:"book"`        // which moves are book moves
}

// New returns the stage with its defaults.
func New() *Stage {
	return &Stage{Profiles: []string{"lichess", "cap", "webchess"}, Evals: evalsEngine, Start: "profile",
		Engine: "profile", MinDepth: 10, Book: defaultBook()}
}

// Sources of evaluations.
const (
	evalsEngine   = "engine"
	evalsComments = "comments"
)

// Name implements stage.Stage.
func (s *Stage) Name() string { return "grade" }

// Version implements stage.Stage.
func (s *Stage) Version() int { return 2 }

// Unit is what the funnel counts.
func (s *Stage) Unit() string { return "games" }

// IO implements stage.Stage. Grading by comments needs no evaluations, so it does not wait for any.
func (s *Stage) IO() (reads, writes []stage.TableID) {
	reads = []stage.TableID{rows.Games, rows.Plies}
	if s.Evals == evalsEngine {
		reads = append(reads, rows.Evaluations)
	}
	return reads, []stage.TableID{rows.Grades, rows.GameAccuracy}
}

// Validate implements stage.Stage.
func (s *Stage) Validate() error {
	var errs []error
	fault := func(path, format string, args ...any) {
		errs = append(errs, &stage.FieldError{Path: path, Problem: fmt.Sprintf(format, args...)})
	}
	if len(s.Profiles) == 0 {
		fault("profiles", "want at least one of %v", metrics.ProfileNames())
	}
	s.checkNames("profiles", s.Profiles, fault)
	s.checkNames("as_shipped", s.AsShipped, fault)
	if s.Evals != evalsEngine && s.Evals != evalsComments {
		fault("evals", "%q is not %q or %q", s.Evals, evalsEngine, evalsComments)
	}
	if _, ok := startRules()[s.Start]; !ok {
		fault("start", `%q is not "profile", "engine" or "fixed"`, s.Start)
	}
	if _, ok := engineMoveRules()[s.Engine]; !ok {
		fault("engine_move", `%q is not "profile", "free" or "counted"`, s.Engine)
	}
	if s.MinDepth < 0 {
		fault("min_depth", "want 0 or more")
	}
	errs = append(errs, s.Book.validate()...)
	return errors.Join(errs...)
}

func (s *Stage) checkNames(path string, names []string, fault func(path, format string, args ...any)) {
	for i, name := range names {
		at := fmt.Sprintf("%s[%d]", path, i)
		if !slices.Contains(metrics.ProfileNames(), name) {
			fault(at, "there is no profile %q, want one of %v", name, metrics.ProfileNames())
		}
		if slices.Index(names, name) < i {
			fault(at, "%q is there twice", name)
		}
	}
}

func startRules() map[string]metrics.StartRule {
	return map[string]metrics.StartRule{"profile": metrics.StartByProfile, "engine": metrics.StartEngine,
		"fixed": metrics.StartFixed}
}

func engineMoveRules() map[string]metrics.EngineMoveRule {
	return map[string]metrics.EngineMoveRule{"profile": metrics.EngineMoveByProfile, "free": metrics.EngineMoveFree,
		"counted": metrics.EngineMoveCounted}
}

// profiles are the chosen profiles in the order of the tables: by name.
func (s *Stage) profiles() []metrics.Profile {
	var chosen []metrics.Profile
	opt := metrics.Options{Start: startRules()[s.Start], EngineMove: engineMoveRules()[s.Engine]}
	corrected := metrics.Profiles(opt)
	opt.AsShipped = true
	shipped := metrics.Profiles(opt)
	for i, p := range corrected {
		if slices.Contains(s.AsShipped, p.Name) {
			p = shipped[i]
		}
		if slices.Contains(s.Profiles, p.Name) {
			chosen = append(chosen, p)
		}
	}
	slices.SortFunc(chosen, func(a, b metrics.Profile) int { return strings.Compare(a.Name, b.Name) })
	return chosen
}

// Run implements stage.Stage. A shard is a part of games with the part of plies that was written beside it.
func (s *Stage) Run(ctx context.Context, job *stage.Job) error {
	parts, err := gamerecord.Pair(job.Inputs[rows.Games], job.Inputs[rows.Plies])
	if err != nil {
		return fmt.Errorf("grade: %w", err)
	}
	evals, err := gamerecord.NewIndex(ctx, job.Inputs[rows.Evaluations], rows.SearchGrade)
	if err != nil {
		return fmt.Errorf("grade: find the evaluated games: %w", err)
	}
	book, err := s.Book.open(job.Base)
	if err != nil {
		return fmt.Errorf("grade: %w", err)
	}
	return run.Each(ctx, job, parts, func() (*worker, error) { return newWorker(s, evals, book), nil },
		func(ctx context.Context, w *worker, p gamerecord.Part, out *run.Out) error {
			return w.shard(ctx, p, out)
		})
}
