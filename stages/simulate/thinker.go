package simulate

import (
	"context"
	"fmt"
	"math/rand/v2"

	"plyquet/engine/board"
	"plyquet/engine/uci"
	"plyquet/metrics"
	"plyquet/pipeline/stage"
)

// A thinker lists the moves of a position. It belongs to one worker.
type thinker interface {
	// game runs work, which plays one game from its beginning, and may run it again after a failure: work must then
	// begin anew.
	game(ctx context.Context, work func() error) error
	// spread returns the moves of the last position with their scores for the side to move, best first.
	spread(ctx context.Context, start board.Position, moves []board.Move) ([]uci.Line, error)
	// helper is the spread of the second engine.
	helper(ctx context.Context, start board.Position, moves []board.Move) ([]uci.Line, error)
	Close() error
}

// thinkers returns the constructor that workers use.
func (s *Stage) thinkers(job *stage.Job) (func() (thinker, error), error) {
	if s.Source == sourceSynthetic {
		return func() (thinker, error) { return synthetic{}, nil }, nil
	}
	found, err := uci.System().Find(s.Engine.Path, s.Engine.Args, job.Base)
	if err != nil {
		return nil, err
	}
	config := uci.Config{Command: found.Command, HashMB: s.Engine.HashMB, Log: job.Log}
	return func() (thinker, error) { return &engine{s.Engine, uci.Open(config)}, nil }, nil
}

// identify asks the engine for its name: a part of the fingerprint.
func (s *Stage) identify(ctx context.Context, base string) (string, error) {
	found, err := uci.System().Find(s.Engine.Path, s.Engine.Args, base)
	if err != nil {
		return "", err
	}
	session := uci.Open(uci.Config{Command: found.Command, HashMB: s.Engine.HashMB})
	id, err := session.Identify(ctx)
	if err != nil {
		session.Close()
		return "", err
	}
	return id.String(), session.Close()
}

// engine is a real one. Its hash is warm inside a game, so a game is its unit of repeatability.
type engine struct {
	Engine
	session *uci.Session
}

func (e *engine) game(ctx context.Context, work func() error) error { return e.session.Unit(ctx, work) }

func (e *engine) spread(ctx context.Context, start board.Position, moves []board.Move) ([]uci.Line, error) {
	return e.search(ctx, uci.Query{Start: start, Moves: moves, MultiPV: e.MultiPV, Limit: uci.Limit{Depth: e.Depth}})
}

func (e *engine) helper(ctx context.Context, start board.Position, moves []board.Move) ([]uci.Line, error) {
	return e.search(ctx, uci.Query{Start: start, Moves: moves, MultiPV: 3, Limit: uci.Limit{Depth: e.HelperDepth}})
}

func (e *engine) search(ctx context.Context, q uci.Query) ([]uci.Line, error) {
	found, err := e.session.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	return found.Final().Lines, nil
}

func (e *engine) Close() error { return e.session.Close() }

// synthetic invents a spread from the position's key: no chess in it, but the right shape (a few sensible moves, many
// bad ones, now and then an only move), at no cost and the same everywhere.
type synthetic struct{}

func (synthetic) game(_ context.Context, work func() error) error { return work() }
func (synthetic) Close() error                                    { return nil }

func (synthetic) spread(_ context.Context, start board.Position, moves []board.Move) ([]uci.Line, error) {
	return invent(start, moves, 0)
}

// helper agrees with spread about most moves but not about those near the top.
func (synthetic) helper(_ context.Context, start board.Position, moves []board.Move) ([]uci.Line, error) {
	return invent(start, moves, 15)
}

// invent draws the order of the moves and the gaps between them; noise is how far, in centipawns, it strays from that.
func invent(pos board.Position, moves []board.Move, noise float64) ([]uci.Line, error) {
	for _, m := range moves {
		pos.Play(m)
	}
	legal := pos.Moves(nil)
	if len(legal) == 0 {
		return nil, fmt.Errorf("no legal move in %s", pos.FEN())
	}
	r := rand.New(rand.NewPCG(pos.Key(), 1))
	r.Shuffle(len(legal), func(a, b int) { legal[a], legal[b] = legal[b], legal[a] })
	cp, scale := float64(r.IntN(160)-80), 8+r.ExpFloat64()*25
	lines := make([]uci.Line, len(legal))
	for i, m := range legal {
		lines[i] = uci.Line{Move: m, Score: metrics.Cp(int(cp + noise*r.NormFloat64()))}
		cp -= r.ExpFloat64() * scale
	}
	sortLines(lines)
	return lines, nil
}
