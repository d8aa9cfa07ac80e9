// Package signals is the stage that compares the decisions of each player with what the rating leads one to expect.
//
//	evaluations --> spreads ---+
//	games, plies, complexity --+--> Situation --meter--> Decision --> Evidence of a player --List--> Finding
//	baseline -------------------------^                                    calibration, correction --> rows
//
// It is for numbers that describe decisions, each with its expectation, interval, sample size and warnings; it is not
// for verdicts about people. No value is computed where the data do not carry one: below the sample floor there is no
// z, without a rating no expectation, without a measured calibration no q.
//
// Rows are by player, then in the order of List; move_signals by game and ply. The spreads of the run are in memory, each cut
// to what a signal can use; situations and decisions belong to their game and are not changed once they are made.
//
// The models are in metrics; the wording is the report's. Every signal is a file here and a line in list.go.
package signals

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// Stage is the section `signals` of a configuration.
type Stage struct {
	Search       string  `yaml:"search"`        // whose lines the model of choice uses: grade or complexity
	MinDecisions int     `yaml:"min_decisions"` // sample floor of every z
	MinMove      int     `yaml:"min_move"`      // first full move that counts
	MaxEvalCp    int     `yaml:"max_eval_cp"`   // beyond it a game is decided, for either side
	MinLines     int     `yaml:"min_lines"`     // lines a model of choice needs, where there are as many legal moves
	Rho          float64 `yaml:"rho"`           // share of help under the alternative of the likelihood ratio
	Margin       float64 `yaml:"margin"`        // the helper's move is within this many centipawns of the best
	First        float64 `yaml:"first"`         // share of the helper's moves that are the engine's first
	Weight       string  `yaml:"weight"`        // which complexity to read
	Draws        int     `yaml:"draws"`         // resamples behind an interval
	Baseline     string  `yaml:"baseline"`      // "regan-2012", or a file made by `plyquet calibrate`
}

// New returns the stage with its defaults.
func New() *Stage {
	mix := metrics.DefaultMixture()
	return &Stage{
		Search: rows.SearchGrade, MinDecisions: 120, MinMove: 9, MaxEvalCp: 300, MinLines: 10, Rho: mix.Rho, Margin: mix.Margin, First: mix.First,
		Weight: string(metrics.DefaultComplexity().Weight), Draws: 2000, Baseline: ReganName,
	}
}

// Name implements stage.Stage.
func (s *Stage) Name() string { return "signals" }

// Version implements stage.Stage.
func (s *Stage) Version() int { return 2 }

// Unit is what the funnel counts.
func (s *Stage) Unit() string { return "decisions" }

// IO implements stage.Stage.
func (s *Stage) IO() (reads, writes []stage.TableID) {
	return []stage.TableID{rows.Games, rows.Plies, rows.Evaluations, rows.Complexity},
		[]stage.TableID{rows.Signals, rows.MoveSignals, rows.Correlations}
}

// MayLack says that complexity may be switched off: the signals that need it are null then.
func (s *Stage) MayLack() []stage.TableID { return []stage.TableID{rows.Complexity} }

// External names what the result depends on outside the run folder: the seed of the intervals and the baseline.
func (s *Stage) External(_ context.Context, env stage.Env) ([]stage.Fact, error) {
	facts := []stage.Fact{{Name: "seed", Value: fmt.Sprint(env.Seed)}}
	if s.Baseline == ReganName {
		return facts, nil
	}
	sum, err := env.HashFile(s.path(env.Base))
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	return append(facts, stage.Fact{Name: "baseline", Value: sum}), nil
}

func (s *Stage) path(base string) string {
	if filepath.IsAbs(s.Baseline) {
		return s.Baseline
	}
	return filepath.Join(base, s.Baseline)
}

// Validate implements stage.Stage.
func (s *Stage) Validate() error {
	var errs []error
	want := func(ok bool, path, problem string) {
		if !ok {
			errs = append(errs, &stage.FieldError{Path: path, Problem: problem})
		}
	}
	_, err := metrics.ParseWeight(s.Weight)
	want(s.Search == rows.SearchGrade || s.Search == rows.SearchComplexity, "search", "want grade or complexity")
	want(s.MinDecisions >= 1, "min_decisions", "want 1 or more")
	want(s.MinMove >= 1, "min_move", "want 1 or more")
	want(s.MaxEvalCp > 0 && s.MaxEvalCp <= metrics.LossCapCp, "max_eval_cp", "want 1 to 1000 centipawns")
	want(s.MinLines >= 2, "min_lines", "want 2 or more: one line is no choice")
	want(s.Rho > 0 && s.Rho < 1, "rho", "want a share between 0 and 1")
	want(s.Margin >= -1 && s.Margin <= 100, "margin", "want 0 to 100 centipawns, or -1 for the first line alone")
	want(s.First >= 0 && s.First <= 1, "first", "want a share from 0 to 1")
	want(err == nil, "weight", fmt.Sprint(err))
	want(s.Draws >= 100 && s.Draws <= 100_000, "draws", "want 100 to 100000")
	want(s.Baseline != "", "baseline", "want "+ReganName+" or a file")
	return errors.Join(errs...)
}

func (s *Stage) baseline(base string) (Baseline, error) {
	if s.Baseline == ReganName {
		return Regan(), nil
	}
	return loadBaseline(s.path(base))
}

// Run implements stage.Stage.
func (s *Stage) Run(ctx context.Context, job *stage.Job) error {
	b, err := s.baseline(job.Base)
	if err != nil {
		return err
	}
	games, setting, err := s.measureAll(ctx, job, b)
	if err != nil {
		return err
	}
	boot := metrics.Bootstrap{Draws: s.Draws, Seed: job.Seed, Level: 0.95}
	if err := errors.Join(writeMoves(ctx, job, games), writeCorrelations(ctx, job, boot)); err != nil {
		return err
	}
	all := flatten(games)
	players := gather(all)
	j := &judge{signals: List(), setting: setting, minDecisions: s.MinDecisions, similar: similarNames(namesOf(players)),
		inputs: Inputs{Bootstrap: boot, Baseline: b, Terciles: terciles(taking(all))}}
	people, err := j.examineAll(ctx, job, players)
	if err != nil {
		return err
	}
	return writeSignals(ctx, job, len(people), j.rows(people))
}

func namesOf(players []*Evidence) []string {
	names := make([]string, len(players))
	for i, e := range players {
		names[i] = e.Player
	}
	return names
}

// measureAll reads the spreads and measures every game, in shards of games.
func (s *Stage) measureAll(ctx context.Context, job *stage.Job, b Baseline) ([][]measured, Setting, error) {
	accs, err := run.Fold(ctx, job, job.Inputs[rows.Evaluations],
		func() (collected, error) { return collected{}, nil },
		func(ctx context.Context, acc collected, part stage.File, _ *run.Out) error {
			if err := acc.read(ctx, part, s.Search); err != nil {
				return fmt.Errorf("%s: %w", part.Name, err)
			}
			return nil
		})
	if err != nil {
		return nil, Setting{}, err
	}
	spreads, err := mergeSpreads(accs)
	if err != nil {
		return nil, Setting{}, err
	}
	setting, err := spreads.setting(s)
	if err != nil {
		return nil, setting, err
	}
	games, err := loadGames(ctx, job, spreads, s.Weight)
	if err != nil {
		return nil, setting, err
	}
	out, err := s.measureGames(ctx, job, newMeter(s, b, setting.Lines), games, spreads)
	return out, setting, err
}
