package uci

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
)

// Identity is what an engine says of itself.
type Identity struct {
	Name    string // "Stockfish 15.1"
	Author  string
	Network string // default of EvalFile and its relatives: names that hold a hash of the content; empty without one
	Options OptionList
}

func (id Identity) String() string {
	if id.Network == "" {
		return id.Name
	}
	return id.Name + ", " + id.Network
}

// complete derives the network and gives a nameless engine a name.
func (id Identity) complete() Identity {
	var nets []string
	for _, o := range id.Options {
		if strings.HasPrefix(strings.ToLower(o.Name), "evalfile") && o.Default != "" && o.Default != "<empty>" {
			nets = append(nets, label(o.Default))
		}
	}
	id.Network = strings.Join(nets, "+")
	if id.Name == "" {
		id.Name = "unnamed engine"
	}
	return id
}

// label is a name as an engine gives it, fit for a table, a line of a log and a terminal: printable UTF-8 of bounded length.
func label(text string) string {
	const most = 200
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "")))
	return strings.TrimSpace(strings.ToValidUTF8(text[:min(len(text), most)], ""))
}

// Compiler asks how the engine was built: Stockfish and its relatives answer the command "compiler" in a few lines.
// Others are not asked, for an unknown command is a risk without use.
func (s *Session) Compiler(ctx context.Context) (string, error) {
	id, err := s.Identify(ctx)
	if err != nil {
		return "", err
	}
	if !strings.Contains(id.Name, "Stockfish") {
		return "", nil
	}
	defer s.p.interruptible(ctx)()
	deadline := time.Now().Add(s.cfg.Timeouts.Ready)
	if err := errors.Join(s.p.send("compiler", deadline), s.p.send("isready", deadline)); err != nil {
		s.drop()
		return "", err
	}
	s.p.owed++
	s.p.junk = 0
	var said []string
	for s.p.owed > 0 {
		line, err := s.p.read(ctx, deadline)
		if err != nil {
			s.drop()
			return "", err
		}
		if kindOf(line) == lineReady {
			s.p.owed--
			continue
		}
		if err := s.p.prose(line); err != nil {
			s.drop()
			return "", err
		}
		if text := strings.TrimSpace(string(line)); text != "" {
			said = append(said, text)
		}
	}
	return strings.Join(said, "\n"), nil
}
