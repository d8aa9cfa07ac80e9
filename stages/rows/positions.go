package rows

// Position is one position of the openings with the outcomes of the games that reached it. Positions are equal when
// placement, side to move and castling rights are equal (en passant is not part of it), by the packed board, exactly.
type Position struct {
	Key   int64  `col:"key,sort,delta,bloom"` // Polyglot key without en passant, as a signed bit pattern
	FEN   string `col:"fen"`                  // placement, side to move, castling: three FEN fields
	White int32  `col:"white"`                // visits in games White won
	Draws int32  `col:"draws"`
	Black int32  `col:"black"`
}

// PositionMove is one move played in a position, with the outcomes of the games that played it there.
type PositionMove struct {
	Key   int64  `col:"key,sort,delta,bloom"` // positions.key of the position before the move
	FEN   string `col:"fen"`                  // as in positions: key and fen together join exactly
	UCI   string `col:"uci,sort,dict"`
	SAN   string `col:"san,dict"`
	White int32  `col:"white"`
	Draws int32  `col:"draws"`
	Black int32  `col:"black"`
}
