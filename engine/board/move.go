package board

// Move is a move without its position: 6 bits from, 6 bits to, 4 bits kind. Castling is stored as king takes own rook,
// which is the only form that names every castling of Chess960. The zero value is NoMove.
//
// Two moves of one position are equal exactly when their values are.
type Move uint16

// NoMove is no move at all; it is never legal.
const NoMove Move = 0

// The kind is 0, a promotion's Role, or kindCastle.
const (
	kindShift  = 12
	kindCastle = 8
)

// NewMove is a move that is not castling; promo is NoRole, or what a pawn becomes.
func NewMove(from, to Square, promo Role) Move {
	return Move(from&63) | Move(to&63)<<6 | Move(promo)<<kindShift
}

// NewCastle is castling with the king and the rook on these squares.
func NewCastle(king, rook Square) Move {
	return Move(king&63) | Move(rook&63)<<6 | kindCastle<<kindShift
}

// From is the square the piece leaves.
func (m Move) From() Square { return Square(m) & 63 }

// To is the square the piece reaches; for castling the square of the rook.
func (m Move) To() Square { return Square(m>>6) & 63 }

// Promotion is what the pawn becomes, or NoRole.
func (m Move) Promotion() Role {
	if m.IsCastle() {
		return NoRole
	}
	return Role(m >> kindShift)
}

// IsCastle reports castling.
func (m Move) IsCastle() bool { return m>>kindShift == kindCastle }

// String is UCI's notation, castling as king takes rook. Position.AppendUCI knows the other form.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	return string(appendCoordinates(nil, m.From(), m.To(), m.Promotion()))
}

func appendCoordinates(dst []byte, from, to Square, promo Role) []byte {
	dst = append(dst, fileByte(from), rankByte(from), fileByte(to), rankByte(to))
	if promo != NoRole {
		dst = append(dst, promo.Byte()|0x20)
	}
	return dst
}

// castleTargets gives where king and rook land, from the squares they leave.
func castleTargets(king, rook Square) (kingTo, rookTo Square) {
	row := king &^ 7
	if rook > king {
		return row | G1, row | F1
	}
	return row | C1, row | D1
}
