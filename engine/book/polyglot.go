package book

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"plyquet/engine/board"
)

// Polyglot is an opening book in Polyglot's format (http://hgm.nubati.net/book_format.html): records of a position's
// key, a move and a weight.
type Polyglot struct{ records []record }

// record is an entry of the file without its learning data, which most books fill with garbage.
type record struct {
	key          uint64
	move, weight uint16
}

// Entry is a move that a book lists for a position, legal there, with its weight of 1 or more.
type Entry struct {
	Move   board.Move
	Weight uint16
}

const recordSize = 16

// ErrPolyglot is wrapped by every error about the contents of a book.
var ErrPolyglot = errors.New("bad Polyglot book")

// ParsePolyglot reads a book. No bytes are a book without entries; a file that ends within a record is an error. Records
// out of order are put in order: the books of some programs are not sorted, and a binary search would miss entries.
func ParsePolyglot(data []byte) (*Polyglot, error) {
	if rest := len(data) % recordSize; rest != 0 {
		return nil, fmt.Errorf("%w: %d bytes behind the last whole record", ErrPolyglot, rest)
	}
	b := &Polyglot{make([]record, len(data)/recordSize)}
	for i := range b.records {
		r := data[i*recordSize:]
		b.records[i] = record{binary.BigEndian.Uint64(r), binary.BigEndian.Uint16(r[8:]), binary.BigEndian.Uint16(r[10:])}
	}
	byKey := func(x, y record) int { return cmp.Compare(x.key, y.key) }
	if !slices.IsSortedFunc(b.records, byKey) {
		slices.SortStableFunc(b.records, byKey)
	}
	b.thin()
	return b, nil
}

// maxPerKey is how many records of a key are kept. No position has more than 218 moves, and some books list a move twice.
const maxPerKey = 1000

// thin drops further records of a key: those of a book that has nothing else would be gone through for every move of
// every game.
func (b *Polyglot) thin() {
	kept, run := b.records[:0], 0
	for i, r := range b.records {
		if run++; i == 0 || r.key != kept[len(kept)-1].key {
			run = 1
		}
		if run <= maxPerKey {
			kept = append(kept, r)
		}
	}
	b.records = kept
}

// Len is the number of records that are kept, deleted ones included.
func (b *Polyglot) Len() int { return len(b.records) }

// Entries appends the moves that the book lists for a position, in the order of the file. Entries of weight 0 are
// deleted ones; moves that are not legal belong to another position with the same key. Both are left out.
func (b *Polyglot) Entries(dst []Entry, p *board.Position) []Entry {
	for _, r := range b.find(p.PolyglotKey()) {
		if m, err := r.moveIn(p); err == nil && r.weight > 0 {
			dst = append(dst, Entry{m, r.weight})
		}
	}
	return dst
}

// Lists reports whether the book lists a move for a position.
func (b *Polyglot) Lists(p *board.Position, m board.Move) bool {
	return b.any(p, func(listed board.Move) bool { return listed == m })
}

// Knows reports whether the book lists any move for a position.
func (b *Polyglot) Knows(p *board.Position) bool {
	return b.any(p, func(board.Move) bool { return true })
}

func (b *Polyglot) any(p *board.Position, fits func(board.Move) bool) bool {
	return slices.ContainsFunc(b.find(p.PolyglotKey()), func(r record) bool {
		m, err := r.moveIn(p)
		return err == nil && r.weight > 0 && fits(m)
	})
}

// find is all records of a key.
func (b *Polyglot) find(key uint64) []record {
	byKey := func(r record, key uint64) int { return cmp.Compare(r.key, key) }
	first, _ := slices.BinarySearchFunc(b.records, key, byKey)
	end := first
	for end < len(b.records) && b.records[end].key == key {
		end++
	}
	return b.records[first:end]
}

// moveIn reads the move: three bits each for file and rank of the target, file and rank of the origin, and the
// promotion. Castling is king takes own rook; FindMove tells it from a rook's move by the piece.
func (r record) moveIn(p *board.Position) (board.Move, error) {
	to, from := board.Square(r.move&63), board.Square(r.move>>6&63)
	promo := board.NoRole
	if code := r.move >> 12; code > 4 {
		return board.NoMove, board.ErrIllegal
	} else if code > 0 {
		promo = board.Pawn + board.Role(code)
	}
	return p.FindMove(from, to, promo)
}
