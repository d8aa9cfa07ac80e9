package book

import (
	"fmt"
	"slices"
	"strings"

	"plyquet/engine/board"
)

// Opening is the name of a position: its ECO code, its full name, and the number of half-moves of the line that the
// table names it by.
type Opening struct {
	ECO, Name string
	Plies     int
}

// Line is one row of an opening table: a name and the moves that lead to the named position.
type Line struct {
	ECO, Name string
	Moves     []board.Move // from the usual start position
}

// Names is a table of named positions. It also knows the positions on the way to them.
type Names struct {
	named  map[place]Opening
	onLine map[place]struct{} // the start position and all positions of all lines
}

// place is a position by the rules of repetition: exact, without counters, en passant only if legal.
type place struct {
	planes board.Planes
	ep     board.Square
}

func placeOf(p *board.Position) place { return place{p.Planes(), p.EP()} }

// NewNames builds the table. Where lines name one position differently, the first by ECO code, name and moves counts, so
// that the order of the lines is of no matter. A line without moves or with an illegal one is an error.
func NewNames(lines []Line) (*Names, error) {
	sorted := slices.Clone(lines)
	slices.SortFunc(sorted, compareLines)
	n := &Names{make(map[place]Opening, len(lines)), make(map[place]struct{}, 3*len(lines))}
	for _, line := range sorted {
		if err := n.add(line); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func compareLines(a, b Line) int {
	if c := strings.Compare(a.ECO, b.ECO); c != 0 {
		return c
	}
	if c := strings.Compare(a.Name, b.Name); c != 0 {
		return c
	}
	return slices.Compare(a.Moves, b.Moves)
}

func (n *Names) add(line Line) error {
	if len(line.Moves) == 0 {
		return fmt.Errorf("opening %s %q has no moves", line.ECO, line.Name)
	}
	p := board.Start()
	n.onLine[placeOf(&p)] = struct{}{}
	for i, m := range line.Moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("opening %s %q: half-move %d (%v): %w", line.ECO, line.Name, i+1, m, board.ErrIllegal)
		}
		p.Play(m)
		n.onLine[placeOf(&p)] = struct{}{}
	}
	at := placeOf(&p)
	if _, taken := n.named[at]; !taken {
		n.named[at] = Opening{line.ECO, line.Name, len(line.Moves)}
	}
	return nil
}

// Opening is the name of a position, if it has one. The start position has none.
func (n *Names) Opening(p *board.Position) (Opening, bool) {
	o, ok := n.named[placeOf(p)]
	return o, ok
}

// OnLine reports whether a position lies on the way to a named one, or has a name itself.
func (n *Names) OnLine(p *board.Position) bool {
	_, ok := n.onLine[placeOf(p)]
	return ok
}

// Len is the number of named positions.
func (n *Names) Len() int { return len(n.named) }

// Positions is the number of all positions on lines, the start position included.
func (n *Names) Positions() int { return len(n.onLine) }
