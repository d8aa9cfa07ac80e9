package report

import (
	"cmp"
	"slices"
	"strings"

	"plyquet/engine/board"
	"plyquet/engine/book"
	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// openings fills the explorer: the most frequent positions, named by the most frequent way to reach them.
func (b *builder) openings() error {
	if !b.has(rows.Positions) || b.stage.Openings == 0 {
		return nil
	}
	top, err := b.topPositions()
	if err != nil {
		return err
	}
	next, err := b.movesOf(top)
	if err != nil {
		return err
	}
	lines, err := nameLines(next)
	if err != nil {
		return err
	}
	for _, p := range top {
		line := lines[p.FEN]
		row := reports.OpeningRow{Name: cmp.Or(line.moves, p.FEN), FEN: p.FEN, Opening: line.opening, White: int64(p.White), Draws: int64(p.Draws), Black: int64(p.Black)}
		for _, m := range next[p.FEN][:min(4, len(next[p.FEN]))] {
			games := visits(m.White, m.Draws, m.Black)
			row.Next = append(row.Next, reports.NextMove{SAN: m.SAN, Games: games, Score: 100 * (float64(m.White) + float64(m.Draws)/2) / float64(games)})
		}
		b.page.Openings = append(b.page.Openings, row)
		b.data.Openings = append(b.data.Openings, reports.OpeningBar{Name: line.label(row.Name), White: row.White, Draws: row.Draws, Black: row.Black})
	}
	return nil
}

func visits(white, draws, black int32) int64 { return int64(white) + int64(draws) + int64(black) }

// topPositions keeps the most visited positions of one pass. Of equal ones those come first that look more like the
// start position: in a file of a few games nearly all are equal, and a line that begins at move 9 explains nothing.
func (b *builder) topPositions() ([]rows.Position, error) {
	var top []rows.Position
	order := func(x, y rows.Position) int {
		if byVisits := cmp.Compare(visits(y.White, y.Draws, y.Black), visits(x.White, x.Draws, x.Black)); byVisits != 0 {
			return byVisits
		}
		return cmp.Or(cmp.Compare(changed(x.FEN), changed(y.FEN)), strings.Compare(x.FEN, y.FEN))
	}
	for p, err := range table.Read[rows.Position](b.job.Inputs[rows.Positions]) {
		if err != nil {
			return nil, err
		}
		if len(top) == b.stage.Openings && order(*p, top[len(top)-1]) >= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, *p, order)
		top = slices.Insert(top, at, *p)
		top = top[:min(len(top), b.stage.Openings)]
	}
	return top, nil
}

// changed counts the squares of a position that are not as in the start position.
func changed(fen string) int {
	const start = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"
	n, at := 0, 0
	for _, c := range []byte(fen) {
		empty := 0
		switch {
		case at >= len(start):
			return n
		case c == '/':
			continue
		case c >= '1' && c <= '8':
			empty = int(c - '0')
		case start[at] != c:
			n++
		}
		for i := range empty {
			if at+i < len(start) && start[at+i] != '.' {
				n++
			}
		}
		at += max(empty, 1)
	}
	return n
}

// movesOf returns the moves played in the positions, most frequent first.
func (b *builder) movesOf(top []rows.Position) (map[string][]rows.PositionMove, error) {
	moves := map[string][]rows.PositionMove{}
	for _, p := range top {
		moves[p.FEN] = nil
	}
	for m, err := range table.Read[rows.PositionMove](b.job.Inputs[rows.PositionMoves]) {
		if err != nil {
			return nil, err
		}
		if _, wanted := moves[m.FEN]; wanted {
			moves[m.FEN] = append(moves[m.FEN], *m)
		}
	}
	for _, list := range moves {
		slices.SortFunc(list, func(x, y rows.PositionMove) int {
			return cmp.Or(cmp.Compare(visits(y.White, y.Draws, y.Black), visits(x.White, x.Draws, x.Black)), strings.Compare(x.UCI, y.UCI))
		})
	}
	return moves, nil
}

// line is a way to a position: the moves as on a score sheet, and the name of the opening if it has one.
type line struct{ moves, opening, name string }

// label is what a figure shows: the moves, and the name without its code.
func (l line) label(moves string) string {
	if l.name == "" {
		return moves
	}
	return moves + " " + l.name
}

// nameLines walks from the start position along the known moves, most frequent first and breadth first, and names
// each position by the first line that reaches it ("1. e4 c5 2. Nf3") and by the opening table.
func nameLines(next map[string][]rows.PositionMove) (map[string]line, error) {
	openings, err := book.Builtin()
	if err != nil {
		return nil, err
	}
	type node struct {
		at   board.Position
		line string
		ply  int
	}
	start := board.Start()
	lines := map[string]line{start.FEN3(): {moves: "start position"}}
	for queue := []node{{at: start}}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		for _, m := range next[n.at.FEN3()] {
			move, err := n.at.ParseUCI(m.UCI)
			if err != nil {
				continue // a Chess960 move from a look-alike position: it names nothing
			}
			child := n.at
			child.Play(move)
			key := child.FEN3()
			if _, known := lines[key]; known {
				continue
			}
			l := line{moves: n.line + numbered(n.ply, m.SAN)}
			if o, named := openings.Opening(&child); named {
				l.opening, l.name = o.ECO+" "+o.Name, o.Name
			}
			lines[key] = l
			queue = append(queue, node{child, l.moves, n.ply + 1})
		}
	}
	return lines, nil
}
