package board

import "math/bits"

// Attacks from a square. Leapers are looked up. Sliders use the obstruction difference: for one line through a square,
// cut in its lower and upper half, the squares between the nearest blocker below and the nearest above are one
// subtraction apart. It needs 4 KiB of masks; magic bitboards need 800 KiB, which a run that counts positions in a big
// table pays for with cache misses at every sliding move.

// halves is one line through a square, without the square: the part below it and the part above.
type halves struct{ lower, upper Bitboard }

const (
	alongRank = iota
	alongFile
	alongDiagonal
	alongAntidiagonal
)

type attackTables struct {
	lines      [64][4]halves
	knight     [64]Bitboard
	king       [64]Bitboard
	pawn       [2][64]Bitboard // squares a pawn of the color attacks
	rookRays   [64]Bitboard    // on the empty board
	bishopRays [64]Bitboard
	queenRays  [64]Bitboard
}

var tables = makeAttackTables()

var (
	knightSteps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingSteps   = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}
	pawnSteps   = [2][2][2]int{{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}}
	upwards     = [4][2]int{alongRank: {1, 0}, alongFile: {0, 1}, alongDiagonal: {1, 1}, alongAntidiagonal: {-1, 1}}
)

func makeAttackTables() (t attackTables) {
	for s := A1; s <= H8; s++ {
		for _, d := range knightSteps {
			t.knight[s] |= step(s, d)
		}
		for _, d := range kingSteps {
			t.king[s] |= step(s, d)
		}
		for c := range pawnSteps {
			t.pawn[c][s] = step(s, pawnSteps[c][0]) | step(s, pawnSteps[c][1])
		}
		for i, d := range upwards {
			t.lines[s][i] = halves{ray(s, [2]int{-d[0], -d[1]}), ray(s, d)}
		}
		t.rookRays[s] = t.line(s, alongRank) | t.line(s, alongFile)
		t.bishopRays[s] = t.line(s, alongDiagonal) | t.line(s, alongAntidiagonal)
		t.queenRays[s] = t.rookRays[s] | t.bishopRays[s]
	}
	return t
}

func (t *attackTables) line(s Square, i int) Bitboard {
	return t.lines[s][i].lower | t.lines[s][i].upper
}

// step is the square one step away, or nothing off the board.
func step(s Square, d [2]int) Bitboard {
	file, rank := s.File()+d[0], s.Rank()+d[1]
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return 0
	}
	return bit(MakeSquare(file, rank))
}

// ray is all squares in one direction.
func ray(s Square, d [2]int) (b Bitboard) {
	for next := step(s, d); next != 0; next = step(next.First(), d) {
		b |= next
	}
	return b
}

// attacks is the part of the line that a slider reaches, the blockers included.
func (l halves) attacks(occ Bitboard) Bitboard {
	above := uint64(l.upper & occ)
	below := uint64(l.lower&occ) | 1
	reach := 2*(above&-above) + ^uint64(0)<<(uint(bits.Len64(below)-1)&63)
	return Bitboard(reach) & (l.lower | l.upper)
}

func rookAttacks(s Square, occ Bitboard) Bitboard {
	l := &tables.lines[s&63]
	return l[alongRank].attacks(occ) | l[alongFile].attacks(occ)
}

func bishopAttacks(s Square, occ Bitboard) Bitboard {
	l := &tables.lines[s&63]
	return l[alongDiagonal].attacks(occ) | l[alongAntidiagonal].attacks(occ)
}

// pieceAttacks is what a piece other than a pawn attacks.
func pieceAttacks(r Role, s Square, occ Bitboard) Bitboard {
	switch r {
	case Knight:
		return tables.knight[s&63]
	case Bishop:
		return bishopAttacks(s, occ)
	case Rook:
		return rookAttacks(s, occ)
	case Queen:
		return rookAttacks(s, occ) | bishopAttacks(s, occ)
	case King:
		return tables.king[s&63]
	}
	return 0
}

// between is the squares strictly between two squares of one line, and nothing for any other two.
func between(a, b Square) Bitboard {
	switch {
	case tables.rookRays[a&63].Has(b):
		return rookAttacks(a, bit(b)) & rookAttacks(b, bit(a))
	case tables.bishopRays[a&63].Has(b):
		return bishopAttacks(a, bit(b)) & bishopAttacks(b, bit(a))
	}
	return 0
}

// lineThrough is the whole line through two squares, a itself excepted; nothing when they share none.
func lineThrough(a, b Square) Bitboard {
	for i := range tables.lines[a&63] {
		if l := tables.line(a, i); l.Has(b) {
			return l
		}
	}
	return 0
}
