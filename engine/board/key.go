package board

// Keys are XORs of Polyglot's published numbers (http://hgm.nubati.net/book_format.html), so that books can be looked
// up and other tools can check ours. They are 64-bit hashes: where two positions must never be taken for one another,
// compare Planes or Packed.

// The layout of polyglotRandom.
const (
	randomCastling = 768 // white short, white long, black short, black long
	randomEP       = 772 // by file
	randomTurn     = 780 // present if White is to move
)

// zobristTable is polyglotRandom in the order that the board looks it up.
type zobristTable struct {
	pieces   [pieceCodes][64]uint64
	castling [2][2]uint64 // by color; 0 = king's side
	ep       [8]uint64    // by file
	white    uint64
}

var zobrist = makeZobristTable()

func makeZobristTable() (z zobristTable) {
	z.white = polyglotRandom[randomTurn]
	for r := Pawn; r <= King; r++ {
		for c := White; c <= Black; c++ {
			kind := 2*int(r-Pawn) + 1 - int(c) // Polyglot: black pawn 0, white pawn 1, black knight 2, ...
			copy(z.pieces[MakePiece(c, r)][:], polyglotRandom[64*kind:])
		}
	}
	for i := range 4 {
		z.castling[i/2][i%2] = polyglotRandom[randomCastling+i]
	}
	copy(z.ep[:], polyglotRandom[randomEP:])
	return z
}

// TableKey is the hash of placement, side to move and castling rights, without en passant. It costs nothing: Play keeps
// it. In Chess960 it tells castling sides apart, but not which of two rooks on one side has the right (Packed does).
func (p *Position) TableKey() uint64 { return p.key }

// Key is TableKey with the en passant file if such a capture is legal. Two positions of a game with equal keys are a
// repetition by the rules.
func (p *Position) Key() uint64 {
	if p.ep == NoSquare || p.EP() == NoSquare {
		return p.key
	}
	return p.key ^ zobrist.ep[p.ep&7]
}

// PolyglotKey is the key of Polyglot books: en passant counts if a pawn stands ready to capture, even a pinned one.
func (p *Position) PolyglotKey() uint64 {
	if p.ep == NoSquare {
		return p.key
	}
	return p.key ^ zobrist.ep[p.ep&7]
}

// castlingKey is the part of the key that the castling rights are.
func (p *Position) castlingKey() (key uint64) {
	for b := p.castling; b != 0; {
		var rook Square
		rook, b = b.Pop()
		c := Color(rook >> 5 & 1) // by its rank: while a rook moves away or is captured, its square no longer tells
		side := 0
		if rook < p.kings[c] {
			side = 1
		}
		key ^= zobrist.castling[c][side]
	}
	return key
}

// freshKey is TableKey from scratch: what Play must keep it equal to.
func (p *Position) freshKey() uint64 {
	key := p.castlingKey()
	for s, piece := range p.board {
		if piece != NoPiece {
			key ^= zobrist.pieces[piece&15][s]
		}
	}
	if p.turn == White {
		key ^= zobrist.white
	}
	return key
}
