package board

// Color is the side a piece belongs to or the side to move.
type Color uint8

const (
	White Color = iota
	Black
)

// Other is the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String is "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Role is what a piece is, without its color. NoRole is the zero value: no piece, no promotion.
type Role uint8

const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

const roleLetters = ".PNBRQK"

// Byte is the capital letter of SAN and FEN; '.' for NoRole.
func (r Role) Byte() byte { return roleLetters[r&7] }

// Piece is a role with a color. NoPiece is the zero value: an empty square.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// pieceCodes is the number of codes a Piece can take, the two unused ones below White's pawn included.
const pieceCodes = 16

// MakePiece joins a color and a role other than NoRole.
func MakePiece(c Color, r Role) Piece { return Piece(r)<<1 | Piece(c) }

// Color is the owner; White for NoPiece.
func (p Piece) Color() Color { return Color(p & 1) }

// Role is the piece without its owner; NoRole for NoPiece.
func (p Piece) Role() Role { return Role(p >> 1) }

const pieceLetters = "..PpNnBbRrQqKk.."

// Byte is the FEN letter, '.' for NoPiece.
func (p Piece) Byte() byte { return pieceLetters[p&15] }

// String is the FEN letter, "." for NoPiece.
func (p Piece) String() string { return pieceLetters[p&15 : p&15+1] }

// pieceOfLetter maps FEN letters to pieces, and everything else to NoPiece.
var pieceOfLetter = makePieceOfLetter()

func makePieceOfLetter() (t [256]Piece) {
	for i := range pieceLetters {
		if pieceLetters[i] != '.' {
			t[pieceLetters[i]] = Piece(i)
		}
	}
	return t
}
