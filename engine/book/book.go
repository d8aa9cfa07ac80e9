package book

import (
	"fmt"

	"plyquet/engine/board"
)

// NameRule says which moves an opening table makes book moves.
type NameRule uint8

const (
	// LinePositions: the position after the move lies on the way to a named one. Chess Analyzer Pro's rule.
	LinePositions NameRule = iota
	// NamedPositions: the position after the move has a name itself. The rule of Lichess's opening names.
	NamedPositions
	// NoPositions: names are only names.
	NoPositions
)

var nameRules = []string{LinePositions: "line", NamedPositions: "named", NoPositions: "none"}

func (r NameRule) String() string { return nameRules[r] }

// UnmarshalText reads "line", "named" or "none".
func (r *NameRule) UnmarshalText(text []byte) error { return readRule(r, nameRules, text) }

// MarshalText writes what UnmarshalText reads.
func (r NameRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// PolyglotRule says which moves a Polyglot book makes book moves.
type PolyglotRule uint8

const (
	// ListedMoves: the book lists the move for the position before it. What a program that plays from the book would play.
	ListedMoves PolyglotRule = iota
	// KnownPositions: the book lists some move for the position after it, so the last move of a line never counts.
	// Chess Analyzer Pro's rule.
	KnownPositions
)

var polyglotRules = []string{ListedMoves: "move", KnownPositions: "position"}

func (r PolyglotRule) String() string { return polyglotRules[r] }

// UnmarshalText reads "move" or "position".
func (r *PolyglotRule) UnmarshalText(text []byte) error { return readRule(r, polyglotRules, text) }

// MarshalText writes what UnmarshalText reads.
func (r PolyglotRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

func readRule[R ~uint8](rule *R, names []string, text []byte) error {
	for i, name := range names {
		if name == string(text) {
			*rule = R(i)
			return nil
		}
	}
	return fmt.Errorf("%q is none of %q", text, names)
}

// Book joins an opening table and any number of Polyglot books: a move is a book move if one of them says so. The zero
// value is a book without entries.
type Book struct {
	Names    *Names // may be nil
	ByName   NameRule
	Polyglot []*Polyglot
	ByMove   PolyglotRule
}

// Hit reports whether the move that led from before to after is a book move.
func (b *Book) Hit(before, after *board.Position, m board.Move) bool {
	if b.hitByName(after) {
		return true
	}
	for _, bin := range b.Polyglot {
		if b.ByMove == ListedMoves && bin.Lists(before, m) || b.ByMove == KnownPositions && bin.Knows(after) {
			return true
		}
	}
	return false
}

func (b *Book) hitByName(after *board.Position) bool {
	switch {
	case b.Names == nil || b.ByName == NoPositions:
		return false
	case b.ByName == NamedPositions:
		_, named := b.Names.Opening(after)
		return named
	}
	return b.Names.OnLine(after)
}

// Opening is the ECO code and name of a position, if it has one.
func (b *Book) Opening(p *board.Position) (eco, name string, ok bool) {
	if b.Names == nil {
		return "", "", false
	}
	o, ok := b.Names.Opening(p)
	return o.ECO, o.Name, ok
}
