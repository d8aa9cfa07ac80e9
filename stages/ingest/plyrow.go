package ingest

import (
	"plyquet/engine/board"
	"plyquet/engine/pgn"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// plyRows makes the rows of a game's moves. Its memory is reused from game to game.
type plyRows struct {
	comments bool
	list     []rows.Ply
	spent    []pgn.Took
	history  board.History
	divider  board.Divider
	words    map[string]string // SAN and UCI: a few thousand words make up nearly all moves
	buf      []byte
}

// mostWords bounds the memory of words; what comes later gets strings of its own.
const mostWords = 20_000

// of returns the rows, valid until the next call, and completes the game's row with the facts of its last position.
// backwards counts clocks that went up by more than the increment.
func (p *plyRows) of(g *pgn.Game, id int64, game *rows.Game) (list []rows.Ply, backwards int) {
	control, _ := g.Tag("TimeControl")
	p.spent, backwards = g.Spent(pgn.ParseTimeControl(control), p.spent[:0])
	p.list = p.list[:0]
	p.divider = board.Divider{}
	pos := g.Start
	p.history.Start(&pos)
	p.divider.Add(&pos)
	for i := range g.Moves {
		p.list = append(p.list, p.row(g, &pos, i))
		p.list[i].GameID = id
		pos.Play(g.Moves[i].Move)
		p.history.Add(&pos)
		p.divider.Add(&pos)
	}
	for i := range p.list {
		p.list[i].Phase = p.divider.Phase(i).String()
	}
	game.FinalKey = int64(pos.Key())
	game.Checkmate, game.Stalemate = pos.IsCheckmate(), pos.IsStalemate()
	game.Threefold, game.FiftyMoves, game.DeadMaterial = p.history.Threefold(), pos.FiftyMoves(), pos.DeadMaterial()
	return p.list, backwards
}

// row is the move that is played in pos.
func (p *plyRows) row(g *pgn.Game, pos *board.Position, i int) rows.Ply {
	m := &g.Moves[i]
	r := rows.Ply{Ply: int32(i + 1), Side: pos.Turn().String(), Key: int64(pos.Key())}
	p.buf = pos.AppendSAN(p.buf[:0], m.Move)
	r.SAN = p.word(p.buf)
	p.buf = pos.AppendUCI(p.buf[:0], m.Move, g.Variant == pgn.Chess960)
	r.UCI = p.word(p.buf)
	if ms, ok := m.Clock(); ok {
		r.ClockMs = table.Some(ms)
	}
	if took := p.spent[i]; took.Known {
		r.SpentMs = table.Some(took.Ms)
	}
	switch e := m.Eval(); e.Kind {
	case pgn.Cp:
		r.EvalCp = table.Some(e.N)
	case pgn.Mate:
		r.EvalMate = table.Some(e.N)
	}
	if m.NAG != 0 {
		r.NAG = table.Some(int16(m.NAG))
	}
	if p.comments {
		if c := g.Comment(i + 1); c != "" {
			r.Comment = table.Some(c)
		}
	}
	return r
}

// word is b as a string, the same one each time.
func (p *plyRows) word(b []byte) string {
	if s, ok := p.words[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(p.words) < mostWords {
		p.words[s] = s
	}
	return s
}
