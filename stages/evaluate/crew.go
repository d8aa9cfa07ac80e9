package evaluate

import (
	"context"
	"fmt"
	"time"

	"plyquet/engine/uci"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/evaluate/evalcache"
)

// crew is what the workers of one execution share. Everything but the meter and the cache is read-only.
type crew struct {
	stage  *Stage
	job    *stage.Job // as given, with as many workers as memory has room for
	engine uci.Config
	name   string // the engine's fingerprint, as in evaluations.engine
	cache  *evalcache.Store
	meter  *run.Locked[meter]
	begin  time.Time
}

// assemble finds the engine, learns what it is, checks the memory and says how long it will take.
func (s *Stage) assemble(ctx context.Context, job *stage.Job, sel *selection) (*crew, error) {
	cfg, err := s.command(job.Base)
	if err != nil {
		return nil, err
	}
	cfg.Log = job.Log
	facts, err := s.learn(ctx, job, cfg)
	if err != nil {
		return nil, err
	}
	engines, err := enginesThatFit(max(job.Workers, 1), facts.memory, memoryLimit(job.Memory))
	if err != nil {
		return nil, err
	}
	c := &crew{stage: s, engine: cfg, name: facts.name, meter: run.NewLocked(meter{}), begin: time.Now()}
	c.job = withWorkers(job, engines)
	c.cache = s.openCache(ctx, job)
	positions, nodes := sel.expected()
	job.Progress.Start(nodes/1000, "knodes") // positions of different searches take very different times
	job.Log.Info("engine is ready", "engine", facts.name, "engines", engines, "positions", positions, "graded_games", len(sel.graded),
		"complexity_positions", len(sel.complex), "expected_Mnodes", nodes/1e6, "expect", forecast(nodes, facts.speed, engines))
	if s.Complexity.MultiPV < allMoves && len(sel.complex) > 0 {
		job.Log.Warn("complexity over fewer than all moves is another quantity: its rank correlation with the value over all moves "+
			"is below 0.5", "multipv", s.Complexity.MultiPV)
	}
	return c, nil
}

// withWorkers is the job with fewer workers, if memory asks for it. Zero workers stay: the calling goroutine is one.
func withWorkers(job *stage.Job, engines int) *stage.Job {
	if engines >= job.Workers {
		return job
	}
	job.Log.Warn("memory has room for fewer engines than there are workers", "workers", job.Workers, "engines", engines)
	fewer := *job
	fewer.Workers = engines
	return &fewer
}

// openCache opens the cache, or does without.
func (s *Stage) openCache(ctx context.Context, job *stage.Job) *evalcache.Store {
	if !s.Cache || job.Cache == "" {
		return nil
	}
	takeUp(job)
	store, err := evalcache.Open(ctx, job.Cache, job.Log)
	if err != nil {
		job.Log.Warn("going without the evaluation cache", "error", err)
		return nil
	}
	return store
}

// hire makes a worker. Its engine starts when the first search is not in the cache.
func (c *crew) hire() (*worker, error) {
	return &worker{crew: c, session: uci.Open(c.engine), cache: c.cache}, nil
}

// dismiss ends the crew.
func (c *crew) dismiss() {
	if c.cache != nil {
		if err := c.cache.Close(); err != nil {
			c.job.Log.Warn("close the evaluation cache", "error", err)
			return
		}
		leave(c.job)
	}
}

// report says what the engines did. Utilisation is the processor time of the engines over the time they had; searching, the
// share of that time in which they were asked to compute: on a machine with other work, the difference is what that took.
// It goes to the log and not into the counts: those are the same for every way to the same result, and restarts, cache
// hits and times are not.
func (c *crew) report(job *stage.Job) {
	c.meter.With(func(m *meter) {
		wall := time.Since(c.begin)
		job.Log.Info("engines are done", "positions", m.positions, "searches", m.searches, "from_cache", m.cached,
			"Mnodes", fmt.Sprintf("%.1f", float64(m.nodes)/1e6), "knodes_per_s", int(float64(m.nodes)/wall.Seconds()/1000),
			"utilisation", fmt.Sprintf("%.3f", m.utilisation(wall, max(c.job.Workers, 1))),
			"searching", fmt.Sprintf("%.3f", m.searching.Seconds()/wall.Seconds()/float64(max(c.job.Workers, 1))), "restarts", m.restarts)
	})
}

// meter is the sum over all workers.
type meter struct {
	positions int64
	cached    int64 // units served by the cache
	searches  int64
	nodes     int64
	restarts  int64
	answers   bool  // the engine has done a unit
	failed    int64 // units it could not do
	cpu       time.Duration
	searching time.Duration
}

// utilisation is the share of the time of all engines that they computed.
func (m *meter) utilisation(wall time.Duration, engines int) float64 {
	return m.cpu.Seconds() / (wall.Seconds() * float64(engines))
}

// add enters what a session has done since its last statistics.
func (m *meter) add(now, before uci.Stats) {
	m.searches += now.Searches - before.Searches
	m.nodes += now.Nodes - before.Nodes
	m.restarts += now.Restarts - before.Restarts
	m.cpu += now.CPU - before.CPU
	m.searching += now.Searched - before.Searched
}
