package evaluate

import (
	"cmp"
	"slices"
	"time"

	"plyquet/engine/board"
	"plyquet/engine/uci"
	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/table"
	"plyquet/stages/evaluate/evalcache"
	"plyquet/stages/rows"
)

// matrix copies what a search found; whole: every depth, else the last.
func matrix(a *uci.Analysis, pos *board.Position, chess960, whole bool) evalcache.Matrix {
	m := evalcache.Matrix{Legal: a.Legal}
	found := a.Rows
	if !whole {
		found = found[len(found)-1:]
	}
	for _, r := range found {
		d := evalcache.Depth{Depth: r.Depth, Nodes: r.Nodes, Lines: make([]evalcache.Line, len(r.Lines))}
		for i, l := range r.Lines {
			d.Lines[i] = evalcache.Line{
				Move: string(pos.AppendUCI(nil, l.Move, chess960)), Score: l.Score,
				Win: l.WDL.Win, Draw: l.WDL.Draw, Loss: l.WDL.Loss, HasWDL: l.WDL.Known,
			}
		}
		m.Depths = append(m.Depths, d)
	}
	return m
}

// settle closes the account of one spot: rows for what was found or follows from the rules, a reject for what was lost.
func (w *worker) settle(sp spot, stations []station, search string, m *evalcache.Matrix, gone error, out *run.Out) {
	st := &stations[sp.ply]
	out.Seen(1)
	if gone != nil {
		reason, _ := lost(gone)
		out.Fault(sp.game.reject(sp.ply, reason, &st.pos, gone))
		return
	}
	out.Keep(1)
	row := rows.Evaluation{
		Search: search, GameID: sp.game.id, Ply: int32(sp.ply), Key: int64(st.pos.Key()), Legal: int16(st.legal), Engine: w.name,
	}
	if st.terminal != "" {
		w.rows = append(w.rows, terminalRow(row, st.terminal))
		return
	}
	depths := m.Depths
	if search == rows.SearchGrade {
		depths = depths[len(depths)-1:]
	}
	for _, d := range depths {
		out.Add(search+"_lines", int64(len(d.Lines)))
		for rank, l := range d.Lines {
			w.rows = append(w.rows, lineRow(row, &d, rank+1, &l, st.pos.Turn()))
		}
	}
}

// terminalRow is the verdict of the rules.
func terminalRow(row rows.Evaluation, terminal string) rows.Evaluation {
	row.Depth, row.Rank, row.Terminal = 0, 1, table.Some(terminal)
	if terminal == rows.WhiteMated || terminal == rows.BlackMated {
		row.Mate = table.Some[int32](0)
	} else {
		row.Cp = table.Some[int32](0)
	}
	return row
}

// lineRow turns a line of the side to move into one of White's view.
func lineRow(row rows.Evaluation, d *evalcache.Depth, rank int, l *evalcache.Line, turn board.Color) rows.Evaluation {
	row.Depth, row.Rank, row.Move, row.Nodes = int16(d.Depth), int16(rank), table.Some(l.Move), table.Some(d.Nodes)
	score, win, loss := l.Score, l.Win, l.Loss
	if turn == board.Black {
		score, win, loss = score.Neg(), loss, win
	}
	row.Cp, row.Mate = columns(score)
	if l.HasWDL {
		row.WDLWin, row.WDLDraw, row.WDLLoss = table.Some(win), table.Some(l.Draw), table.Some(loss)
	}
	return row
}

// columns are the two columns of a score, of which one is set.
func columns(s metrics.Score) (cp, mate table.Opt[int32]) {
	if n, ok := s.Mate(); ok {
		return cp, table.Some(int32(n))
	}
	n, _ := s.Cp()
	return table.Some(int32(n)), mate
}

// sortRows puts rows into the order the table declares. Within a position they are in order already.
func sortRows(list []rows.Evaluation) {
	slices.SortStableFunc(list, func(a, b rows.Evaluation) int {
		return cmp.Or(cmp.Compare(a.GameID, b.GameID), cmp.Compare(a.Ply, b.Ply))
	})
}

func sinceBegin(c *crew) time.Duration { return time.Since(c.begin) }
