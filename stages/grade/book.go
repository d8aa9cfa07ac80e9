package grade

import "plyquet/stages/gamerecord"

// opening is the book's view of one game.
type opening struct {
	eco, name string // of the last named position
}

// bookMaxPly is how far a game is followed into the book. Published opening tables end at half-move 36; a Polyglot
// book that goes deeper is cut here, so that endgames do not turn into theory by accident.
const bookMaxPly = 60

// book marks the book moves of the game on the sheet and names its opening. A game that cannot be replayed keeps the
// marks it has so far: that is a fault of the tables, which grading itself does not need to know.
func (m *sheetMaker) book(g *gamerecord.Game, lib library) (o opening, err error) {
	pos, err := g.Start()
	if err != nil {
		return o, err
	}
	for i := range min(len(g.Plies), bookMaxPly) {
		move, err := pos.ParseUCI(g.Plies[i].UCI)
		if err != nil {
			return o, err
		}
		before := pos
		pos.Play(move)
		m.sheet.Moves[i].Book = lib.Hit(&before, &pos, move)
		if eco, name, ok := lib.Opening(&pos); ok {
			o = opening{eco, name}
		}
	}
	return o, nil
}
