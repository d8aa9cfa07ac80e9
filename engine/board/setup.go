package board

import "strings"

// Setup is anything that a FEN can say: it may have no kings, or en passant on a square without a pawn. Position turns it
// into something that can be played on.
type Setup struct {
	Board     [64]Piece
	Turn      Color
	Castling  Bitboard // squares of the rooks that may castle
	EP        Square   // as written, NoSquare for "-"
	HalfMoves int
	FullMoves int
}

// EmptySetup is an empty board, White to move.
func EmptySetup() Setup { return Setup{EP: NoSquare, FullMoves: 1} }

// Reasons is the set of everything that is wrong with a Setup.
type Reasons uint32

const (
	NoWhiteKing Reasons = 1 << iota
	NoBlackKing
	ManyWhiteKings
	ManyBlackKings
	KingsTouch
	OppositeCheck // the side that is not to move is in check
	ManyCheckers  // more than two: no last move can have given them all
	PawnOnBackRank
	ManyWhitePawns // more than 8
	ManyBlackPawns
	ManyWhitePieces // more than 16
	ManyBlackPieces
	BadCastling // a right without king and rook on their back rank
	BadEnPassant
	allReasons = iota
)

var reasonTexts = [allReasons]string{
	"no white king", "no black king", "more than one white king", "more than one black king", "kings touch",
	"side not to move is in check", "more than two pieces give check", "pawn on the first or last rank",
	"more than 8 white pawns", "more than 8 black pawns", "more than 16 white pieces", "more than 16 black pieces",
	"castling right without king and rook at home", "en passant square without a pawn that just passed it",
}

// Has reports whether all of the given reasons are in the set.
func (r Reasons) Has(all Reasons) bool { return r&all == all }

// List is the reasons in words, in a fixed order.
func (r Reasons) List() (texts []string) {
	for i, text := range reasonTexts {
		if r>>i&1 != 0 {
			texts = append(texts, text)
		}
	}
	return texts
}

func (r Reasons) String() string { return strings.Join(r.List(), ", ") }

// InvalidPosition is why a Setup is not a Position: all reasons at once.
type InvalidPosition struct{ Reasons Reasons }

func (e *InvalidPosition) Error() string { return "invalid position: " + e.Reasons.String() }

// Position checks the setup and returns it as a Position, or an *InvalidPosition. Positions that could not arise in a
// game are valid as long as the rules say how to go on: nine queens, a check from nowhere.
func (s Setup) Position() (Position, error) {
	if r := s.Reasons(); r != 0 {
		return Position{}, &InvalidPosition{r}
	}
	return s.build(), nil
}

// Repaired is the setup without castling rights and en passant square where these are at fault, and what was dropped.
// It is for files of programs that leave stale rights behind; all else stays as it is.
func (s Setup) Repaired() (Setup, Reasons) {
	dropped := s.Reasons() & (BadCastling | BadEnPassant)
	if dropped.Has(BadCastling) {
		for b := s.Castling; b != 0; {
			var rook Square
			if rook, b = b.Pop(); !s.rightStands(rook) {
				s.Castling &^= bit(rook)
			}
		}
		if s.crowdedRights() {
			s.Castling = 0
		}
	}
	if dropped.Has(BadEnPassant) {
		s.EP = NoSquare
	}
	return s, dropped
}

// build makes the position without any check.
func (s Setup) build() Position {
	p := Position{
		castling: s.Castling, turn: s.Turn, ep: s.EP,
		half: uint32(s.HalfMoves), full: uint32(max(s.FullMoves, 1)),
		kings: [2]Square{NoSquare, NoSquare},
	}
	for sq, piece := range s.Board {
		if piece != NoPiece {
			p.put(piece, Square(sq))
		}
	}
	if p.ep != NoSquare && p.epCapturers() == 0 {
		p.ep = NoSquare
	}
	p.key = p.freshKey()
	return p
}

// Setup is the position as a setup; en passant only if legal.
func (p *Position) Setup() Setup {
	return Setup{
		Board: p.board, Turn: p.turn, Castling: p.castling, EP: p.EP(),
		HalfMoves: int(p.half), FullMoves: int(p.full),
	}
}
