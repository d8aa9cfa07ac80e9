package gamerecord

import (
	"fmt"

	"plyquet/metrics"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// Line is a row of evaluations: a cell of the depth x rank matrix of a position. The comments of rows.Evaluation hold.
type Line struct {
	Search   string            `col:"search"`
	GameID   int64             `col:"game_id"`
	Ply      int32             `col:"ply"`
	Key      int64             `col:"key"`
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

// Over reports that the game is over here by the rules: the line is a verdict of theirs, not of an engine.
func (l *Line) Over() bool {
	_, over := l.Terminal.Get()
	return over
}

// Score is White's score; missing when the row has none.
func (l *Line) Score() metrics.Reading {
	terminal, over := l.Terminal.Get()
	switch {
	case terminal == rows.WhiteMated:
		return metrics.Read(metrics.Mated())
	case terminal == rows.BlackMated:
		return metrics.Read(metrics.HasMated())
	case over:
		return metrics.Read(metrics.Cp(0))
	}
	return score(l.Cp, l.Mate)
}

// WDL is White's win, draw and loss as the engine printed it.
func (l *Line) WDL() (metrics.WDL, bool) {
	win, ok1 := l.WDLWin.Get()
	draw, ok2 := l.WDLDraw.Get()
	loss, ok3 := l.WDLLoss.Get()
	return metrics.WDL{Win: int(win), Draw: int(draw), Loss: int(loss)}, ok1 && ok2 && ok3
}

// String names the line in errors.
func (l *Line) String() string {
	return fmt.Sprintf("game %d ply %d depth %d", l.GameID, l.Ply, l.Depth)
}
