package uci

import (
	"context"
	"log/slog"
	"time"

	"plyquet/engine/board"
)

// Config is how an engine is run.
type Config struct {
	// Command is the executable and its arguments.
	Command []string
	// Dir is the folder it runs in; empty: the current one.
	Dir string
	// HashMB is the size of the transposition table. It is part of what a search finds.
	HashMB int
	// Threads is 1 unless set; with more, no search can be repeated.
	Threads int
	// Options are sent once, in order, after they are checked against the engine's own list.
	Options []Option
	// Timeouts that are zero take their defaults.
	Timeouts Timeouts
	// Tries is how often in a row a position may fail before its unit is given up; 3 unless set.
	Tries int
	// Log hears of failures and restarts; nil: nobody does.
	Log *slog.Logger
}

// Timeouts of the conversation. They guard against engines that are gone; none of them shapes a result.
type Timeouts struct {
	Start  time.Duration // process start to uciok, and options to readyok (60 s: big networks on a busy machine)
	Ready  time.Duration // isready to readyok between searches (30 s)
	Search time.Duration // a whole search (30 min)
	Ping   time.Duration // silence in a search until isready is asked: silence is normal for minutes (5 s)
	Pong   time.Duration // how long that may stay unanswered (20 s)
	Stop   time.Duration // stop to bestmove (2 s)
	Quit   time.Duration // quit to the end of the process (2 s)
}

func (t Timeouts) withDefaults() Timeouts {
	set := func(d *time.Duration, def time.Duration) {
		if *d == 0 {
			*d = def
		}
	}
	set(&t.Start, 60*time.Second)
	set(&t.Ready, 30*time.Second)
	set(&t.Search, 30*time.Minute)
	set(&t.Ping, 5*time.Second)
	set(&t.Pong, 20*time.Second)
	set(&t.Stop, 2*time.Second)
	set(&t.Quit, 2*time.Second)
	return t
}

// Session is an engine that is kept alive: one process at a time, started when it is first needed, started again
// after it has failed. It answers one question at a time and belongs to one goroutine.
type Session struct {
	cfg   Config
	p     *process // nil: not running
	id    Identity // of the first start; later starts must agree
	multi int      // MultiPV and Chess960 as the running process has them
	frc   bool

	wait  time.Duration // before the next start: grows with every failure, forgotten after a good unit
	step  int           // searches answered in the current unit
	stats Stats

	got   collector
	asked question
	moves []board.Move
	lines []Line
	found Analysis
}

// Stats are totals over the life of a Session.
type Stats struct {
	Searches int64
	Nodes    int64
	Restarts int64         // starts after the first
	CPU      time.Duration // processor time of the engine, where the system tells
	Searched time.Duration // wall time between go and bestmove
}

// Open makes a Session. The process is started by the first Unit or Identify, so a Session that finds all its answers elsewhere
// costs nothing.
func Open(cfg Config) *Session {
	cfg.Timeouts = cfg.Timeouts.withDefaults()
	cfg.Threads = max(cfg.Threads, 1)
	if cfg.Tries == 0 {
		cfg.Tries = 3
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Session{cfg: cfg}
}

// Identify starts the engine if need be and returns what it says of itself.
func (s *Session) Identify(ctx context.Context) (Identity, error) {
	if err := s.ensure(ctx); err != nil {
		return Identity{}, err
	}
	return s.id, nil
}

// Stats returns the totals so far.
func (s *Session) Stats() Stats {
	st := s.stats
	if s.p != nil {
		st.CPU += s.p.cpu()
	}
	return st
}

// Memory is the resident memory of the running engine in bytes, 0 where the system does not tell.
func (s *Session) Memory() int64 {
	if s.p == nil {
		return 0
	}
	return residentMemory(s.p.cmd.Process.Pid)
}

// Close asks the engine to leave and kills it if it does not.
func (s *Session) Close() error {
	if s.p == nil {
		return nil
	}
	p := s.p
	s.p = nil
	err := p.quit(s.cfg.Timeouts.Quit)
	s.stats.CPU += p.cpu()
	return err
}

// drop kills a process that cannot be trusted any more.
func (s *Session) drop() {
	if s.p == nil {
		return
	}
	p := s.p
	s.p = nil
	_ = p.kill()
	s.stats.CPU += p.cpu()
}
