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
	noLine
)

type attackTables struct {
	lines      [64][4]halves
	whole      [64][5]Bitboard // the lines again, without their square; the last is none
	direction  [64][64]uint8   // index into whole of the line through two squares
	knight     [64]Bitboard
	king       [64]Bitboard
	pawn       [2][64]Bitboard // squares a pawn of the color attacks
	rookRays   [64]Bitboard    // on the empty board
	bishopRays [64]Bitboard
	reach      [8][64]Bitboard // by role: what a piece attacks on the empty board, pawns excepted
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
		for i, l := range t.lines[s] {
			t.whole[s][i] = l.lower | l.upper
		}
		t.rookRays[s] = t.whole[s][alongRank] | t.whole[s][alongFile]
		t.bishopRays[s] = t.whole[s][alongDiagonal] | t.whole[s][alongAntidiagonal]
		t.reach[Queen][s] = t.rookRays[s] | t.bishopRays[s]
	}
	t.fillDirections()
	t.reach[Knight], t.reach[Bishop], t.reach[Rook], t.reach[King] = t.knight, t.bishopRays, t.rookRays, t.king
	return t
}

func (t *attackTables) fillDirections() {
	for a := range t.direction {
		for b := range t.direction[a] {
			i := 0
			for i < noLine && !t.whole[a][i].Has(Square(b)) {
				i++
			}
			t.direction[a][b] = uint8(i)
		}
	}
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
	return lineThrough(a, b) & ((bit(a) - 1) ^ (bit(b) - 1)) &^ bit(b)
}

// lineThrough is the whole line through two squares, a itself excepted; nothing when they share none.
func lineThrough(a, b Square) Bitboard {
	return tables.whole[a&63][tables.direction[a&63][b&63]%5]
}
