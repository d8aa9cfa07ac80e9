package board

import "strconv"

// FEN is the position in all six fields. En passant is written only if such a capture is legal; castling as KQkq where
// that names the right rook, else by the rook's file (X-FEN).
func (p *Position) FEN() string { return string(p.AppendFEN(nil)) }

// AppendFEN appends FEN to dst.
func (p *Position) AppendFEN(dst []byte) []byte {
	dst = append(p.appendEPD(dst), ' ')
	dst = strconv.AppendUint(dst, uint64(p.half), 10)
	dst = append(dst, ' ')
	return strconv.AppendUint(dst, uint64(p.full), 10)
}

// EPD is the first four fields of FEN: the position by the rules of repetition.
func (p *Position) EPD() string { return string(p.appendEPD(nil)) }

func (p *Position) appendEPD(dst []byte) []byte {
	dst = append(p.appendFEN3(dst), ' ')
	return append(dst, p.EP().String()...)
}

// FEN3 is the first three fields of FEN: what TableKey and Packed tell apart.
func (p *Position) FEN3() string { return string(p.appendFEN3(nil)) }

func (p *Position) appendFEN3(dst []byte) []byte {
	dst = append(p.appendPlacement(dst), ' ', p.turn.String()[0], ' ')
	return p.appendCastling(dst)
}

func (p *Position) appendPlacement(dst []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			piece := p.board[MakeSquare(file, rank)&63]
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
			dst = append(dst, piece.Byte())
		}
		if empty > 0 {
			dst = append(dst, '0'+empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

func (p *Position) appendCastling(dst []byte) []byte {
	if p.castling == 0 {
		return append(dst, '-')
	}
	for c := White; c <= Black; c++ {
		for _, kingSide := range [2]bool{true, false} {
			if rook := p.castlingRook(c, kingSide); rook != NoSquare {
				dst = append(dst, p.castlingLetter(c, rook, kingSide)|byte(c)<<5)
			}
		}
	}
	return dst
}

// castlingLetter is K or Q if no other rook stands farther out on that side, else the rook's file.
func (p *Position) castlingLetter(c Color, rook Square, kingSide bool) byte {
	outer, letter := bit(rook)-1, byte('Q')
	if kingSide {
		outer, letter = ^(bit(rook) | outer), 'K'
	}
	if outer&rankOf(backRank(c))&p.Pieces(c, Rook) != 0 {
		return fileByte(rook) &^ 0x20
	}
	return letter
}
