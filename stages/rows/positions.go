package rows

// Position is one position of the openings with the outcomes of the games that reached it. Positions are equal when
// placement, side to move and castling rights are equal (en passant is not part of it), by the packed board, exactly.
type Position struct {
	Key   int64  `col:"key,sort,delta" unit:"identifier"` // Polyglot key without en passant, as a signed bit pattern
	FEN   string `col:"fen"`                              // placement, side to move, castling: three FEN fields
	White int32  `col:"white" unit:"visits"`              // visits in games White won
	Draws int32  `col:"draws" unit:"visits"`              // visits in drawn games
	Black int32  `col:"black" unit:"visits"`              // visits in games Black won
}

// Both tables are sorted by key, so a look-up needs no Bloom filter: row groups and pages are pruned by their bounds.

// PositionMove is one move played in a position, with the outcomes of the games that played it there.
type PositionMove struct {
	Key   int64  `col:"key,sort,delta" unit:"identifier"` // positions.key of the position before the move
	FEN   string `col:"fen"`                              // as in positions: key and fen together join exactly
	UCI   string `col:"uci,dict"`                         // in this order within a position
	SAN   string `col:"san,dict"`                         // with + and #
	White int32  `col:"white" unit:"visits"`              // visits in games White won in which this was the next move
	Draws int32  `col:"draws" unit:"visits"`              // visits in drawn games
	Black int32  `col:"black" unit:"visits"`              // visits in games Black won
}
