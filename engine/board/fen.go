package board

import (
	"errors"
	"fmt"
	"strings"
)

// StartFEN is the usual start position.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// ErrFEN is wrapped by every error of ParseFEN and ParseEPD.
var ErrFEN = errors.New("bad FEN")

// maxCounter bounds both counters of a FEN; the longest possible game has fewer than 9,000 moves.
const maxCounter = 1_000_000

// ParseFEN reads a FEN without asking whether the position makes sense. Castling may be written as in FEN, X-FEN (the
// outermost rook) or Shredder-FEN (the file). Fields are separated by any number of blanks; missing ones at the end
// have defaults: White, no castling, no en passant, counters 0 and 1. Text after the sixth field is an error.
func ParseFEN(fen string) (Setup, error) {
	fields := strings.Fields(fen)
	if len(fields) == 0 || len(fields) > 6 {
		return Setup{}, fmt.Errorf("%w: %d fields", ErrFEN, len(fields))
	}
	s, err := parseFields(fields)
	if err != nil {
		return Setup{}, fmt.Errorf("%w: %w", ErrFEN, err)
	}
	return s, nil
}

// ParseEPD reads the four fields of an EPD and returns the operations behind them unread.
func ParseEPD(epd string) (s Setup, operations string, err error) {
	rest, fields := epd, make([]string, 0, 4)
	for len(fields) < 4 {
		rest = strings.TrimLeft(rest, " \t")
		end := strings.IndexAny(rest+" ", " \t")
		if end == 0 {
			return Setup{}, "", fmt.Errorf("%w: EPD with %d fields", ErrFEN, len(fields))
		}
		fields, rest = append(fields, rest[:end]), rest[end:]
	}
	s, err = ParseFEN(strings.Join(fields, " "))
	return s, strings.TrimSpace(rest), err
}

func parseFields(fields []string) (s Setup, err error) {
	s = EmptySetup()
	readers := [6]func(*Setup, string) error{
		(*Setup).readPlacement, (*Setup).readTurn, (*Setup).readCastling, (*Setup).readEP,
		(*Setup).readHalfMoves, (*Setup).readFullMoves,
	}
	for i, field := range fields {
		if err := readers[i](&s, field); err != nil {
			return Setup{}, err
		}
	}
	return s, nil
}

func (s *Setup) readPlacement(field string) error {
	file, rank, digit := 0, 7, false
	for i := range len(field) {
		c := field[i]
		wasDigit := digit
		digit = false
		switch {
		case c == '/':
			if file != 8 || rank == 0 {
				return fmt.Errorf("placement %q: rank %d has %d squares", field, rank+1, file)
			}
			file, rank = 0, rank-1
		case '1' <= c && c <= '8' && !wasDigit:
			file, digit = file+int(c-'0'), true
		case pieceOfLetter[c] != NoPiece && file < 8:
			s.Board[MakeSquare(file, rank)] = pieceOfLetter[c]
			file++
		default:
			return fmt.Errorf("placement %q: unexpected %q", field, c)
		}
	}
	if file != 8 || rank != 0 {
		return fmt.Errorf("placement %q: ends on rank %d after %d squares", field, rank+1, file)
	}
	return nil
}

func (s *Setup) readTurn(field string) error {
	switch field {
	case "w":
		s.Turn = White
	case "b":
		s.Turn = Black
	default:
		return fmt.Errorf("side to move %q", field)
	}
	return nil
}

// readCastling needs the board. A right whose rook cannot be found is kept on the corner, for validation to report.
func (s *Setup) readCastling(field string) error {
	if field == "-" {
		return nil
	}
	for i := range len(field) {
		c, letter := White, field[i]
		if letter >= 'a' {
			c, letter = Black, letter-32
		}
		rook, ok := s.castlingSquare(c, letter)
		if !ok || s.Castling.Has(rook) {
			return fmt.Errorf("castling %q", field)
		}
		s.Castling |= bit(rook)
	}
	return nil
}

// castlingSquare resolves one letter of the castling field, made a capital.
func (s *Setup) castlingSquare(c Color, letter byte) (Square, bool) {
	switch {
	case letter == 'K':
		return s.outermostRook(c, 7, -1), true
	case letter == 'Q':
		return s.outermostRook(c, 0, 1), true
	case 'A' <= letter && letter <= 'H':
		return MakeSquare(int(letter-'A'), backRank(c)), true
	}
	return NoSquare, false
}

// outermostRook looks from a corner towards the king.
func (s *Setup) outermostRook(c Color, corner, step int) Square {
	for file := corner; 0 <= file && file < 8; file += step {
		sq := MakeSquare(file, backRank(c))
		switch s.Board[sq] {
		case MakePiece(c, Rook):
			return sq
		case MakePiece(c, King):
			return MakeSquare(corner, backRank(c))
		}
	}
	return MakeSquare(corner, backRank(c))
}

func (s *Setup) readEP(field string) error {
	if field == "-" {
		return nil
	}
	sq, ok := ParseSquare(field)
	if !ok {
		return fmt.Errorf("en passant square %q", field)
	}
	s.EP = sq
	return nil
}

func (s *Setup) readHalfMoves(field string) (err error) {
	s.HalfMoves, err = readCounter(field)
	return err
}

// readFullMoves takes the 0 that some programs write as 1.
func (s *Setup) readFullMoves(field string) (err error) {
	s.FullMoves, err = readCounter(field)
	s.FullMoves = max(s.FullMoves, 1)
	return err
}

func readCounter(field string) (n int, err error) {
	for i := range len(field) {
		d := int(field[i]) - '0'
		if d < 0 || d > 9 || n > maxCounter {
			return 0, fmt.Errorf("counter %q", field)
		}
		n = 10*n + d
	}
	return n, nil
}
