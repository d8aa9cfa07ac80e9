package positions

import (
	"io"

	"plyquet/engine/board"
	"plyquet/engine/pgn"
	"plyquet/pipeline/stage"
)

// rules say which visits count.
type rules struct {
	plies       int // positions of a game, the start position included; 0: all of them
	oncePerGame bool
	moves       bool // keep the moves that were played
	anyStart    bool // games from other start positions count as well
	drop        bool // leave out games that are byte for byte the same as another one
}

// counter is one worker: a reader of blocks and a feeder of the table.
type counter struct {
	rules
	reader *pgn.Reader
	feed   *feeder
	seen   *seenGames
	report report
	path   []path // of the game at hand, only for oncePerGame
}

// path is a position that the game has been through.
type path struct {
	key    uint64
	planes board.Planes
}

// report is where a counter says what became of each game; run.Out is one.
type report interface {
	Seen(n int64)
	Keep(n int64)
	Filter(reason string, n int64)
	Fault(r stage.Reject)
	Warn(r stage.Reject)
	Add(extra string, n int64)
}

func newCounter(r rules, t *Table, seen *seenGames) *counter {
	opt := pgn.Options{MaxPlies: r.plies - 1, MovesOnly: true}
	if r.plies == 1 {
		opt.MaxPlies = 1 // 0 would be all of them; the move is not used
	}
	return &counter{rules: r, reader: pgn.NewReader(opt), feed: newFeeder(t), seen: seen}
}

// block counts the games of one block.
func (c *counter) block(b pgn.Block, out report) error {
	var games, plies, duplicates int64
	c.report = out
	c.reader.Reset(b)
	for {
		g, err := c.reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		out.Seen(1)
		outcome, reason := c.judge(g)
		if reason != "" {
			out.Filter(reason, 1)
			continue
		}
		if g.Fault != nil && g.Fault.Reason == pgn.BadFEN {
			out.Fault(rejectOf(g.Fault))
			continue
		}
		if c.seen.again(g.Raw) {
			duplicates++
			if c.drop {
				out.Filter("duplicate", 1)
				continue
			}
		}
		if g.Fault != nil {
			out.Warn(rejectOf(g.Fault))
		}
		games++
		plies += int64(len(g.Moves))
		if err := c.game(g, outcome); err != nil {
			return err
		}
	}
	out.Keep(games)
	out.Add("plies", plies)
	out.Add("duplicates", duplicates)
	return nil
}

// judge returns the outcome of a game, or why it does not count.
func (c *counter) judge(g *pgn.Game) (board.Outcome, string) {
	outcome, known := g.Result.Outcome()
	switch {
	case g.Variant == pgn.OtherVariant:
		return 0, "variant"
	case !known:
		return 0, "no_result"
	case !c.anyStart && g.CustomStart:
		return 0, "start_position"
	}
	return outcome, ""
}

func rejectOf(f *pgn.Fault) stage.Reject {
	return stage.Reject{Source: f.Source, Offset: f.Offset, Game: f.Game, Ply: f.Ply,
		Token: f.Token, Reason: f.Reason.String(), Context: f.Context}
}

// game counts the positions of one game. Reading stops one move before the last position's own move, so the last
// position counted has none.
func (c *counter) game(g *pgn.Game, outcome board.Outcome) error {
	last := len(g.Moves)
	if c.plies > 0 {
		last = min(last, c.plies-1)
	}
	c.path = c.path[:0]
	p := g.Start
	for ply := 0; ; ply++ {
		move := board.NoMove
		if ply < last && c.moves {
			move = g.Moves[ply].Move
		}
		if !c.oncePerGame || c.isNew(&p) {
			if err := c.feed.put(&p, move, outcome); err != nil {
				return err
			}
		}
		if ply == last {
			return nil
		}
		p.Play(g.Moves[ply].Move)
	}
}

// isNew notes the position and reports whether the game has not been there before. Only positions since the last
// capture or pawn move can be equal to it.
func (c *counter) isNew(p *board.Position) bool {
	key, planes := p.TableKey(), p.Planes()
	c.path = append(c.path, path{key, planes})
	now := len(c.path) - 1
	for back := 4; back <= min(p.HalfMoves(), now); back += 2 {
		if was := &c.path[now-back]; was.key == key && was.planes == planes {
			return false
		}
	}
	return true
}
