package evaluate

import (
	"fmt"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// game is a game whose positions are evaluated. It is read-only once it is read.
type game struct {
	id       int64
	source   string
	offset   int64
	number   int64
	drawn    bool
	chess960 bool
	start    board.Position
	moves    []board.Move
}

// newGame plays a game through.
func newGame(g *gamerecord.Game) (*game, error) {
	out := &game{
		id: g.GameID, source: g.Source, offset: g.Offset, number: g.Number,
		drawn: g.Drawn(), chess960: g.Variant == "chess960", moves: make([]board.Move, len(g.Plies)),
	}
	var err error
	if out.start, err = g.Start(); err != nil {
		return nil, fmt.Errorf("game %d: start position %q: %w", g.GameID, g.StartFEN.Or(""), err)
	}
	pos := out.start
	for i := range g.Plies {
		p := &g.Plies[i]
		if out.moves[i], err = pos.ParseUCI(p.UCI); err != nil {
			return nil, fmt.Errorf("game %d ply %d: move %s: %w", g.GameID, p.Ply, p.UCI, err)
		}
		pos.Play(out.moves[i])
	}
	return out, nil
}

// reject is the record of a position of the game that could not be evaluated.
func (g *game) reject(ply int, reason string, pos *board.Position, err error) stage.Reject {
	return stage.Reject{
		Source: g.source, Offset: g.offset, Game: g.number, Ply: ply + 1, Token: pos.FEN(), Reason: reason, Context: err.Error(),
	}
}

// A station is a position of a game, with what its past means for it. Station 0 is the start.
type station struct {
	pos      board.Position
	terminal string // how the game is over here by the rules, as in evaluations.terminal; empty: it is not
	since    int    // the station after the last capture or pawn move: nothing before it can come again
	repeated bool   // a position has occurred twice since then
	legal    int
}

// walker plays games through; its memory is reused.
type walker struct {
	history  board.History
	moves    []board.Move
	stations []station
}

// walk returns the stations of a game, borrowed until the next call.
func (w *walker) walk(g *game) []station {
	w.stations = w.stations[:0]
	pos := g.start
	w.history.Start(&pos)
	next := station{}
	for ply := 0; ; ply++ {
		next.pos = pos
		w.moves = pos.Moves(w.moves[:0])
		next.legal = len(w.moves)
		next.terminal = w.terminal(&next, ply == len(g.moves) && g.drawn)
		w.stations = append(w.stations, next)
		if ply == len(g.moves) {
			return w.stations
		}
		pos.Play(g.moves[ply])
		w.history.Add(&pos)
		if pos.HalfMoves() == 0 {
			next.since, next.repeated = ply+1, false
		}
		next.repeated = next.repeated || w.history.Count() > 1
	}
}

// terminal says how the game is over at a station. Mate, stalemate, dead material, the fifth occurrence and 75 moves end it by
// themselves. The third occurrence and 50 moves are for a player to claim: they count where a game ends as a draw,
// and nowhere else, for elsewhere the players went on.
func (w *walker) terminal(s *station, agreed bool) string {
	times, half := w.history.Count(), s.pos.HalfMoves()
	switch {
	case s.legal == 0 && s.pos.InCheck() && s.pos.Turn() == board.White:
		return rows.WhiteMated
	case s.legal == 0 && s.pos.InCheck():
		return rows.BlackMated
	case s.legal == 0:
		return rows.Stalemate
	case s.pos.DeadMaterial():
		return rows.DeadMaterial
	case times >= 5 || agreed && times >= 3:
		return rows.Repetition
	case half >= 150 || agreed && half >= 100:
		return rows.FiftyMoves
	}
	return ""
}
