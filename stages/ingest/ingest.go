// Package ingest is the stage that turns sampled PGN into the tables games and plies.
//
//	blocks          -> parts of about equal size, edges from the data    parts.go
//	part            -> games, one reader a worker                        worker.go
//	game            -> keep, filter or reject, by the policies           policy.go
//	game            -> identity: which games are the same one            identity.go
//	kept game       -> a row of games, a row of plies for each move      gamerow.go, plyrow.go
//
// A game whose moves stop early (an illegal move, a null move, a comment that is never closed) keeps the moves before
// the fault, says so in games.damage, and is in the rejects with kept = true; or it is rejected, by policy. Every game
// is kept, filtered or rejected, once.
//
// Duplicates: games are equal when the names of the players, the date, the result and the moves of the main line are;
// see identity. The first in file order is the original, whatever the number of workers, so the games are read twice:
// once for their identity, once to be written. With `duplicates: keep` they are read once.
//
// What a game is, and what is wrong with it, is engine/pgn's to say; the rules of chess are engine/board's.
package ingest

import (
	"context"
	"errors"
	"fmt"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// The words of the configuration.
const (
	KeepPrefix = "keep-prefix"
	RejectGame = "reject-game"
	Keep       = "keep"
	Drop       = "drop"
	Mark       = "mark"
	ByPlayers  = "players"
	ByMoves    = "moves"
)

// Stage is the section `ingest` of a configuration. Filters that are at their zero value let everything through.
type Stage struct {
	IllegalMove  string   `yaml:"illegal_move" jsonschema:"enum=keep-prefix,enum=reject-game"` // a game whose moves stop early: keep the moves before the fault, or reject the game
	NoResult     string   `yaml:"no_result" jsonschema:"enum=keep,enum=drop"`                  // games without a known result
	Duplicates   string   `yaml:"duplicates" jsonschema:"enum=keep,enum=mark,enum=drop"`       // games that are the same as an earlier one: keep, keep and name the first one in duplicate_of, drop
	SameGame     string   `yaml:"same_game" jsonschema:"enum=players,enum=moves"`              // what makes two games the same: players, date, result and moves; or the moves alone
	Variants     Variants `yaml:"variants"`                                                    // kinds of chess that are kept; all others are counted by name
	MinPlies     int      `yaml:"min_plies"`                                                   // half-moves that a game must have
	MinElo       int      `yaml:"min_elo"`                                                     // least rating of both players; 0 = no limit, and games without ratings are kept
	MaxElo       int      `yaml:"max_elo"`                                                     // largest rating of both players; 0 = no limit
	Speeds       []string `yaml:"speeds"`                                                      // classes by Lichess's rule: ultrabullet, bullet, blitz, rapid, classical, correspondence; empty = all, and unknown
	TimeControls []string `yaml:"time_controls"`                                               // values of the TimeControl tag, such as 180+2; empty = all
	Since        string   `yaml:"since"`                                                       // first day, month or year, as 2024.05.31, 2024.05 or 2024; empty = no limit
	Until        string   `yaml:"until"`                                                       // last day, month or year, included; empty = no limit
	Comments     bool     `yaml:"comments"`                                                    // keep the text of comments in plies.comment
}

// Variants says which games by their rules are kept.
type Variants struct {
	Standard     bool `yaml:"standard"`      // the usual game
	Chess960     bool `yaml:"chess960"`      // Fischer random chess
	FromPosition bool `yaml:"from_position"` // the rules of chess from another start position
}

// New returns the stage with its defaults: everything that follows the rules of chess and has a move is kept.
func New() *Stage {
	return &Stage{
		IllegalMove: KeepPrefix,
		NoResult:    Keep,
		Duplicates:  Mark,
		SameGame:    ByPlayers,
		Variants:    Variants{Standard: true, Chess960: true, FromPosition: true},
		MinPlies:    1,
		Comments:    true,
	}
}

// Name implements stage.Stage.
func (*Stage) Name() string { return "ingest" }

// Version of the meaning of games and plies.
func (*Stage) Version() int { return 1 }

// Unit is what the funnel counts.
func (*Stage) Unit() string { return "games" }

// IO implements stage.Stage.
func (*Stage) IO() (reads, writes []stage.TableID) {
	return []stage.TableID{rows.Sampled, rows.Blocks}, []stage.TableID{rows.Games, rows.Plies, rows.Rejects}
}

// Validate implements stage.Stage.
func (s *Stage) Validate() error {
	var errs []error
	bad := func(path, format string, args ...any) {
		errs = append(errs, &stage.FieldError{Path: path, Problem: fmt.Sprintf(format, args...)})
	}
	oneOf := func(path, value string, known ...string) {
		for _, k := range known {
			if value == k {
				return
			}
		}
		bad(path, "%q is not known: want one of %v", value, known)
	}
	notNegative := func(path string, n int) {
		if n < 0 {
			bad(path, "%d is negative", n)
		}
	}
	oneOf("illegal_move", s.IllegalMove, KeepPrefix, RejectGame)
	oneOf("no_result", s.NoResult, Keep, Drop)
	oneOf("duplicates", s.Duplicates, Keep, Mark, Drop)
	oneOf("same_game", s.SameGame, ByPlayers, ByMoves)
	notNegative("min_plies", s.MinPlies)
	notNegative("min_elo", s.MinElo)
	notNegative("max_elo", s.MaxElo)
	if s.MaxElo > 0 && s.MaxElo < s.MinElo {
		bad("max_elo", "%d is below min_elo %d", s.MaxElo, s.MinElo)
	}
	if s.Variants == (Variants{}) {
		bad("variants", "all are off: no game would be kept")
	}
	for i, speed := range s.Speeds {
		oneOf(fmt.Sprintf("speeds[%d]", i), speed, speeds...)
	}
	since, until := s.dates(bad)
	if since.Year > 0 && until.Year > 0 && firstDay(since) > lastDay(until) {
		bad("until", "%s is before since %s", s.Until, s.Since)
	}
	return errors.Join(errs...)
}

var speeds = []string{"ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"}

// Run implements stage.Stage.
func (s *Stage) Run(ctx context.Context, job *stage.Job) error {
	parts, games, err := loadParts(job)
	if err != nil {
		return err
	}
	var first originals
	if s.Duplicates != Keep {
		job.Progress.Start(games, "games to compare")
		if first, err = s.findOriginals(ctx, job, parts); err != nil {
			return fmt.Errorf("find duplicates: %w", err)
		}
	}
	job.Progress.Start(games, "games")
	newWorker := func() (*worker, error) { return newWorker(s, job, false), nil }
	return run.Each(ctx, job, parts, newWorker, func(ctx context.Context, w *worker, p part, out *run.Out) error {
		return w.write(ctx, p, first, out)
	})
}
