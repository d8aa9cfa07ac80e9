package positions

import (
	"math"

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
	whole       bool // read the moves behind the last position that counts as well, so that their faults are seen
}

// counter is one worker: a reader of blocks and a feeder of the table. It counts positions as the reader comes by.
type counter struct {
	rules
	reader *pgn.Reader
	feed   *feeder
	seen   gameLog
	until  int // where reading does not stop at the last position that counts: the number of that position

	// The game at hand.
	outcome   board.Outcome
	ply       int // moves seen
	counts    bool
	duplicate bool   // known only if duplicates are dropped
	path      []path // only for oncePerGame
	err       error  // of the table; sticky

	// The games of the block, to be noted together: each one is a look into memory that has long left the cache, and
	// the processor waits for many such looks at once.
	games [gameParts][]uint64
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

// gameLog notes games by their hashes and knows them again.
type gameLog interface {
	// note enters games of one part and returns how many had been entered before. Which of two equal games is the first
	// one depends on timing; how many are not does not.
	note(part int, games []uint64) (known int64)
}

func newCounter(r rules, t *Table, seen gameLog) *counter {
	c := &counter{rules: r, feed: newFeeder(t), seen: seen, until: math.MaxInt}
	// 0 would read all moves: a single position is counted by Begin, which then wants none.
	limit := max(r.plies-1, min(r.plies, 1))
	if r.whole && r.plies > 0 {
		limit, c.until = 0, r.plies
	}
	c.reader = pgn.NewReader(pgn.Options{MaxPlies: limit, MovesOnly: true, Visitor: c})
	return c
}

// block counts the games of one block.
func (c *counter) block(b pgn.Block, out report) error {
	var games, plies, duplicates int64
	c.reader.Reset(b)
	for c.err == nil {
		c.counts, c.duplicate = false, false
		g, err := c.reader.Next()
		if err != nil { // io.EOF: there is no other
			break
		}
		out.Seen(1)
		if c.duplicate {
			duplicates++
		}
		if c.counts {
			c.last(g)
			games++
			plies += int64(len(g.Moves))
		}
		c.explain(g, out)
	}
	duplicates += c.noteGames()
	out.Keep(games)
	out.Add("plies", plies)
	out.Add("duplicates", duplicates)
	return c.err
}

// Begin implements pgn.Visitor.
func (c *counter) Begin(g *pgn.Game) bool {
	outcome, reason := c.judge(g)
	if reason != "" {
		return false
	}
	c.duplicate = c.isDuplicate(g)
	c.counts = !c.duplicate
	c.outcome = outcome
	c.feed.begin()
	c.ply, c.path = 0, c.path[:0]
	return c.counts && (c.plies != 1 || c.whole)
}

// isDuplicate notes the game. Whether it has been there before is asked at once only if that decides what becomes of it.
func (c *counter) isDuplicate(g *pgn.Game) bool {
	h := hashGame(g.Raw)
	part := gamePart(h)
	c.games[part] = append(c.games[part], h)
	return c.drop && c.notePart(part) > 0
}

// noteGames notes the games of the block and returns how many had been seen before.
func (c *counter) noteGames() (known int64) {
	for part := range c.games {
		known += c.notePart(part)
	}
	return known
}

func (c *counter) notePart(part int) int64 {
	games := c.games[part]
	if len(games) == 0 {
		return 0
	}
	c.games[part] = games[:0]
	return c.seen.note(part, games)
}

// Move implements pgn.Visitor.
func (c *counter) Move(p *board.Position, m board.Move) bool {
	c.ply++
	more := c.ply < c.until
	if !more || !c.moves { // the last position has no move, as where reading stops
		m = board.NoMove
	}
	c.visit(p, m)
	return more
}

// last counts the position behind the last move that was read. Reading stops one move before the last position's own
// move, so it has none.
func (c *counter) last(g *pgn.Game) {
	if c.ply < c.until { // else it has been counted, or is behind those that count
		c.visit(&g.Final, board.NoMove)
	}
}

func (c *counter) visit(p *board.Position, m board.Move) {
	if c.oncePerGame && !c.isNew(p) {
		return
	}
	if err := c.feed.put(p, m, c.outcome); err != nil {
		c.err = err
	}
}

// explain reports a game that does not count, or not as a whole.
func (c *counter) explain(g *pgn.Game, out report) {
	_, reason := c.judge(g)
	switch {
	case reason != "":
		out.Filter(reason, 1)
	case g.Fault != nil && g.Fault.Reason == pgn.BadFEN:
		out.Fault(rejectOf(g.Fault))
	case !c.counts:
		out.Filter("duplicate", 1)
	case g.Fault != nil:
		out.Warn(rejectOf(g.Fault))
	}
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
