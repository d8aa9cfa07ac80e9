package uci

import (
	"fmt"
	"strconv"
	"time"

	"plyquet/engine/board"
	"plyquet/metrics"
)

// Query is one question to an engine: search this position, within this limit.
type Query struct {
	// Start is the position the moves begin at, and Moves are legal moves from it; the position searched is the one
	// behind the last. Sending the moves rather than the last position lets the engine see repetitions.
	Start board.Position
	Moves []board.Move
	// Chess960 makes castling king-takes-rook. It is set anyway when a castling right of Start needs it.
	Chess960 bool
	// MultiPV is how many lines are wanted. The engine's own maximum and the number of legal moves bound it.
	MultiPV int
	Limit   Limit
}

// Limit ends a search. Depth and Nodes make it repeatable; Time does not, and is for displays only.
type Limit struct {
	Depth int
	Nodes int64
	Time  time.Duration
}

func (l Limit) problem() string {
	switch {
	case l.Depth < 0 || l.Nodes < 0 || l.Time < 0:
		return "a negative limit"
	case l == Limit{}:
		return "no limit: the search would never end" // engines take "go depth 0" for no limit as well
	case l.Depth > maxDepth:
		return fmt.Sprintf("depth %d is beyond %d", l.Depth, maxDepth)
	}
	return ""
}

// lastDepth is the depth at which a search ends by itself; 0 when it may be cut in the middle of one.
func (l Limit) lastDepth() int {
	if l.Nodes > 0 || l.Time > 0 {
		return 0
	}
	return l.Depth
}

func (l Limit) appendGo(dst []byte) []byte {
	dst = append(dst, "go"...)
	if l.Depth > 0 {
		dst = strconv.AppendInt(append(dst, " depth "...), int64(l.Depth), 10)
	}
	if l.Nodes > 0 {
		dst = strconv.AppendInt(append(dst, " nodes "...), l.Nodes, 10)
	}
	if l.Time > 0 {
		dst = strconv.AppendInt(append(dst, " movetime "...), l.Time.Milliseconds(), 10)
	}
	return dst
}

// maxLegal is the greatest number of legal moves of any position that can arise; some engines have room for 256 and
// overwrite their stack beyond.
const maxLegal = 218

// question is a query that may be sent: every move legal, a position that is not over.
type question struct {
	at      board.Position
	command []byte // the position command
	legal   int
	frc     bool
}

// check plays the moves and refuses what an engine would crash on or silently misread: after an illegal move
// Stockfish 15.1 drops the rest of the list and analyses the position before it.
func (q *Query) check(scratch *question, moves []board.Move) ([]board.Move, error) {
	if problem := q.Limit.problem(); problem != "" {
		return moves, &QueryError{problem}
	}
	scratch.frc = q.Chess960 || oddCastling(&q.Start)
	scratch.at = q.Start
	cmd := append(scratch.command[:0], "position "...)
	if q.Start == board.Start() {
		cmd = append(cmd, "startpos"...)
	} else {
		cmd = q.Start.AppendFEN(append(cmd, "fen "...))
	}
	for i, m := range q.Moves {
		if !scratch.at.IsLegal(m) {
			return moves, &QueryError{fmt.Sprintf("move %d, %v, is not legal", i+1, m)}
		}
		if i == 0 {
			cmd = append(cmd, " moves"...)
		}
		cmd = scratch.at.AppendUCI(append(cmd, ' '), m, scratch.frc)
		scratch.at.Play(m)
	}
	scratch.command = cmd
	moves = scratch.at.Moves(moves[:0])
	scratch.legal = len(moves)
	switch {
	case scratch.legal == 0:
		return moves, &QueryError{"the game is over in this position"}
	case scratch.legal > maxLegal:
		return moves, &QueryError{fmt.Sprintf("%d legal moves", scratch.legal)}
	}
	return moves, nil
}

// oddCastling reports a castling right that e1g1 cannot express: a king not on the e-file or a rook not in a corner.
func oddCastling(p *board.Position) bool {
	const corners = board.Bitboard(1<<board.A1 | 1<<board.H1 | 1<<board.A8 | 1<<board.H8)
	for c := board.White; c <= board.Black; c++ {
		rooks := p.CastlingRooks(c)
		if rooks != 0 && (rooks&^corners != 0 || p.King(c).File() != 4) {
			return true
		}
	}
	return false
}

// Analysis is the answer to a Query: a matrix of depth x rank. It is borrowed until the next search of its Session.
type Analysis struct {
	Legal int        // legal moves in the position
	Rows  []Row      // the complete depths in ascending order; at least one
	Nodes int64      // nodes of the whole search, a depth that was not completed included
	Best  board.Move // the engine's choice
}

// Row is one complete depth.
type Row struct {
	Depth int
	Nodes int64  // nodes when the depth was complete
	Lines []Line // best first
}

// Line is a move and what it is worth to the side to move.
type Line struct {
	Move  board.Move
	Score metrics.Score
	WDL   WDL
}

// Final is the row of the greatest complete depth.
func (a *Analysis) Final() Row { return a.Rows[len(a.Rows)-1] }
