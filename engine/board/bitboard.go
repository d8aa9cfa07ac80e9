package board

import "math/bits"

// Bitboard is a set of squares; bit n is Square n.
type Bitboard uint64

const (
	fileA Bitboard = 0x0101010101010101
	rank1 Bitboard = 0xff
	rank8 Bitboard = rank1 << 56

	darkSquares  Bitboard = 0xaa55aa55aa55aa55
	lightSquares Bitboard = ^darkSquares
)

func bit(s Square) Bitboard { return 1 << (s & 63) }

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Count is the number of squares.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First is the lowest square of a set that is not empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) & 63 }

// Pop is First, and the set without it: for s, rest := b.Pop().
func (b Bitboard) Pop() (Square, Bitboard) { return b.First(), b & (b - 1) }

func (b Bitboard) single() bool { return b != 0 && b&(b-1) == 0 }

// rankOf is all squares of rank 0..7.
func rankOf(rank int) Bitboard { return rank1 << (8 * rank) }
