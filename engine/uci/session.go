package uci

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
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

// PID is the number of the running process, 0 without one.
func (s *Session) PID() int {
	if s.p == nil {
		return 0
	}
	return s.p.cmd.Process.Pid
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

// startTries is how many starts in a row may fail before the engine is given up.
const startTries = 3

// ensure makes the process run. A start that fails is tried again after a pause: under load, and while an engine is
// being replaced by an update, that helps. A wrong option or another engine under the same name never heals.
func (s *Session) ensure(ctx context.Context) error {
	for try := 1; s.p == nil; try++ {
		if err := s.backOff(ctx); err != nil {
			return err
		}
		err := s.start(ctx)
		if err == nil {
			break
		}
		s.drop()
		s.wait = grow(s.wait)
		var bad *OptionError
		if ctx.Err() != nil || errors.As(err, &bad) || errors.Is(err, errChanged) {
			return err
		}
		if try == startTries {
			return &StartError{s.cfg.Command, try, err}
		}
		s.cfg.Log.Warn("engine did not start", "try", try, "error", err)
	}
	return nil
}

var errChanged = errors.New("the engine is not the one it was at the first start")

// start launches the process and brings it to the point where it takes positions.
func (s *Session) start(ctx context.Context) error {
	if len(s.cfg.Command) == 0 {
		return errors.New("no engine command")
	}
	p, err := startProcess(s.cfg.Command, s.cfg.Dir)
	if err != nil {
		return err
	}
	s.p = p
	defer p.interruptible(ctx)()
	deadline := time.Now().Add(s.cfg.Timeouts.Start)
	id, err := s.handshake(ctx, deadline)
	if err != nil {
		return err
	}
	if s.id.Name != "" {
		if id.Name != s.id.Name || id.Network != s.id.Network {
			return fmt.Errorf("%w: %v, now %v", errChanged, s.id, id)
		}
		s.stats.Restarts++
	}
	options := s.options(id.Options)
	if err := id.Options.Check(options); err != nil {
		return err
	}
	for _, o := range options {
		if err := p.send(o.command(), deadline); err != nil {
			return s.fail(Crashed, "start", err)
		}
	}
	s.id, s.multi, s.frc = id, 1, false
	return s.ready(ctx, "start", deadline)
}

// options are the settings of every session, as far as the engine has them, and the user's own.
func (s *Session) options(has OptionList) []Option {
	own := []Option{
		{"Threads", strconv.Itoa(s.cfg.Threads)},
		{"UCI_ShowWDL", "true"},
		{"OwnBook", "false"}, // on by default in some engines: a book move has no score
		{"MultiPV", "1"},
	}
	own = slices.DeleteFunc(own, func(o Option) bool { _, ok := has.Find(o.Name); return !ok })
	if s.cfg.HashMB > 0 {
		own = append(own, Option{"Hash", strconv.Itoa(s.cfg.HashMB)})
	}
	return append(own, s.cfg.Options...)
}

// handshake sends uci and reads up to uciok. Banners before and between are prose.
func (s *Session) handshake(ctx context.Context, deadline time.Time) (Identity, error) {
	var id Identity
	if err := s.p.send("uci", deadline); err != nil {
		return id, s.fail(Crashed, "start", err)
	}
	for {
		line, err := s.p.read(ctx, deadline)
		if err != nil {
			return id, s.readFailure("start", err)
		}
		text := strings.TrimSpace(string(line))
		switch {
		case text == "uciok":
			return id.complete(), nil
		case strings.HasPrefix(text, "id name "):
			id.Name = strings.TrimSpace(text[len("id name "):])
		case strings.HasPrefix(text, "id author "):
			id.Author = strings.TrimSpace(text[len("id author "):])
		case strings.HasPrefix(text, "option "):
			if spec, ok := ParseOption(text); ok {
				id.Options = append(id.Options, spec)
			}
		default:
			if err := s.p.prose(line); err != nil {
				return id, s.fail(Garbage, "start", err)
			}
		}
	}
}

// ready is the barrier: isready, and every answer that is owed. Until it returns, the engine may still be busy with
// options or clearing its hash.
func (s *Session) ready(ctx context.Context, doing string, deadline time.Time) error {
	s.p.junk = 0
	if err := s.p.send("isready", deadline); err != nil {
		return s.fail(Crashed, doing, err)
	}
	s.p.owed++
	for s.p.owed > 0 {
		line, err := s.p.read(ctx, deadline)
		if err != nil {
			return s.readFailure(doing, err)
		}
		if err := s.hear(line, doing); err != nil {
			return err
		}
	}
	return nil
}

// hear takes a line that is no answer to a search: readyok, late info lines, prose, or the engine's last words.
func (s *Session) hear(line []byte, doing string) error {
	switch kindOf(line) {
	case lineReady:
		s.p.owed = max(0, s.p.owed-1)
		return nil
	case lineInfo, lineBest:
		return nil
	case lineCritical:
		_ = s.p.prose(line)
		return s.fail(Refused, doing, nil)
	}
	if err := s.p.prose(line); err != nil {
		return s.fail(Garbage, doing, err)
	}
	return nil
}

func (s *Session) fail(kind FailureKind, doing string, err error) error {
	f := &Failure{Kind: kind, Doing: doing, Err: err}
	if s.p != nil {
		f.Said = s.p.said
	}
	return f
}

func (s *Session) readFailure(doing string, err error) error {
	switch {
	case errors.Is(err, errTimeout):
		return s.fail(Hung, doing, err)
	case errors.Is(err, errFlood):
		return s.fail(Garbage, doing, err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		s.drop() // in the middle of something; what it prints next would be taken for the answer to another question
		return err
	}
	return s.fail(Crashed, doing, err)
}

// lineKind is what a line is, by its first word.
type lineKind uint8

const (
	lineProse lineKind = iota
	lineInfo
	lineBest
	lineReady
	lineCritical
)

func kindOf(line []byte) lineKind {
	sc := scanner{rest: line}
	switch string(sc.next()) {
	case "info":
		if string(sc.next()) == "string" && string(sc.next()) == "CRITICAL" {
			return lineCritical // Stockfish 19 on a position it does not accept: it exits, its WebAssembly build plays dead
		}
		return lineInfo
	case "bestmove":
		return lineBest
	case "readyok":
		if sc.peek() == nil {
			return lineReady
		}
	}
	return lineProse
}
