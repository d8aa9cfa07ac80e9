package board

// Square is one of the 64 squares by file and then rank: a1 = 0, b1 = 1, ... h8 = 63; or NoSquare.
type Square uint8

// NoSquare stands where there is no square, as in a FEN's "-".
const NoSquare Square = 64

// The squares that rules name.
const (
	A1, C1, D1, E1, F1, G1, H1 Square = 0, 2, 3, 4, 5, 6, 7
	A8, C8, D8, E8, F8, G8, H8 Square = 56, 58, 59, 60, 61, 62, 63
)

// MakeSquare joins a file and a rank, both 0..7.
func MakeSquare(file, rank int) Square { return Square(rank<<3 | file) }

// File is 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank is 0 for the first rank to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// String is "e4", or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{fileByte(s), rankByte(s)})
}

func fileByte(s Square) byte { return 'a' + byte(s&7) }
func rankByte(s Square) byte { return '1' + byte(s>>3) }

// ParseSquare reads "e4"; false for anything else.
func ParseSquare(s string) (Square, bool) {
	if len(s) != 2 || s[0]-'a' > 7 || s[1]-'1' > 7 {
		return NoSquare, false
	}
	return squareOf(s[0], s[1]), true
}

// squareOf joins a valid file letter and rank digit.
func squareOf(file, rank byte) Square { return Square((rank-'1')<<3 | (file - 'a')) }

// backRank is the first rank as c sees it: 0 or 7.
func backRank(c Color) int { return 7 * int(c) }
