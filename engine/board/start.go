package board

import "fmt"

// Start is the usual start position.
func Start() Position { return startPosition }

var startPosition = chess960Start(518)

// Chess960Start is one of the 960 start positions by Scharnagl's number, 0..959; 518 is the usual one.
func Chess960Start(n int) (Position, error) {
	if n < 0 || n > 959 {
		return Position{}, fmt.Errorf("Chess960 position %d is not in 0..959", n)
	}
	return chess960Start(n), nil
}

func chess960Start(n int) Position {
	s := EmptySetup()
	for file, role := range chess960Rank(n) {
		for c := White; c <= Black; c++ {
			s.Board[MakeSquare(file, backRank(c))] = MakePiece(c, role)
			s.Board[MakeSquare(file, 1+5*int(c))] = MakePiece(c, Pawn)
			if role == Rook {
				s.Castling |= bit(MakeSquare(file, backRank(c)))
			}
		}
	}
	return s.build()
}

// knightPairs is where the two knights stand among the five files still free (https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme).
var knightPairs = [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}

// chess960Rank places bishops, queen and knights by the digits of n; rook, king and rook take what is left.
func chess960Rank(n int) (rank [8]Role) {
	rank[n%4*2+1] = Bishop
	n /= 4
	rank[n%4*2] = Bishop
	n /= 4
	free := freeFiles(rank)
	rank[free[n%6]] = Queen
	n /= 6
	free = freeFiles(rank)
	for _, i := range knightPairs[n] {
		rank[free[i]] = Knight
	}
	for i, file := range freeFiles(rank) {
		rank[file] = [3]Role{Rook, King, Rook}[i]
	}
	return rank
}

func freeFiles(rank [8]Role) (free []int) {
	for file, role := range rank {
		if role == NoRole {
			free = append(free, file)
		}
	}
	return free
}
