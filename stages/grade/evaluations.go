package grade

import (
	"cmp"
	"context"
	"slices"

	"plyquet/metrics"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// searchName is the search of evaluations that grading uses; the other belongs to complexity.
const searchName = "grade"

// evalGroup is a row group of evaluations that holds grading searches, with the range of its games.
type evalGroup struct {
	file        stage.File
	group       int
	first, last int64
}

// indexEvaluations finds the games of every row group by reading two columns. The searched games may come in any
// order, so a shard reads the groups whose range overlaps its own.
func indexEvaluations(ctx context.Context, files []stage.File) ([]evalGroup, error) {
	type id struct {
		Search string `col:"search"`
		GameID int64  `col:"game_id"`
	}
	var index []evalGroup
	for _, f := range files {
		groups, err := table.Groups(f)
		if err != nil {
			return nil, err
		}
		for g := range groups {
			entry, found := evalGroup{file: f, group: g}, false
			for row, err := range table.ReadGroup[id](f, g) {
				if err != nil {
					return nil, err
				}
				if row.Search != searchName {
					continue
				}
				if !found {
					entry.first, entry.last, found = row.GameID, row.GameID, true
				}
				entry.first, entry.last = min(entry.first, row.GameID), max(entry.last, row.GameID)
			}
			if found {
				index = append(index, entry)
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	return index, nil
}

// evalLine is the part of a row of evaluations that grading uses.
type evalLine struct {
	Search   string            `col:"search"`
	GameID   int64             `col:"game_id"`
	Ply      int32             `col:"ply"`
	Depth    int16             `col:"depth"`
	Rank     int16             `col:"rank"`
	Move     table.Opt[string] `col:"move"`
	Cp       table.Opt[int32]  `col:"cp"`
	Mate     table.Opt[int32]  `col:"mate"`
	WDLWin   table.Opt[int16]  `col:"wdl_win"`
	WDLDraw  table.Opt[int16]  `col:"wdl_draw"`
	WDLLoss  table.Opt[int16]  `col:"wdl_loss"`
	Terminal table.Opt[string] `col:"terminal"`
	Legal    int16             `col:"legal"`
	Engine   string            `col:"engine"`
}

// engineComments is evaluations.engine for rows that were made from comments.
const engineComments = "comments"

// score is White's score of the line; missing when the row has none.
func (l *evalLine) score() metrics.Reading {
	if terminal, ok := l.Terminal.Get(); ok {
		return terminalReading(terminal)
	}
	return reading(l.Cp, l.Mate)
}

// terminalReading is White's score of a position in which the game is over by the rules.
func terminalReading(terminal string) metrics.Reading {
	switch terminal {
	case "white_mated":
		return metrics.Read(metrics.Mated())
	case "black_mated":
		return metrics.Read(metrics.HasMated())
	}
	return metrics.Read(metrics.Cp(0))
}

// reading makes a score of two columns of which one is set. A mate distance of 0 has no side and is no score.
func reading(cp, mate table.Opt[int32]) metrics.Reading {
	if n, ok := mate.Get(); ok && n != 0 {
		return metrics.Read(metrics.MateIn(int(n)))
	}
	if n, ok := cp.Get(); ok {
		return metrics.Read(metrics.Cp(int(n)))
	}
	return metrics.Reading{}
}

// wdl is White's win, draw and loss as the engine printed it.
func (l *evalLine) wdl() (metrics.WDL, bool) {
	win, ok1 := l.WDLWin.Get()
	draw, ok2 := l.WDLDraw.Get()
	loss, ok3 := l.WDLLoss.Get()
	return metrics.WDL{Win: int(win), Draw: int(draw), Loss: int(loss)}, ok1 && ok2 && ok3
}

// loadEvaluations reads the deepest lines of the games first to last into dst[:0], by game, ply and rank.
func loadEvaluations(dst []evalLine, index []evalGroup, first, last int64) ([]evalLine, error) {
	dst = dst[:0]
	for _, g := range index {
		if g.last < first || last < g.first {
			continue
		}
		for row, err := range table.ReadGroup[evalLine](g.file, g.group) {
			if err != nil {
				return nil, err
			}
			if row.Search == searchName && first <= row.GameID && row.GameID <= last {
				dst = append(dst, *row)
			}
		}
	}
	slices.SortStableFunc(dst, func(a, b evalLine) int {
		return cmp.Or(cmp.Compare(a.GameID, b.GameID), cmp.Compare(a.Ply, b.Ply), cmp.Compare(b.Depth, a.Depth),
			cmp.Compare(a.Rank, b.Rank))
	})
	return deepest(dst), nil
}

// deepest keeps the lines of the greatest depth of each position; lines are sorted by depth, the greatest first.
func deepest(lines []evalLine) []evalLine {
	kept := lines[:0]
	for i := range lines {
		l := &lines[i]
		if n := len(kept); n > 0 && kept[n-1].GameID == l.GameID && kept[n-1].Ply == l.Ply && kept[n-1].Depth != l.Depth {
			continue
		}
		kept = append(kept, *l)
	}
	return kept
}

// ofGame cuts the lines of one game from the front of lines. Games come in the order of the lines.
func ofGame(lines []evalLine, id int64) (game, rest []evalLine) {
	lo := 0
	for lo < len(lines) && lines[lo].GameID < id {
		lo++
	}
	hi := lo
	for hi < len(lines) && lines[hi].GameID == id {
		hi++
	}
	return lines[lo:hi], lines[hi:]
}
