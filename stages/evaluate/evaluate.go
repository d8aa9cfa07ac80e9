// Package evaluate is the stage that asks a chess engine about positions.
//
//	games, plies --select--> positions --shards--> one engine a worker --matrix--> evaluations
//	                                                    |      ^
//	                                                    v      |
//	                                                 evaluation cache
//
// It makes two searches. "grade" looks at every position of some games with few lines: each game is walked backwards
// from its end with a warm hash after one ucinewgame, which is cheaper than cleared searches and does not let the
// engine's own move come out as a loss. "complexity" looks at some positions with all lines, hash cleared before each,
// and keeps every depth. A warm result belongs to its game and a cleared one to its position; neither depends on the
// number of engines, on which engine did it, or on what the cache knew.
//
// Parts come in the order of the shards, complexity first; within a part rows are by game, ply, depth and rank. The selection
// is in memory as moves, and read-only once it is made; a worker owns its engine, its walker and the rows of its shard.
//
// The stage is for scores alone: what a loss is, how a move is called and how hard a position was is decided by the
// stages that read the table. Those never talk to an engine.
package evaluate

import (
	"context"
	"fmt"

	"plyquet/engine/uci"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// Stage is the section `evaluate` of a configuration.
type Stage struct {
	Source     Source     `yaml:"source"`                  // engine, or comments: the [%eval] comments of the games
	Engine     Engine     `yaml:"engine"`                  // which engine, and how it is set
	Players    []string   `yaml:"players"`                 // only games of these players, as spelled in the games; empty: of all
	Grade      Grade      `yaml:"grade"`                   // every position of some games
	Complexity Complexity `yaml:"complexity"`              // some positions at every depth
	Cache      bool       `yaml:"cache" fingerprint:"-"`   // use the evaluation cache that all runs share
	Tries      int        `yaml:"tries" fingerprint:"-"`   // how often an engine may fail at a position before it is rejected
	Timeout    Duration   `yaml:"timeout" fingerprint:"-"` // of one search; a position that takes longer is rejected

	patience uci.Timeouts // of everything but a search; zero: the defaults of package uci. Tests are less patient
}

// New returns the stage with its defaults.
func New() *Stage {
	return &Stage{
		Source: FromEngine,
		Engine: Engine{Path: "auto", HashMB: 16},
		Grade:  Grade{Games: 30, Depth: 10, MultiPV: 2, Hash: WarmBackward},
		Complexity: Complexity{
			Positions: 80, From: Graded, Profile: Fast, MultiPV: allMoves, FromMove: 9, MaxEvalCp: 300,
		},
		Cache:   true,
		Tries:   3,
		Timeout: defaultTimeout,
	}
}

// Name implements stage.Stage.
func (s *Stage) Name() string { return "evaluate" }

// Version implements stage.Stage.
func (s *Stage) Version() int { return 1 }

// Unit is what the funnel counts.
func (s *Stage) Unit() string { return "positions" }

// IO implements stage.Stage.
func (s *Stage) IO() (reads, writes []stage.TableID) {
	return []stage.TableID{rows.Games, rows.Plies}, []stage.TableID{rows.Evaluations}
}

// Run implements stage.Stage.
func (s *Stage) Run(ctx context.Context, job *stage.Job) error {
	if s.Source == FromComments {
		return s.copyComments(ctx, job)
	}
	sel, err := s.choose(ctx, job)
	if err != nil {
		return fmt.Errorf("choose positions: %w", err)
	}
	shards := sel.shards()
	if len(shards) == 0 {
		job.Log.Warn("no position to evaluate")
		return nil
	}
	crew, err := s.assemble(ctx, job, sel)
	if err != nil {
		return err
	}
	defer crew.dismiss()
	err = run.Each(ctx, crew.job, shards, crew.hire, func(ctx context.Context, w *worker, s shard, out *run.Out) error {
		return w.do(ctx, s, out)
	})
	crew.report(job)
	return err
}
