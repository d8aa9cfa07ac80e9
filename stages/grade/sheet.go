package grade

import (
	"plyquet/engine/board"
	"plyquet/metrics"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// position is what the stage knows of one position of a game beyond its verdict.
type position struct {
	lines []gamerecord.Line // best first; empty: evaluation from comments, or none
	depth table.Opt[int16]
}

// sheetMaker turns a game and its evaluations into the sheet that graders take. It keeps its memory between games.
type sheetMaker struct {
	minDepth  int
	comments  bool // evaluations come from the plies themselves
	sheet     metrics.Sheet
	positions []position
	counts    map[int64]int8 // occurrences of position keys
	source    string         // where the evaluations of the game at hand come from
}

func newSheetMaker(s *Stage) *sheetMaker {
	return &sheetMaker{minDepth: s.MinDepth, comments: s.Evals == evalsComments, counts: map[int64]int8{}}
}

// make fills the sheet and reports whether the game has an evaluation at all, by an engine or in a comment: what the
// rules or the convention for the start position say alone is not one.
func (m *sheetMaker) make(g *gamerecord.Game, lines []gamerecord.Line) bool {
	n := len(g.Plies)
	m.sheet.Positions = resize(m.sheet.Positions, n+1)
	m.sheet.Moves = resize(m.sheet.Moves, n)
	m.positions = resize(m.positions, n+1)
	m.sheet.Drawn = g.Drawn()
	for i := range g.Plies {
		m.sheet.Moves[i] = metrics.Played{Black: g.Plies[i].Color() == board.Black, Phase: phaseOf(g.Plies[i].Phase)}
	}
	var evaluated bool
	if m.comments {
		evaluated = m.fromComments(g)
	} else {
		evaluated = m.fromLines(g, lines)
	}
	m.rules(g)
	m.start(g)
	if m.sheet.Drawn {
		m.repetitions(g)
	}
	return evaluated
}

// resize returns a cleared slice of n elements, in the memory of s when that is enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}

func phaseOf(name string) metrics.GamePhase {
	switch name {
	case "middlegame":
		return metrics.Middlegame
	case "endgame":
		return metrics.Endgame
	}
	return metrics.Opening
}

func (m *sheetMaker) fromComments(g *gamerecord.Game) bool {
	m.source = evalsComments
	evaluated := false
	for i := range g.Plies {
		r := g.Plies[i].Eval()
		m.sheet.Positions[i+1].Eval = r
		evaluated = evaluated || r.OK
	}
	return evaluated
}

// fromLines takes the evaluations of the engine. Lines of positions that the game does not have are ignored: they
// can only be from a search of more moves than the game has now.
func (m *sheetMaker) fromLines(g *gamerecord.Game, lines []gamerecord.Line) bool {
	m.source = evalsEngine
	evaluated := false
	for lo := 0; lo < len(lines); {
		hi := lo + 1
		for hi < len(lines) && lines[hi].Ply == lines[lo].Ply {
			hi++
		}
		if ply := int(lines[lo].Ply); ply >= 0 && ply < len(m.positions) {
			m.place(ply, lines[lo:hi])
			evaluated = evaluated || !lines[lo].Over()
		}
		lo = hi
	}
	for i := range g.Plies {
		m.sheet.Moves[i].Engine = m.best(i) == g.Plies[i].UCI
	}
	return evaluated
}

// place sets position i from its lines, best first.
func (m *sheetMaker) place(i int, lines []gamerecord.Line) {
	best := &lines[0]
	if best.Rank != 1 {
		return // the first line is missing: the others alone are no verdict
	}
	if best.Engine == rows.EngineComments {
		m.source = evalsComments
	} else {
		m.positions[i] = position{lines: lines, depth: table.Some(best.Depth)}
	}
	judged := &m.sheet.Positions[i]
	judged.Eval = best.Score()
	judged.Shallow = !best.Over() && best.Engine != rows.EngineComments && int(best.Depth) < m.minDepth
	if len(lines) > 1 && lines[1].Rank == 2 {
		judged.Second = lines[1].Score()
	}
}

// best is the engine's first choice in position i; "" when it is not known.
func (m *sheetMaker) best(i int) string {
	if len(m.positions[i].lines) == 0 {
		return ""
	}
	return m.positions[i].lines[0].Move.Or("")
}

// rank is the rank of a move among the engine's lines of position i.
func (m *sheetMaker) rank(i int, uci string) table.Opt[int16] {
	for j := range m.positions[i].lines {
		if move, ok := m.positions[i].lines[j].Move.Get(); ok && move == uci {
			return table.Some(m.positions[i].lines[j].Rank)
		}
	}
	return table.Opt[int16]{}
}

// rules scores the last position by the rules of chess. A mate or a stalemate needs no engine; the other draws fill a
// gap, and otherwise leave the engine's word, because a game may go on after a threefold repetition.
func (m *sheetMaker) rules(g *gamerecord.Game) {
	n := len(g.Plies)
	last := &m.sheet.Positions[n]
	switch {
	case g.Checkmate && n > 0:
		m.sheet.Moves[n-1].Mates = true
		last.Eval = metrics.Read(metrics.HasMated())
		if m.sheet.Moves[n-1].Black {
			last.Eval = metrics.Read(metrics.Mated())
		}
	case g.Stalemate, !last.Eval.OK && (g.DeadMaterial || g.FiftyMoves || g.Threefold):
		last.Eval = metrics.Read(metrics.Cp(0))
	default:
		return
	}
	last.Shallow, last.Second = false, metrics.Reading{}
}

// startCp is what the usual start position counts when nobody evaluated it, in centipawns for White. Comments follow
// the move, so they never say; without it no game from comments would have a first move. Lichess's constant.
const startCp = 15

func (m *sheetMaker) start(g *gamerecord.Game) {
	if _, other := g.StartFEN.Get(); other || m.sheet.Positions[0].Eval.OK || len(g.Plies) == 0 {
		return
	}
	m.sheet.Positions[0].Eval = metrics.Read(metrics.Cp(startCp))
}

// repetitions marks the positions that occur more than once in the game.
func (m *sheetMaker) repetitions(g *gamerecord.Game) {
	clear(m.counts)
	for i := range m.sheet.Positions {
		m.counts[key(g, i)] = min(m.counts[key(g, i)]+1, 2)
	}
	for i := range m.sheet.Positions {
		m.sheet.Positions[i].Repeats = m.counts[key(g, i)] > 1
	}
}

// key is the key of position i of a game.
func key(g *gamerecord.Game, i int) int64 {
	if i < len(g.Plies) {
		return g.Plies[i].Key
	}
	return g.FinalKey
}
