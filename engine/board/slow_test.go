package board

import "slices"

// slowBoard is the obvious twin of Position: an array of squares, and rules written as they are in the rule book. It
// shares no table and no bitboard with the package.
type slowBoard struct {
	at    [8][8]Piece // by rank and file
	turn  Color
	ep    Square
	rooks map[Square]bool // that may castle
}

func slowFrom(p *Position) *slowBoard {
	s := p.Setup()
	b := &slowBoard{turn: s.Turn, ep: p.ep, rooks: map[Square]bool{}}
	for sq, piece := range s.Board {
		b.at[sq/8][sq%8] = piece
		if s.Castling.Has(Square(sq)) {
			b.rooks[Square(sq)] = true
		}
	}
	return b
}

func onBoard(rank, file int) bool { return rank >= 0 && rank < 8 && file >= 0 && file < 8 }

var (
	slowStraight = [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	slowSlanted  = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	slowJumps    = [][2]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}}
)

// reach walks from a square and returns what the piece there attacks.
func (b *slowBoard) reach(rank, file int) (targets [][2]int) {
	piece := b.at[rank][file]
	walk := func(directions [][2]int, far bool) {
		for _, d := range directions {
			r, f := rank+d[0], file+d[1]
			for onBoard(r, f) {
				targets = append(targets, [2]int{r, f})
				if !far || b.at[r][f] != NoPiece {
					break
				}
				r, f = r+d[0], f+d[1]
			}
		}
	}
	switch piece.Role() {
	case Pawn:
		up := 1 - 2*int(piece.Color())
		walk([][2]int{{up, 1}, {up, -1}}, false)
	case Knight:
		walk(slowJumps, false)
	case Bishop:
		walk(slowSlanted, true)
	case Rook:
		walk(slowStraight, true)
	case Queen:
		walk(slowSlanted, true)
		walk(slowStraight, true)
	case King:
		walk(slowSlanted, false)
		walk(slowStraight, false)
	}
	return targets
}

func (b *slowBoard) attacked(rank, file int, by Color) bool {
	for r := range 8 {
		for f := range 8 {
			if b.at[r][f] != NoPiece && b.at[r][f].Color() == by && slices.Contains(b.reach(r, f), [2]int{rank, file}) {
				return true
			}
		}
	}
	return false
}

func (b *slowBoard) inCheck(c Color) bool {
	for r := range 8 {
		for f := range 8 {
			if b.at[r][f] == MakePiece(c, King) {
				return b.attacked(r, f, c.Other())
			}
		}
	}
	panic("no king")
}

// moves generates everything that moves like its piece, makes it on a copy, and keeps what leaves no king attacked.
func (b *slowBoard) moves() (moves []Move) {
	for r := range 8 {
		for f := range 8 {
			if b.at[r][f] != NoPiece && b.at[r][f].Color() == b.turn {
				moves = append(moves, b.movesFrom(r, f)...)
			}
		}
	}
	return moves
}

func (b *slowBoard) movesFrom(rank, file int) (moves []Move) {
	piece := b.at[rank][file]
	try := func(r, f int) {
		after := *b
		after.at[rank][file] = NoPiece
		after.at[r][f] = piece
		if piece.Role() == Pawn && MakeSquare(f, r) == b.ep {
			after.at[rank][f] = NoPiece
		}
		if after.inCheck(b.turn) {
			return
		}
		promotions := []Role{NoRole}
		if piece.Role() == Pawn && (r == 0 || r == 7) {
			promotions = []Role{Knight, Bishop, Rook, Queen}
		}
		for _, promo := range promotions {
			moves = append(moves, NewMove(MakeSquare(file, rank), MakeSquare(f, r), promo))
		}
	}
	for _, t := range b.reach(rank, file) {
		target := b.at[t[0]][t[1]]
		enemy := target != NoPiece && target.Color() != b.turn
		switch {
		case piece.Role() == Pawn && (enemy || MakeSquare(t[1], t[0]) == b.ep):
			try(t[0], t[1])
		case piece.Role() != Pawn && (enemy || target == NoPiece):
			try(t[0], t[1])
		}
	}
	if up := 1 - 2*int(b.turn); piece.Role() == Pawn && b.at[rank+up][file] == NoPiece {
		try(rank+up, file)
		if rank == 1+5*int(b.turn) && b.at[rank+2*up][file] == NoPiece {
			try(rank+2*up, file)
		}
	}
	if piece.Role() == King {
		moves = append(moves, b.castlings(rank, file)...)
	}
	return moves
}

func (b *slowBoard) castlings(rank, file int) (moves []Move) {
	for rook := range b.rooks {
		if rook.Rank() != rank || b.at[rank][rook.File()] != MakePiece(b.turn, Rook) || b.inCheck(b.turn) {
			continue
		}
		kingTo, rookTo := 2, 3
		if rook.File() > file {
			kingTo, rookTo = 6, 5
		}
		empty := *b
		empty.at[rank][file] = NoPiece
		ok := true
		for f := min(file, kingTo); f <= max(file, kingTo); f++ {
			ok = ok && !empty.attacked(rank, f, b.turn.Other())
		}
		empty.at[rank][rook.File()] = NoPiece
		for f := min(file, kingTo, rook.File(), rookTo); f <= max(file, kingTo, rook.File(), rookTo); f++ {
			inWay := between3(f, file, kingTo) || between3(f, rook.File(), rookTo)
			ok = ok && (!inWay || empty.at[rank][f] == NoPiece)
		}
		empty.at[rank][kingTo] = MakePiece(b.turn, King)
		empty.at[rank][rookTo] = MakePiece(b.turn, Rook)
		if ok && !empty.inCheck(b.turn) {
			moves = append(moves, NewCastle(MakeSquare(file, rank), rook))
		}
	}
	return moves
}

func between3(f, a, b int) bool { return f >= min(a, b) && f <= max(a, b) }
