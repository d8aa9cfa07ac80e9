package signals

import (
	"math"

	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// moveRows makes a row of every evaluated move of a game.
func moveRows(g measured) []rows.MoveSignal {
	out := make([]rows.MoveSignal, 0, len(g.situations))
	next := 0
	for i := range g.situations {
		sit := &g.situations[i]
		row := situationRow(sit)
		if next < len(g.decisions) && g.decisions[next].Situation == sit {
			addDecision(&row, g.decisions[next])
			next++
		}
		out = append(out, row)
	}
	return out
}

func situationRow(sit *Situation) rows.MoveSignal {
	row := rows.MoveSignal{
		GameID: sit.Game, Ply: int32(sit.Ply), Side: sit.Side.String(), Player: sit.Player, Elo: sit.Elo,
		Played: sit.Played.String(), Phase: sit.Phase, Depth: int16(sit.Depth), Lines: int16(sit.Lines),
		Legal: int16(sit.Legal), Complexity: sit.Complexity, SpentMs: sit.SpentMs,
	}
	if sit.Excluded != "" {
		row.Excluded = table.Some(string(sit.Excluded))
	}
	return row
}

func addDecision(row *rows.MoveSignal, d *Decision) {
	c := d.Situation.Choice
	if d.Situation.Listed {
		row.Rank = table.Some(int16(c.Played + 1))
	}
	row.ScaledLoss = table.Some(float32(c.Scaled[c.Played]))
	row.CpLoss = table.Some(float32(c.Cp[c.Played]))
	row.EqualBest = table.Some(c.EqualBest())
	if d.HasSpread {
		row.Critical = table.Some(d.Critical())
	}
	if !d.Modelled {
		return
	}
	row.BestChance = some(d.BestChance, true)
	row.PlayedChance = some(d.PlayedChance, true)
	row.ExpectedLoss = some(d.Facts.Scaled.Expected, true)
	row.Suspicion = some(d.Facts.LLR.Actual, true)
	row.SuspicionMean = some(d.Facts.LLR.Expected, true)
	row.SuspicionSD = some(math.Sqrt(d.Facts.LLR.Var), true)
}
