package positions

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"plyquet/engine/board"
	"plyquet/pipeline/run"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// writer turns positions in order into the rows of one part of both tables.
type writer struct {
	minGames  uint64
	positions *table.Writer[rows.Position]
	moves     *table.Writer[rows.PositionMove]
	batch     []rows.Position
	moveBatch []rows.PositionMove
	text      []byte
	written   int64
	rare      int64 // left out for fewer than minGames visits
	visits    int64
}

// batchRows is how many rows are handed to a table at a time.
const batchRows = 512

func newWriter(out *run.Out, minGames int) (*writer, error) {
	w := &writer{minGames: uint64(max(minGames, 0))}
	var err error
	if w.positions, err = table.Create[rows.Position](out.Staging, rows.Positions); err != nil {
		return nil, err
	}
	w.moves, err = table.Create[rows.PositionMove](out.Staging, rows.PositionMoves)
	return w, err
}

// partition writes the positions of one partition.
func (w *writer) partition(p *partition) error { return w.all(p.merged()) }

// all writes positions that are in order.
func (w *writer) all(positions iter.Seq2[*position, error]) error {
	for pos, err := range positions {
		if err != nil {
			return err
		}
		if err := w.position(pos); err != nil {
			return err
		}
	}
	return w.flush()
}

func (w *writer) position(p *position) error {
	counts := p.counts()
	w.visits += int64(counts.total())
	if counts.total() < w.minGames {
		w.rare++
		return nil
	}
	if counts.total() > math.MaxInt32 {
		return fmt.Errorf("a position has %d visits, more than a column can hold", counts.total())
	}
	w.text = p.planes.AppendFEN3(w.text[:0])
	row := rows.Position{Key: p.key, FEN: string(w.text),
		White: int32(counts[0]), Draws: int32(counts[1]), Black: int32(counts[2])}
	w.written++
	w.batch = append(w.batch, row)
	w.movesOf(p, row.FEN)
	if len(w.batch) < batchRows {
		return nil
	}
	return w.flush()
}

// movesOf adds the moves of a position in the order of their text.
func (w *writer) movesOf(p *position, fen string) {
	if len(p.moves) == 1 && p.moves[0].move == board.NoMove {
		return
	}
	pos := p.planes.Restore(board.NoSquare)
	from := len(w.moveBatch)
	for _, m := range p.moves {
		if m.move == board.NoMove {
			continue
		}
		w.text = pos.AppendUCI(w.text[:0], m.move, false)
		uci := string(w.text)
		w.text = appendSAN(w.text[:0], p.planes, &pos, m.move)
		w.moveBatch = append(w.moveBatch, rows.PositionMove{Key: p.key, FEN: fen, UCI: uci, SAN: string(w.text),
			White: int32(m.counts[0]), Draws: int32(m.counts[1]), Black: int32(m.counts[2])})
	}
	slices.SortFunc(w.moveBatch[from:], func(a, b rows.PositionMove) int { return strings.Compare(a.UCI, b.UCI) })
}

// appendSAN writes a move. The table does not tell positions apart by en passant, so that a pawn that moves sideways to
// an empty square is the only sign of it.
func appendSAN(dst []byte, w board.Planes, p *board.Position, m board.Move) []byte {
	passing := p.At(m.From()).Role() == board.Pawn && m.From().File() != m.To().File() && p.At(m.To()) == board.NoPiece
	if passing {
		q := w.Restore(m.To())
		return q.AppendSAN(dst, m)
	}
	return p.AppendSAN(dst, m)
}

func (w *writer) flush() error {
	err := errors.Join(w.positions.Write(w.batch...), w.moves.Write(w.moveBatch...))
	w.batch, w.moveBatch = w.batch[:0], w.moveBatch[:0]
	return err
}
