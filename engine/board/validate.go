package board

// Reasons is everything that keeps the setup from being a Position; 0 if nothing does.
func (s Setup) Reasons() Reasons {
	p := s.build()
	r := s.kingReasons(&p) | pieceReasons(&p)
	if s.badCastling() {
		r |= BadCastling
	}
	if s.badEnPassant() {
		r |= BadEnPassant
	}
	return r
}

func (s Setup) kingReasons(p *Position) (r Reasons) {
	count := [2]int{p.Pieces(White, King).Count(), p.Pieces(Black, King).Count()}
	r |= when(count[White] == 0, NoWhiteKing) | when(count[Black] == 0, NoBlackKing)
	r |= when(count[White] > 1, ManyWhiteKings) | when(count[Black] > 1, ManyBlackKings)
	if r != 0 {
		return r
	}
	waiting := p.attackers(p.turn, p.kings[p.turn.Other()], p.Occupied())
	r |= when(waiting&p.roles[King] != 0, KingsTouch)
	r |= when(waiting&^p.roles[King] != 0, OppositeCheck)
	return r | when((p.Checkers()&^p.roles[King]).Count() > 2, ManyCheckers)
}

func pieceReasons(p *Position) Reasons {
	return when(p.roles[Pawn]&(rank1|rank8) != 0, PawnOnBackRank) |
		when(p.Pieces(White, Pawn).Count() > 8, ManyWhitePawns) |
		when(p.Pieces(Black, Pawn).Count() > 8, ManyBlackPawns) |
		when(p.colors[White].Count() > 16, ManyWhitePieces) |
		when(p.colors[Black].Count() > 16, ManyBlackPieces)
}

func when(faulty bool, r Reasons) Reasons {
	if faulty {
		return r
	}
	return 0
}

func (s Setup) badCastling() bool {
	for b := s.Castling; b != 0; {
		var rook Square
		if rook, b = b.Pop(); !s.rightStands(rook) {
			return true
		}
	}
	return s.crowdedRights()
}

// rightStands reports whether the castling right on a square has its rook, and its king on the same back rank.
func (s Setup) rightStands(rook Square) bool {
	piece := s.Board[rook&63]
	king, ok := s.kingAtHome(piece.Color())
	return ok && piece.Role() == Rook && rook.Rank() == king.Rank()
}

// kingAtHome finds a color's king on its back rank, not in a corner: from there no castling is possible.
func (s Setup) kingAtHome(c Color) (Square, bool) {
	for file := 1; file < 7; file++ {
		if sq := MakeSquare(file, backRank(c)); s.Board[sq] == MakePiece(c, King) {
			return sq, true
		}
	}
	return NoSquare, false
}

// crowdedRights reports two rights on one side of a king.
func (s Setup) crowdedRights() bool {
	for c := White; c <= Black; c++ {
		king, ok := s.kingAtHome(c)
		if !ok {
			continue
		}
		rights := s.Castling & rankOf(backRank(c))
		below := rights & (bit(king) - 1)
		if below.Count() > 1 || (rights&^below).Count() > 1 {
			return true
		}
	}
	return false
}

// badEnPassant reports an en passant square over which no enemy pawn can just have passed.
func (s Setup) badEnPassant() bool {
	if s.EP == NoSquare {
		return false
	}
	rank, towards := 5, -8
	if s.Turn == Black {
		rank, towards = 2, 8
	}
	if s.EP.Rank() != rank {
		return true
	}
	pawn, origin := s.Board[int(s.EP)+towards], s.Board[int(s.EP)-towards]
	return pawn != MakePiece(s.Turn.Other(), Pawn) || s.Board[s.EP] != NoPiece || origin != NoPiece
}
