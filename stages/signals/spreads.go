package signals

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"plyquet/metrics"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
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

// cell is the part of an evaluation that this stage reads.
type cell struct {
	Search   string            `col:"search"`
	GameID   int64             `col:"game_id"`
	Ply      int32             `col:"ply"`
	Depth    int16             `col:"depth"`
	Move     table.Opt[string] `col:"move"`
	Cp       table.Opt[int32]  `col:"cp"`
	Mate     table.Opt[int32]  `col:"mate"`
	Terminal table.Opt[string] `col:"terminal"`
	Legal    int16             `col:"legal"`
	Engine   string            `col:"engine"`
}

// read adds the positions of one part.
func (c collected) read(ctx context.Context, part stage.File, search string) error {
	for row, err := range table.Read[cell]([]stage.File{part}) {
		if err != nil {
			return err
		}
		if row.Search != search {
			continue
		}
		if err := c.add(row); err != nil {
			return fmt.Errorf("game %d ply %d depth %d: %w", row.GameID, row.Ply, row.Depth, err)
		}
	}
	return ctx.Err()
}

func (c collected) add(row *cell) error {
	game := c[row.GameID]
	if game == nil {
		game = map[int32]*spread{}
		c[row.GameID] = game
	}
	s := game[row.Ply]
	if s == nil {
		s = &spread{engine: row.Engine}
		game[row.Ply] = s
	}
	if row.Depth > s.depth {
		s.depth, s.lines = row.Depth, s.lines[:0]
	}
	s.legal = row.Legal
	l := line{}
	if name, ok := row.Move.Get(); ok {
		m, err := parseMove(name)
		if err != nil {
			return err
		}
		l.move = m
	}
	var err error
	l.bound, l.mate, err = row.white()
	if terminal, ok := row.Terminal.Get(); ok {
		s.over = true
		if l.mate { // a mate on the board has distance 0, and only the reason says whose
			l.bound = metrics.LossCapCp
			if terminal == "white_mated" {
				l.bound = -metrics.LossCapCp
			}
		}
	}
	s.lines = append(s.lines, l)
	return err
}

// white is the row's score in White's view, bounded.
func (row *cell) white() (bound int16, mate bool, err error) {
	if cp, ok := row.Cp.Get(); ok {
		return int16(metrics.BoundedCp(metrics.Cp(int(cp)))), false, nil
	}
	n, ok := row.Mate.Get()
	switch {
	case !ok:
		return 0, false, fmt.Errorf("a line without a score")
	case n > 0:
		return metrics.LossCapCp, true, nil
	}
	return -metrics.LossCapCp, true, nil
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
