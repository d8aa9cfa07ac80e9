package signals

import (
	"context"
	"testing"

	"plyquet/pipeline/run"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

func TestComplexityIsComparedWithTheLossesOfRatedPlayers(t *testing.T) {
	w := newWorld(12)
	for range 6 {
		w.play(t, regular, guest, 40)
	}
	for i := range w.hard {
		r := &w.hard[i]
		r.Definition, r.PlayedLoss = "elem/drop_move/d10", table.Some(r.Value.Or(0)*r.Value.Or(0)) // goes with it exactly
		if i%2 == 0 {
			r.MoverElo, r.Difficulty = table.Some[int16](2200), table.Some(-r.Value.Or(0))
		}
		r.Forced = i == 0
	}
	res, err := run.Step(context.Background(), New(), job(t, w.commit(t, t.TempDir())))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]rows.Correlation{}
	for r, err := range table.Read[rows.Correlation](res.Files[rows.Correlations]) {
		if err != nil {
			t.Fatal(err)
		}
		got[r.X] = *r
	}
	c, d := got["complexity elem/drop_move/d10"], got["difficulty"]
	if c.Rho.Or(0) != 1 || c.N != 6*20-1 || c.Games != 6 || c.RhoLow.Or(0) != 1 || c.Y != playedLoss {
		t.Errorf("%+v", c)
	}
	if d.Rho.Or(0) != -1 || d.N != 6*20-1 {
		t.Errorf("%+v", d)
	}
}
