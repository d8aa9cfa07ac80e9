package simulate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"plyquet/engine/board"
	"plyquet/engine/uci"
	"plyquet/metrics"
)

// A played game, with the truth about every move.
type played struct {
	moves  []turn
	result string
	reason string // how it ended, for the tag Termination
}

// A turn is one move.
type turn struct {
	move, best board.Move
	san        string
	uci        string
	bestUCI    string
	helped     bool
	loss       float64
	chance     float64 // of the move under the player's model; negative: none
	difficulty float64
}

// reference is the player whose expected loss is the difficulty of a position.
var reference, _ = metrics.PowersAt(2000)

// play plays one game. rng is only read for its state: a second attempt after a failure of the engine begins with the
// same numbers.
func (s *Stage) play(ctx context.Context, th thinker, source *rand.Rand, white, black *persona) (played, error) {
	seed := [2]uint64{source.Uint64(), source.Uint64()}
	var g played
	err := th.game(ctx, func() (err error) {
		g, err = s.attempt(ctx, th, rand.New(rand.NewPCG(seed[0], seed[1])), [2]*persona{white, black})
		return err
	})
	return g, err
}

// Playing is a game in progress.
type playing struct {
	start   board.Position
	pos     board.Position
	moves   []board.Move
	history board.History
	verdict []int // the best line's score after each spread, White's view, bounded centipawns
}

func (s *Stage) attempt(ctx context.Context, th thinker, rng *rand.Rand, players [2]*persona) (played, error) {
	t := &playing{start: board.Start(), pos: board.Start()}
	t.history.Start(&t.pos)
	helped := [2]metrics.HelpedGame{players[0].help.StartGame(rng), players[1].help.StartGame(rng)}
	var g played
	var scratch []float64
	for {
		if g.result, g.reason = t.end(s.MaxPlies); g.result != "" {
			return g, nil
		}
		lines, err := th.spread(ctx, t.start, t.moves)
		if err != nil {
			return g, fmt.Errorf("ply %d: %w", len(t.moves)+1, err)
		}
		lines = slices.Clone(lines) // the helper's search would overwrite it
		t.judge(lines)
		me := t.pos.Turn()
		m := s.decide(rng, players[me], &helped[me], t, lines, &scratch)
		if m.helped && players[me].second {
			if m, err = t.askHelper(ctx, th, rng, players[me], m, lines); err != nil {
				return g, fmt.Errorf("ply %d: helper: %w", len(t.moves)+1, err)
			}
		}
		t.record(&m)
		g.moves = append(g.moves, m)
	}
}

// decide makes the player's own choice and the helper's, and takes one of them. Both are always drawn, so that help at
// one move does not shift the random numbers of all later ones.
func (s *Stage) decide(rng *rand.Rand, p *persona, help *metrics.HelpedGame, t *playing, lines []uci.Line, scratch *[]float64) turn {
	choice := choiceOf(lines)
	*scratch = reference.Probabilities((*scratch)[:0], choice.Scaled)
	m := turn{best: lines[0].Move, chance: -1}
	for i, chance := range *scratch {
		m.difficulty += chance * choice.Scaled[i]
	}
	at, chances := p.choose(rng, choice, *scratch)
	offered := p.help.Move(rng, choice)
	if t.pos.FullMoves() >= s.HelpFrom && len(lines) > 1 && help.Helps(rng, m.difficulty) {
		at, m.helped = offered, true
	}
	m.move, m.loss = lines[at].Move, choice.Scaled[at]
	if chances != nil {
		m.chance = chances[at]
	}
	return m
}

// askHelper replaces the move by that of the second engine.
func (t *playing) askHelper(ctx context.Context, th thinker, rng *rand.Rand, p *persona, m turn, lines []uci.Line) (turn, error) {
	other, err := th.helper(ctx, t.start, t.moves)
	if err != nil {
		return m, err
	}
	move := other[p.help.Move(rng, choiceOf(other))].Move
	choice := choiceOf(lines)
	for i, l := range lines {
		if l.Move == move {
			m.move, m.loss, m.chance = move, choice.Scaled[i], -1
			return m, nil
		}
	}
	m.move, m.loss, m.chance = move, choice.Scaled[len(lines)-1], -1 // below every listed move
	return m, nil
}

func choiceOf(lines []uci.Line) metrics.Choice {
	scores := make([]metrics.Score, len(lines))
	for i, l := range lines {
		scores[i] = l.Score
	}
	return metrics.NewChoice(scores, 0)
}

// record writes the move down and plays it.
func (t *playing) record(m *turn) {
	m.san = string(t.pos.AppendSAN(nil, m.move))
	m.uci, m.bestUCI = t.pos.UCI(m.move, false), t.pos.UCI(m.best, false)
	t.pos.Play(m.move)
	t.moves = append(t.moves, m.move)
	t.history.Add(&t.pos)
}

// judge notes how the game stands.
func (t *playing) judge(lines []uci.Line) {
	score := lines[0].Score
	if t.pos.Turn() == board.Black {
		score = score.Neg()
	}
	t.verdict = append(t.verdict, int(metrics.BoundedCp(score)))
}

// Limits of adjudication.
const (
	resignCp    = 800 // for resignPlies half-moves in a row
	resignPlies = 8
	winCp       = 250 // at the last move allowed
)

// end returns the result once the game is over, by the rules, by resignation or because it has become too long.
func (t *playing) end(maxPlies int) (result, reason string) {
	switch {
	case t.pos.IsCheckmate() && t.pos.Turn() == board.White:
		return "0-1", "normal"
	case t.pos.IsCheckmate():
		return "1-0", "normal"
	case t.pos.IsStalemate(), t.pos.DeadMaterial(), t.pos.FiftyMoves(), t.history.Threefold():
		return "1/2-1/2", "normal"
	}
	if side := t.hopeless(); side != 0 {
		return won(side), "resignation"
	}
	if len(t.moves) < maxPlies {
		return "", ""
	}
	switch last := t.verdict[len(t.verdict)-1]; {
	case last >= winCp:
		return won(1), "adjudication"
	case last <= -winCp:
		return won(-1), "adjudication"
	}
	return "1/2-1/2", "adjudication"
}

func won(side int) string {
	if side > 0 {
		return "1-0"
	}
	return "0-1"
}

// hopeless returns the side (1 White, -1 Black) that has been winning clearly for a while.
func (t *playing) hopeless() int {
	if len(t.verdict) < resignPlies {
		return 0
	}
	side := 0
	for _, cp := range t.verdict[len(t.verdict)-resignPlies:] {
		switch {
		case cp >= resignCp && side >= 0:
			side = 1
		case cp <= -resignCp && side <= 0:
			side = -1
		default:
			return 0
		}
	}
	return side
}

// sortLines puts the best first; equal scores stay as they are.
func sortLines(lines []uci.Line) {
	slices.SortStableFunc(lines, func(a, b uci.Line) int { return b.Score.Cmp(a.Score) })
}
