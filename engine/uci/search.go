package uci

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"plyquet/engine/board"
)

// Search answers one question. Inside a Unit the hash is warm from the searches before it; a search that must depend
// on nothing is a Unit of its own.
//
// Its errors are *QueryError (nothing was sent), *Failure (the engine is at fault; let it pass through the Unit) and
// that of ctx.
func (s *Session) Search(ctx context.Context, q Query) (*Analysis, error) {
	var err error
	if s.moves, err = q.check(&s.asked, s.moves); err != nil {
		return nil, err
	}
	if s.p == nil {
		return nil, s.fail(Crashed, "search", errors.New("not running: a search outside of a unit"))
	}
	defer s.p.interruptible(ctx)()
	begin := time.Now()
	s.got.reset(s.lineCount(&q), q.Limit.lastDepth())
	best, err := s.conversation(ctx, &q)
	if err != nil {
		return nil, err
	}
	s.got.end()
	if err := s.resolve(best); err != nil {
		return nil, err
	}
	s.step++
	s.stats.Searches++
	s.stats.Nodes += s.found.Nodes
	s.stats.Searched += time.Since(begin)
	return &s.found, nil
}

// lineCount is the number of lines in a complete block.
func (s *Session) lineCount(q *Query) int {
	n := min(max(q.MultiPV, 1), s.asked.legal)
	spec, ok := s.id.Options.Find("MultiPV")
	if !ok {
		return 1
	}
	return min(n, spec.most())
}

// most is the maximum of a spin as a number of lines. An engine may give another type to MultiPV, and then any maximum.
func (spec OptionSpec) most() int { return int(max(spec.Max, 1)) }

// set changes the options that differ from question to question. MultiPV is what is asked for, not the number of legal
// moves: a value that changes with every position would be sent with every position.
func (s *Session) set(q *Query, deadline time.Time) error {
	if spec, ok := s.id.Options.Find("MultiPV"); ok {
		if n := min(max(q.MultiPV, 1), spec.most()); n != s.multi {
			if err := s.p.send(Option{spec.Name, strconv.Itoa(n)}.command(), deadline); err != nil {
				return s.fail(Crashed, "search", err)
			}
			s.multi = n
		}
	}
	if s.asked.frc == s.frc {
		return nil
	}
	spec, ok := s.id.Options.Find("UCI_Chess960")
	if !ok {
		return &QueryError{"the engine does not play Chess960"}
	}
	if err := s.p.send(Option{spec.Name, strconv.FormatBool(s.asked.frc)}.command(), deadline); err != nil {
		return s.fail(Crashed, "search", err)
	}
	s.frc = s.asked.frc
	return nil
}

// conversation sends the question and listens until bestmove, which it returns.
func (s *Session) conversation(ctx context.Context, q *Query) (board.Move, error) {
	sending := time.Now().Add(s.cfg.Timeouts.Ready)
	if err := s.set(q, sending); err != nil {
		return board.NoMove, err
	}
	if err := s.p.send(string(s.asked.command), sending); err != nil {
		return board.NoMove, s.fail(Crashed, "search", err)
	}
	if err := s.p.send(string(q.Limit.appendGo(nil)), sending); err != nil {
		return board.NoMove, s.fail(Crashed, "search", err)
	}
	s.p.junk = 0
	s.found.Nodes = 0
	best, err := s.listen(ctx)
	if err != nil {
		return board.NoMove, err
	}
	return s.bestMove(best)
}

func (s *Session) bestMove(text []byte) (board.Move, error) {
	if text == nil {
		return board.NoMove, s.fail(Inconsistent, "search", errors.New("no best move in a position that has moves"))
	}
	m, err := s.asked.at.ParseUCI(string(text))
	if err != nil {
		return board.NoMove, s.fail(Inconsistent, "search", fmt.Errorf("best move %s: %w", text, err))
	}
	return m, nil
}

// listen reads the search. Engines are silent for as long as a depth takes, so silence alone proves nothing: after a
// while they are asked isready, which all of them answer during a search. Nothing else may be sent then: ucinewgame
// or a new Hash in a running search locks Stockfish 15.1 up for good.
func (s *Session) listen(ctx context.Context) ([]byte, error) {
	end := time.Now().Add(s.cfg.Timeouts.Search)
	quiet, asked := s.cfg.Timeouts.Ping, false
	for {
		wake := time.Now().Add(quiet)
		late := wake.After(end)
		if late {
			wake = end
		}
		line, err := s.p.read(ctx, wake)
		switch {
		case errors.Is(err, errTimeout) && late:
			return nil, s.slow(ctx)
		case errors.Is(err, errTimeout) && asked:
			return nil, s.fail(Hung, "search", err)
		case errors.Is(err, errTimeout):
			if err := s.p.send("isready", time.Now().Add(s.cfg.Timeouts.Pong)); err != nil {
				return nil, s.fail(Crashed, "search", err)
			}
			s.p.owed++
			quiet, asked = s.cfg.Timeouts.Pong, true
			continue
		case err != nil:
			return nil, s.readFailure("search", err)
		}
		quiet, asked = s.cfg.Timeouts.Ping, false
		if move, done, err := s.take(line); done || err != nil {
			return move, err
		}
	}
}

// take is one line of a search.
func (s *Session) take(line []byte) (best []byte, done bool, err error) {
	switch kindOf(line) {
	case lineInfo:
		info, ok := ParseInfo(line)
		if !ok {
			s.p.junk += len(line)
			return nil, false, nil
		}
		s.found.Nodes = max(s.found.Nodes, info.Nodes)
		s.got.add(info)
		return nil, false, nil
	case lineBest:
		best, _ = ParseBestMove(line)
		return best, true, nil
	}
	return nil, false, s.hear(line, "search")
}

// slow stops a search that is past its time. An engine that obeys is healthy; the position was too much for it, and
// would be again, so the unit is not repeated. Nor is it when the engine does not obey: there are positions in which some
// ignore every limit, stop included, and only a kill helps.
func (s *Session) slow(ctx context.Context) error {
	deadline := time.Now().Add(s.cfg.Timeouts.Stop)
	if err := s.p.send("stop", deadline); err != nil {
		return s.fail(Crashed, "search", err)
	}
	tooLong := fmt.Errorf("longer than %v", s.cfg.Timeouts.Search)
	for {
		line, err := s.p.read(ctx, deadline)
		switch {
		case errors.Is(err, errTimeout):
			s.drop()
			return s.fail(Slow, "search", fmt.Errorf("%w, and stop is ignored", tooLong))
		case err != nil:
			return s.readFailure("stop", err)
		case kindOf(line) == lineBest:
			return s.fail(Slow, "search", tooLong)
		}
		if err := s.hear(line, "stop"); err != nil {
			return err
		}
	}
}

// resolve turns the collected text into the Analysis and checks that it belongs to the position. An engine that has
// misread a position does not say so; moves that are not legal in it are the only sign.
func (s *Session) resolve(best board.Move) error {
	if s.got.ended {
		return s.fail(Inconsistent, "search", errors.New("the engine takes the position for finished"))
	}
	deepest := s.got.deepest()
	if deepest == 0 {
		return s.fail(Inconsistent, "search", errors.New("no complete depth"))
	}
	// In a clean stream an engine may skip depths or stop early. When lines were lost it must not pass for that.
	if s.p.junk > 0 && (s.got.gap() > 0 || deepest < s.got.limit) {
		return s.fail(Garbage, "search", errors.New("lines of the search were lost"))
	}
	s.found.Legal, s.found.Best = s.asked.legal, best
	s.found.Rows, s.lines = s.found.Rows[:0], s.lines[:0]
	for d := 1; d <= deepest; d++ {
		if err := s.resolveRow(d, &s.got.rows[d-1]); err != nil {
			return err
		}
	}
	s.cutRows()
	return nil
}

func (s *Session) resolveRow(depth int, r *row) error {
	if len(r.cells) == 0 {
		return nil
	}
	if r.twice() {
		return s.fail(Inconsistent, "search", fmt.Errorf("a move stands twice at depth %d", depth))
	}
	for i := range r.cells {
		c := &r.cells[i]
		m, err := s.asked.at.ParseUCI(string(c.text()))
		if err != nil {
			return s.fail(Inconsistent, "search", fmt.Errorf("move %s at depth %d: %w", c.text(), depth, err))
		}
		s.lines = append(s.lines, Line{m, c.score, c.wdl})
	}
	s.found.Rows = append(s.found.Rows, Row{Depth: depth, Nodes: r.nodes})
	return nil
}

// cutRows deals the lines to their rows, once their array has stopped moving.
func (s *Session) cutRows() {
	rest := s.lines
	for i := range s.found.Rows {
		n := len(s.got.rows[s.found.Rows[i].Depth-1].cells)
		s.found.Rows[i].Lines, rest = rest[:n:n], rest[n:]
	}
}
