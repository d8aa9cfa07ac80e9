package signals

import (
	"context"
	"strings"
	"testing"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

func smallValidation() *Validate {
	v := NewValidate()
	v.Decisions, v.Players = []int{120}, 40
	v.Settings.MinDecisions = 40 // a judge calibrated on blocks of 40: there are few games
	v.Help = []Scenario{{Kind: "any", Shares: []float64{.2, 1}}, {Kind: "few", Shares: []float64{1}, PerGame: 1}}
	return v
}

func honestWorld(t testing.TB, games int) *world {
	w := newWorld(11)
	for range games {
		w.play(t, regular, rival, 70)
	}
	return w
}

func TestValidationMeasuresEverySignalUnderEveryCondition(t *testing.T) {
	v := smallValidation()
	in := honestWorld(t, 60).commit(t, t.TempDir())
	res, err := run.Step(context.Background(), v, job(t, in))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]rows.ValidationRow{}
	n := 0
	for r, err := range table.Read[rows.ValidationRow](res.Files[rows.Validation]) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if r.AUC < 0 || r.AUC > 1 || r.TPR1 < r.TPR01 || !r.Calibrated && r.Signal == "llr" || r.AUCLow.Or(0) > r.AUC {
			t.Errorf("row %+v", *r)
		}
		if r.Share == 1 && r.Assistance == "any" {
			found[r.Signal] = *r
		}
	}
	if n < 3*10 {
		t.Errorf("%d rows", n)
	}
	if r := found["llr"]; r.AUC < .999 || r.Honest != 40 || r.Assisted != 40 || r.Find3 < .95 {
		t.Errorf("full copying: %+v", r)
	}
	groups := map[string]int{}
	for z, err := range table.Read[rows.ValidationZRow](res.Files[rows.ValidationZ]) {
		if err != nil {
			t.Fatal(err)
		}
		if z.Signal == "llr" {
			groups[z.Assistance]++
		}
	}
	if groups["none"] != 40 || groups["any"] != 80 || groups["few"] != 40 {
		t.Errorf("players %v", groups)
	}
}

func TestValidationOfTooFewGamesIsUncalibratedNotAnError(t *testing.T) {
	v := smallValidation()
	v.Decisions = []int{30}
	in := honestWorld(t, 8).commit(t, t.TempDir())
	res, err := run.Step(context.Background(), v, job(t, in))
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range table.Read[rows.ValidationRow](res.Files[rows.Validation]) {
		if err != nil || r.Calibrated || r.Baseline != ReganName {
			t.Fatalf("%v %+v", err, r)
		}
	}
}

func TestValidateNamesEveryBadFieldOfValidate(t *testing.T) {
	if err := NewValidate().Validate(); err != nil {
		t.Fatal(err)
	}
	v := &Validate{Decisions: []int{1}, Help: []Scenario{{Kind: "none", Shares: []float64{2}}, {Kind: "any"}}, MinElo: 2, MaxElo: 1}
	err := v.Validate()
	for _, field := range []string{"signals.search", "signals.draws", "decisions[0]", "players", "help[0].kind", "help[0].shares[0]", "help[1].shares", "honest", "min_elo"} {
		if err == nil || !strings.Contains(err.Error(), field+": ") {
			t.Errorf("%s is not named in %v", field, err)
		}
	}
}

func TestConformanceOfValidate(t *testing.T) {
	stagetest.Conform(t, stagetest.Case{
		New: func() stage.Stage {
			v := smallValidation()
			v.Decisions, v.Players, v.Help = []int{20}, 20, []Scenario{{Kind: "any", Shares: []float64{.5}}}
			return v
		},
		Gathers: true,
		Inputs: func(t testing.TB, dir string) map[stage.TableID][]stage.File {
			return honestWorld(t, 4).commit(t, dir)
		},
	})
}
