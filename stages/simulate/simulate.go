// Package simulate is the stage that makes leagues of players whose help is known: the ground truth that does not
// exist for real games. Honest moves are drawn from the powers model of human choice over the spreads of a real
// engine, helped moves from the engine itself; the games are written as PGN for a run of their own, the truth as labels.
//
//	League --roster--> pairings --play (thinker, personas)--> PGN in simulated/, rows in labels
//
// It is for measuring signals, not for imitating people: nothing here has openings, plans or time trouble. Every game
// is a function of the seed, its league and its number, so neither workers nor interruptions change a byte.
package simulate

import (
	"context"
	"fmt"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// Stage is the section `simulate` of a configuration.
type Stage struct {
	Source     string   `yaml:"source"`      // engine, or synthetic: invented spreads, for tests and demonstrations
	Engine     Engine   `yaml:"engine"`      //
	MaxPlies   int      `yaml:"max_plies"`   // then the game is adjudicated
	HelpFrom   int      `yaml:"help_from"`   // first full move that may be helped
	PilotGames int      `yaml:"pilot_games"` // honest games that tell how difficult a critical moment is
	Leagues    []League `yaml:"leagues"`     // who plays whom, and who is helped
}

// Engine is where spreads come from.
type Engine struct {
	Path        string   `yaml:"path"`         // auto: found as evaluate finds it
	Args        []string `yaml:"args"`         // arguments of the engine
	HashMB      int      `yaml:"hash_mb"`      // hash table of each engine, MiB
	Depth       int      `yaml:"depth"`        // of the spread that honest moves are drawn from
	MultiPV     int      `yaml:"multipv"`      // of the same; all moves by default
	HelperDepth int      `yaml:"helper_depth"` // of a second engine's search
}

// Sources of spreads.
const (
	sourceEngine    = "engine"
	sourceSynthetic = "synthetic"
)

// New returns the stage with its defaults: one small league.
func New() *Stage {
	return &Stage{
		Source: sourceEngine, Engine: Engine{Path: "auto", HashMB: 16, Depth: 6, MultiPV: 250, HelperDepth: 9},
		MaxPlies: 120, HelpFrom: 9, PilotGames: 3,
		Leagues: []League{{Name: "club", Rating: 1800, Players: 8, Rounds: 6, Model: modelPowers,
			Helped: []Help{{Players: 2, Kind: "any", Share: 0.3}}}},
	}
}

// Name implements stage.Stage.
func (s *Stage) Name() string { return "simulate" }

// Version implements stage.Stage.
func (s *Stage) Version() int { return 1 }

// OptIn says that simulate runs only when asked to.
func (s *Stage) OptIn() {}

// Unit is what the funnel counts.
func (s *Stage) Unit() string { return "games" }

// IO implements stage.Stage.
func (s *Stage) IO() (reads, writes []stage.TableID) {
	return nil, []stage.TableID{rows.Simulated, rows.Labels}
}

// External names the seed and the engine.
func (s *Stage) External(ctx context.Context, env stage.Env) ([]stage.Fact, error) {
	facts := []stage.Fact{{Name: "seed", Value: fmt.Sprint(env.Seed)}}
	if s.Source == sourceSynthetic {
		return facts, nil
	}
	id, err := s.identify(ctx, env.Base)
	if err != nil {
		return nil, err
	}
	return append(facts, stage.Fact{Name: "engine", Value: id}), nil
}

// Run implements stage.Stage.
func (s *Stage) Run(ctx context.Context, job *stage.Job) error {
	newThinker, err := s.thinkers(job)
	if err != nil {
		return err
	}
	rosters, err := s.rosters(ctx, job.Seed, newThinker)
	if err != nil {
		return err
	}
	shards, games := s.shards(rosters)
	job.Progress.Start(int64(games), "games")
	return run.Each(ctx, job, shards, newThinker, func(ctx context.Context, th thinker, sh shard, out *run.Out) error {
		return s.playShard(ctx, job, th, sh, out)
	})
}
