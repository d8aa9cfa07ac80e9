package signals

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// playedLoss is what the measures of a position are compared with.
const playedLoss = "played_loss"

// pairs are the values of two measures, by game.
type pairs map[int64]*[2][]float64

func (p pairs) add(game int64, x, y float64) {
	if p[game] == nil {
		p[game] = &[2][]float64{}
	}
	p[game][0], p[game][1] = append(p[game][0], x), append(p[game][1], y)
}

// writeCorrelations compares complexity under every definition, and difficulty, with what rated players lost in the
// same positions: whether complexity says anything about human error is a question to the data at hand.
func writeCorrelations(ctx context.Context, job *stage.Job, b metrics.Bootstrap) error {
	measures, err := readMeasures(ctx, job.Inputs[rows.Complexity])
	if err != nil {
		return fmt.Errorf("correlations: %w", err)
	}
	return run.Once(ctx, job, func(_ context.Context, out *run.Out) error {
		w, err := table.Create[rows.Correlation](out.Staging, rows.Correlations)
		if err != nil {
			return err
		}
		for _, x := range slices.Sorted(maps.Keys(measures)) {
			if err := w.Write(correlation(x, measures[x], b)); err != nil {
				return err
			}
		}
		return nil
	})
}

func readMeasures(ctx context.Context, files []stage.File) (map[string]pairs, error) {
	type record struct {
		GameID     int64              `col:"game_id"`
		Definition string             `col:"definition"`
		Value      table.Opt[float32] `col:"value"`
		Forced     bool               `col:"forced"`
		Loss       table.Opt[float32] `col:"played_loss"`
		Elo        table.Opt[int16]   `col:"mover_elo"`
		Difficulty table.Opt[float32] `col:"difficulty"`
	}
	measures := map[string]pairs{}
	first := ""
	for r, err := range table.Read[record](files) {
		if err != nil {
			return nil, err
		}
		loss, listed := r.Loss.Get()
		value, defined := r.Value.Get()
		if _, ratedMover := r.Elo.Get(); !listed || !defined || !ratedMover || r.Forced {
			continue
		}
		measureOf(measures, "complexity "+r.Definition).add(r.GameID, float64(value), float64(loss))
		if first == "" {
			first = r.Definition
		}
		if d, ok := r.Difficulty.Get(); ok && r.Definition == first { // it is the same in the rows of every definition
			measureOf(measures, "difficulty").add(r.GameID, float64(d), float64(loss))
		}
	}
	return measures, ctx.Err()
}

func measureOf(measures map[string]pairs, name string) pairs {
	if measures[name] == nil {
		measures[name] = pairs{}
	}
	return measures[name]
}

func correlation(x string, p pairs, b metrics.Bootstrap) rows.Correlation {
	var measure, loss [][]float64
	for _, id := range slices.Sorted(maps.Keys(p)) {
		measure, loss = append(measure, p[id][0]), append(loss, p[id][1])
	}
	rho := metrics.NewRankCorrelation(measure, loss)
	r := rows.Correlation{X: x, Y: playedLoss, N: int32(rho.Len()), Games: int32(len(measure)), Rho: some(rho.Whole())}
	b.Seed ^= seedOf(x, playedLoss)
	if interval, ok := b.Percentile(len(measure), rho.Of); ok {
		r.RhoLow, r.RhoHigh = some(interval.Low, true), some(interval.High, true)
	}
	return r
}
