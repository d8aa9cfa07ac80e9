package board

import (
	"encoding/binary"
	"errors"
)

// Two exact forms of what TableKey hashes: placement, side to move and castling rights (Chess960 included). Each square
// has one of 16 codes: empty, the twelve pieces, a rook of either color with the right to castle, and White's king when
// White is to move.
//
// Planes is cheap to make and compare: four words, one for each bit of the codes. Packed is the smaller one for storing:
// the occupied squares and one code for each of them.

// Planes holds bit i of the code of square s in bit s of word i.
type Planes [4]uint64

// Packed is 8 bytes of occupancy and 32 codes of 4 bits in the order of the squares, low half of a byte first; both
// little endian. Equal values are equal positions but for en passant and counters.
type Packed [24]byte

// Codes: twice the role plus the color for the pieces; 0 for an empty square, and the three that a piece leaves over.
const (
	codeMovingKing Piece = 1
	codeRightRook  Piece = 14 // White's; Black's is 15
)

// Planes is the exact table key as four words.
func (p *Position) Planes() (w Planes) {
	p.WritePlanes(&w)
	return w
}

// Pack is the exact table key in 24 bytes.
func (p *Position) Pack() Packed { return p.Planes().Pack() }

// occupied is the squares with a code other than 0.
func (w Planes) occupied() Bitboard { return Bitboard(w[0] | w[1] | w[2] | w[3]) }

func (w Planes) code(s Square) Piece {
	s &= 63
	return Piece(w[0]>>s&1 | w[1]>>s&1<<1 | w[2]>>s&1<<2 | w[3]>>s&1<<3)
}

// Pack is the same key in 24 bytes.
func (w Planes) Pack() (k Packed) {
	occupied := w.occupied()
	binary.LittleEndian.PutUint64(k[:], uint64(occupied))
	var codes [2]uint64
	for i := 0; occupied != 0; i++ {
		var s Square
		s, occupied = occupied.Pop()
		codes[i>>4&1] |= uint64(w.code(s)) << (i & 15 * 4)
	}
	binary.LittleEndian.PutUint64(k[8:], codes[0])
	binary.LittleEndian.PutUint64(k[16:], codes[1])
	return k
}

// ErrPacked says that bytes are not a packed position.
var ErrPacked = errors.New("not a packed position")

// Position is the position with counters 0 and 1 and without en passant.
func (k Packed) Position() (Position, error) {
	occupied := Bitboard(binary.LittleEndian.Uint64(k[:]))
	if occupied.Count() > 32 {
		return Position{}, ErrPacked
	}
	s := EmptySetup()
	s.Turn = Black
	for i := 0; occupied != 0; i++ {
		var sq Square
		sq, occupied = occupied.Pop()
		s.unpack(sq, Piece(k[8+i/2]>>(i&1*4)&15))
	}
	p, err := s.Position()
	if err != nil || p.Pack() != k {
		return Position{}, ErrPacked
	}
	return p, nil
}

func (s *Setup) unpack(sq Square, code Piece) {
	switch {
	case code >= codeRightRook:
		s.Board[sq] = MakePiece(code.Color(), Rook)
		s.Castling |= bit(sq)
	case code == codeMovingKing:
		s.Board[sq] = MakePiece(White, King)
		s.Turn = White
	default:
		s.Board[sq] = code
	}
}

// FEN3 is placement, side to move and castling as in a FEN.
func (k Packed) FEN3() (string, error) {
	p, err := k.Position()
	if err != nil {
		return "", err
	}
	return p.FEN3(), nil
}
