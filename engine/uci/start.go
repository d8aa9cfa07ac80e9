package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// How many starts in a row may fail before the engine is given up. One that has worked before is given more chances: the command
// is right, so it is the machine that is in trouble, and that passes.
const (
	firstTries   = 3
	restartTries = 10
)

// ensure makes the process run. A start that fails is tried again after a pause: under load, and while an engine is
// being replaced by an update, that helps. A wrong option or another engine under the same name never heals.
func (s *Session) ensure(ctx context.Context) error {
	tries := firstTries
	if s.id.Name != "" {
		tries = restartTries
	}
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
		if try == tries {
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

// handshake sends uci and reads up to uciok. Banners before and between are prose. All of it together is bounded as prose is:
// the list of options is kept, and must not grow without end.
func (s *Session) handshake(ctx context.Context, deadline time.Time) (Identity, error) {
	var id Identity
	if err := s.p.send("uci", deadline); err != nil {
		return id, s.fail(Crashed, "start", err)
	}
	for heard := 0; ; {
		line, err := s.p.read(ctx, deadline)
		if err != nil {
			return id, s.readFailure("start", err)
		}
		if heard += len(line) + 1; heard > maxJunk {
			return id, s.fail(Garbage, "start", errFlood)
		}
		text := strings.TrimSpace(string(line))
		switch {
		case text == "uciok":
			return id.complete(), nil
		case strings.HasPrefix(text, "id name "):
			id.Name = label(text[len("id name "):])
		case strings.HasPrefix(text, "id author "):
			id.Author = label(text[len("id author "):])
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
		if s.p.junk += len(line) + 1; s.p.junk > maxJunk {
			return s.fail(Garbage, doing, errFlood)
		}
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
