package signals

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"plyquet/metrics"
	"plyquet/pipeline/stage"
	"plyquet/stages/gamerecord"
)

// A spread is what the engine thought of a position's moves at its last depth. It is kept small, because all of them
// are in memory at once: evaluate may put the positions of a game into several parts.
type spread struct {
	engine string
	depth  int16
	legal  int16
	over   bool // by the rules: there is no decision, but a value
	lines  []line
}

// A line is one move with its score in White's view.
type line struct {
	move  move
	mate  bool
	bound int16 // centipawns within +-metrics.LossCapCp
}

// collected are the spreads of one search: game, then half-moves played before the position.
type collected map[int64]map[int32]*spread

// read adds the positions of one part.
func (c collected) read(ctx context.Context, part stage.File, search string) error {
	for lines, err := range gamerecord.Positions(part, search) {
		if err == nil {
			err = c.add(gamerecord.Deepest(lines))
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (c collected) add(lines []gamerecord.Line) error {
	first := &lines[0]
	game := c[first.GameID]
	if game == nil {
		game = map[int32]*spread{}
		c[first.GameID] = game
	}
	if game[first.Ply] != nil {
		return fmt.Errorf("%v: the position is there twice", first)
	}
	s := &spread{engine: first.Engine, depth: first.Depth, legal: first.Legal, over: first.Over(), lines: make([]line, len(lines))}
	for i := range lines {
		var err error
		if s.lines[i], err = newLine(&lines[i]); err != nil {
			return fmt.Errorf("%v: %w", &lines[i], err)
		}
	}
	game[first.Ply] = s
	return nil
}

func newLine(l *gamerecord.Line) (out line, err error) {
	if name, ok := l.Move.Get(); ok {
		if out.move, err = parseMove(name); err != nil {
			return out, err
		}
	}
	score := l.Score()
	if !score.OK {
		return out, errors.New("a line without a score")
	}
	out.mate, out.bound = score.Score.IsMate(), int16(metrics.BoundedCp(score.Score))
	return out, nil
}

// mergeSpreads joins the accumulators of several workers. Positions are disjoint, so the order does not matter; one
// that is in two parts is an error, because which of its lines would win depends on timing.
func mergeSpreads(accs []collected) (collected, error) {
	all := collected{}
	for _, acc := range accs {
		for id, game := range acc {
			if all[id] == nil {
				all[id] = game
				continue
			}
			for ply, sp := range game {
				if all[id][ply] != nil {
					return nil, fmt.Errorf("game %d ply %d is in two parts of evaluations", id, ply)
				}
				all[id][ply] = sp
			}
		}
	}
	return all, nil
}

// setting finds the configuration behind the spreads; more than one engine is an error, because nothing that is
// computed from a mixture means anything.
func (c collected) setting(s *Stage) (Setting, error) {
	engines := map[string]bool{}
	set := Setting{Search: s.Search, MinMove: s.MinMove, MaxEvalCp: s.MaxEvalCp}
	for _, game := range c {
		for _, sp := range game {
			if !sp.searched() {
				continue
			}
			engines[sp.engine] = true
			set.Depth = max(set.Depth, int(sp.depth))
			set.Lines = max(set.Lines, len(sp.lines))
		}
	}
	names := slices.Sorted(maps.Keys(engines))
	if len(names) > 1 {
		return set, fmt.Errorf("evaluations of %d engine configurations are mixed, such as %q and %q: evaluate again with one",
			len(names), names[0], names[1])
	}
	if len(names) == 1 {
		set.Engine = names[0]
	}
	return set, nil
}

// searched tells a spread of an engine from a value by the rules or from a comment.
func (s *spread) searched() bool { return !s.over && len(s.lines) > 0 && s.lines[0].move != 0 }

// gameIDs are the games with spreads, in order.
func (c collected) gameIDs() []int64 { return slices.Sorted(maps.Keys(c)) }
