package evaluate

import (
	"fmt"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// gameRow is the part of a game that this stage uses.
type gameRow struct {
	GameID      int64             `col:"game_id"`
	Source      string            `col:"source"`
	Offset      int64             `col:"offset"`
	GameNumber  int64             `col:"game_number"`
	White       table.Opt[string] `col:"White"`
	Black       table.Opt[string] `col:"Black"`
	Result      string            `col:"Result"`
	Variant     string            `col:"variant"`
	StartFEN    table.Opt[string] `col:"start_fen"`
	PlyCount    int32             `col:"ply_count"`
	GameHash    int64             `col:"game_hash"`
	DuplicateOf table.Opt[int64]  `col:"duplicate_of"`
}

// plyRow is the part of a half-move that this stage uses.
type plyRow struct {
	GameID   int64            `col:"game_id"`
	Ply      int32            `col:"ply"`
	UCI      string           `col:"uci"`
	Phase    string           `col:"phase"`
	EvalCp   table.Opt[int32] `col:"eval_cp"`
	EvalMate table.Opt[int32] `col:"eval_mate"`
}

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

func newGame(r *gameRow) (*game, error) {
	g := &game{
		id: r.GameID, source: r.Source, offset: r.Offset, number: r.GameNumber,
		drawn: r.Result == "1/2-1/2", chess960: r.Variant == "chess960", start: board.Start(),
	}
	if fen, ok := r.StartFEN.Get(); ok {
		setup, err := board.ParseFEN(fen)
		if err == nil {
			g.start, err = setup.Position()
		}
		if err != nil {
			return nil, fmt.Errorf("game %d: start position %q: %w", r.GameID, fen, err)
		}
	}
	return g, nil
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

// Values of evaluations.terminal.
const (
	whiteMated   = "white_mated"
	blackMated   = "black_mated"
	stalemate    = "stalemate"
	deadMaterial = "dead_material"
	repetition   = "repetition"
	fiftyMoves   = "fifty_moves"
)

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
		return whiteMated
	case s.legal == 0 && s.pos.InCheck():
		return blackMated
	case s.legal == 0:
		return stalemate
	case s.pos.DeadMaterial():
		return deadMaterial
	case times >= 5 || agreed && times >= 3:
		return repetition
	case half >= 150 || agreed && half >= 100:
		return fiftyMoves
	}
	return ""
}
