package complexity

import (
	"fmt"
	"slices"

	"plyquet/metrics"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// measure makes the row of a position under one definition.
func measure(d metrics.ComplexityDefinition, p *position, f facts) rows.ComplexityRow {
	c := d.Of(p.tables, p.legal)
	row := rows.ComplexityRow{
		GameID: p.gameID, Ply: p.ply, Key: p.key, FEN: f.fen,
		Definition: fmt.Sprintf("%s/%s/d%d", d.Weight, d.Mates, c.MaxDepth),
		Forced:     c.Forced,
		Weight:     string(d.Weight), Mates: string(d.Mates), Lambda: float32(d.Lambda), Mu: float32(d.Mu),
		MinDepth: int16(c.MinDepth), MaxDepth: int16(c.MaxDepth),
		Legal: int16(p.legal), Moves: int16(c.Moves), Terms: int16(c.Terms), MateLines: int32(c.Mates),
		Played: f.played, MoverElo: f.elo, Engine: p.engine,
	}
	if c.Null == "" {
		row.Value = table.Some(float32(c.Value))
	} else {
		row.NullReason = table.Some(string(c.Null))
	}
	if depth, ok := metrics.SettleDepth(p.tables); ok {
		row.SettleDepth = table.Some(int16(depth))
	}
	addBest(&row, p)
	addPlayed(&row, p, f)
	addDifficulty(&row, p, f)
	return row
}

func addBest(row *rows.ComplexityRow, p *position) {
	final := p.final()
	if len(final) == 0 {
		return
	}
	row.BestMove = table.Some(p.moves[final[0].Move])
	row.BestSwing = some32(metrics.TraceOf(p.tables, final[0].Move).Swing())
}

func addPlayed(row *rows.ComplexityRow, p *position, f facts) {
	played, ok := f.played.Get()
	move := slices.Index(p.moves, played)
	if !ok || move < 0 {
		return
	}
	trace := metrics.TraceOf(p.tables, move)
	if trace[len(trace)-1].Depth != p.tables[len(p.tables)-1].Depth {
		return // a cut MultiPV lost the move on the way: there is no loss at the last depth
	}
	row.PlayedLoss = some32(trace.FinalLoss())
	row.PlayedSwing = some32(trace.Swing())
	row.Trap = table.Some(trace.IsTrap())
	row.Exposed = some16(trace.ExposureDepth())
	row.Satisficing = some16(trace.SatisficingDepth())
}

func addDifficulty(row *rows.ComplexityRow, p *position, f facts) {
	elo, ok := f.elo.Get()
	final := p.final()
	if !ok || len(final) == 0 {
		return
	}
	scores := make([]metrics.Score, len(final))
	for i, line := range final {
		scores[i] = line.Score
	}
	model, _ := metrics.PowersAt(float64(elo))
	row.Difficulty = some32(metrics.MeanScaledLoss([]metrics.Choice{metrics.NewChoice(scores, 0)}, model))
}

// final is the ranking of the last depth; empty for a position scored by the rules.
func (p *position) final() []metrics.Line {
	if len(p.tables) == 0 {
		return nil
	}
	return p.tables[len(p.tables)-1].Lines
}

func some32(v float64, ok bool) table.Opt[float32] {
	if !ok {
		return table.Opt[float32]{}
	}
	return table.Some(float32(v))
}

func some16(v int, ok bool) table.Opt[int16] {
	if !ok {
		return table.Opt[int16]{}
	}
	return table.Some(int16(v))
}
