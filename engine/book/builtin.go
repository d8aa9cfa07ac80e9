package book

import (
	"fmt"
	"strings"

	"github.com/notnil/chess/opening"

	"plyquet/engine/board"
)

// Builtin is the table that comes with the program: the one in github.com/notnil/chess's package opening. That package
// finds openings by move order; here its lines are taken over and found by position. Loading takes a while: load once.
func Builtin() (*Names, error) {
	var lines []Line
	for _, o := range opening.NewBookECO().Possible(nil) {
		// The package keeps UCI moves in the field it calls PGN.
		moves, err := readUCIMoves(o.PGN())
		if err != nil {
			return nil, fmt.Errorf("built-in opening %s %q: %w", o.Code(), o.Title(), err)
		}
		lines = append(lines, Line{o.Code(), o.Title(), moves})
	}
	return NewNames(lines)
}

func readUCIMoves(text string) (moves []board.Move, err error) {
	p := board.Start()
	for _, word := range strings.Fields(text) {
		m, err := p.ParseUCI(word)
		if err != nil {
			return nil, fmt.Errorf("half-move %d, %q: %w", len(moves)+1, word, err)
		}
		moves = append(moves, m)
		p.Play(m)
	}
	return moves, nil
}
