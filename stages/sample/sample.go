// Package sample is the stage that chooses games: from archives/ to sampled/, byte for byte.
//
// Whether a game is kept depends on the seed, the name of its source and its offset there, and on nothing else: not
// on the order of files, the number of workers or the games around it. A larger rate keeps all that a smaller one
// keeps. Compressed input is streamed; nothing but the sample is ever unpacked to disk.
//
// The package is not for judging games. What a game is, engine/pgn decides; a damaged game is sampled like any
// other, and ingest says what is wrong with it.
//
// Beside the texts the stage writes the table blocks, which cuts them into stretches of whole games: the shards of
// the stages that follow. UTF-16 input is decoded by engine/pgn, so its sample is the UTF-8 form; offsets mean that form.
package sample

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// Stage is the section `sample` of a configuration.
type Stage struct {
	Rate     float64  `yaml:"rate"`      // share of the games, 0 to 1; 0.005 is what the original study used
	MaxGames int64    `yaml:"max_games"` // at most so many games in all; 0 = no limit
	Stratify Stratify `yaml:"stratify"`  // none, or file: the same share of every file, exactly
}

// Stratify says over what the sample is spread.
type Stratify string

const (
	// ByChance decides game by game; the number of games kept is random within its binomial spread.
	ByChance Stratify = "none"
	// ByFile keeps exactly the rate of every file, rounded. It costs 24 bytes of memory a game.
	ByFile Stratify = "file"
)

// New returns the stage with its defaults: everything is kept.
func New() *Stage { return &Stage{Rate: 1, Stratify: ByChance} }

// Name implements stage.Stage.
func (*Stage) Name() string { return "sample" }

// Version implements stage.Stage: of the meaning of sampled/ and blocks.
func (*Stage) Version() int { return 1 }

// Unit is what the funnel counts.
func (*Stage) Unit() string { return "games" }

// IO implements stage.Stage.
func (*Stage) IO() (reads, writes []stage.TableID) {
	return []stage.TableID{rows.Archives}, []stage.TableID{rows.Sampled, rows.Blocks}
}

// Validate implements stage.Stage.
func (s *Stage) Validate() error {
	var errs []error
	if !(s.Rate >= 0 && s.Rate <= 1) { // NaN is out as well
		errs = append(errs, &stage.FieldError{Path: "rate", Problem: fmt.Sprintf("%v is not in 0..1", s.Rate)})
	}
	if s.MaxGames < 0 {
		errs = append(errs, &stage.FieldError{Path: "max_games", Problem: "must not be negative; 0 means no limit"})
	}
	if s.Stratify != ByChance && s.Stratify != ByFile {
		errs = append(errs, &stage.FieldError{Path: "stratify", Problem: fmt.Sprintf("%q is unknown; none or file", s.Stratify)})
	}
	return errors.Join(errs...)
}

// everything reports that no game is left out; the seed does not matter then.
func (s *Stage) everything() bool { return s.Rate == 1 && s.MaxGames == 0 }

// External states that the sample depends on the seed, where it does.
func (s *Stage) External(_ context.Context, env stage.Env) ([]stage.Fact, error) {
	if s.everything() {
		return nil, nil
	}
	return []stage.Fact{{Name: "seed", Value: strconv.FormatUint(env.Seed, 10)}}, nil
}

// Run writes the sample of every archive. Where a decision needs all games, they are read twice: once for their
// tickets, once to be written.
func (s *Stage) Run(ctx context.Context, job *stage.Job) error {
	archives, err := openArchives(job.Inputs[rows.Archives])
	if err != nil {
		return fmt.Errorf("sample: %w", err)
	}
	chosen := s.byRate(job.Seed)
	if s.MaxGames > 0 || s.Stratify == ByFile {
		if chosen, err = s.byTicket(ctx, job, archives); err != nil {
			return fmt.Errorf("sample: choose: %w", err)
		}
	}
	return run.Each(ctx, job, archives, func() (choice, error) { return chosen, nil }, write)
}
