package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"plyquet/metrics"
	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// shownSignals are those of the validation table and of the ROC figure, by what they are best at.
var shownSignals = []string{"combined", rows.PrimarySignal, "match", "asd", "acpl"}

// scenario is one condition of the trials.
type scenario struct {
	kind      string
	share     float32
	decisions int32
}

func compareScenarios(x, y scenario) int {
	return cmp.Or(strings.Compare(x.kind, y.kind), cmp.Compare(x.share, y.share), cmp.Compare(x.decisions, y.decisions))
}

func (s scenario) String() string {
	return fmt.Sprintf("%s (%.0f %%), %d decisions", kindName(s.kind), 100*s.share, s.decisions)
}

func kindName(kind string) string { return cmp.Or(kindNames[kind], kind) }

var kindNames = map[string]string{
	"any": "best moves, random share", "near": "near-best moves, random share", "critical": "best moves at the hardest decisions",
	"games": "best moves in a share of games", "few": "a few moves of a game",
}

// validation fills the ROC and calibration figures and the table of what the signals find on labelled data.
func (b *builder) validation() error {
	if !b.has(rows.Validation) || !b.has(rows.ValidationZ) {
		return nil
	}
	judged := map[scenario]map[string]rows.ValidationRow{}
	var baseline string
	var calibrated bool
	for r, err := range table.Read[rows.ValidationRow](b.job.Inputs[rows.Validation]) {
		if err != nil {
			return err
		}
		at := scenario{r.Assistance, r.Share, r.Decisions}
		if judged[at] == nil {
			judged[at] = map[string]rows.ValidationRow{}
		}
		judged[at][r.Signal] = *r
		baseline, calibrated = r.Baseline, r.Calibrated
	}
	b.validationTable(judged, baseline, calibrated)
	return b.curves(judged, baseline, calibrated)
}

func (b *builder) validationTable(judged map[scenario]map[string]rows.ValidationRow, baseline string, calibrated bool) {
	t := reports.Table{ID: "validation", Title: "What the signals find on labelled data",
		Text: fmt.Sprintf("Area under the ROC curve, and in brackets the share of assisted players found when at most 1 %% of the honest ones are hit. Judge: %s, %s. "+
			"Help is put into real or simulated games of honest players; nobody's own games are judged here.", baseline, calibration(calibrated)),
		Columns: []reports.Column{{Name: "help"}, {Name: "share", Number: true}, {Name: "decisions", Number: true}, {Name: "honest", Number: true}, {Name: "assisted", Number: true}}}
	for _, s := range shownSignals {
		t.Columns = append(t.Columns, reports.Column{Name: s, Number: true})
	}
	for _, at := range sortedScenarios(judged) {
		first := judged[at][rows.PrimarySignal]
		row := []string{kindName(at.kind), fmt.Sprintf("%.0f %%", 100*at.share), fmt.Sprint(at.decisions), fmt.Sprint(first.Honest), fmt.Sprint(first.Assisted)}
		for _, s := range shownSignals {
			cell := ""
			if r, ok := judged[at][s]; ok {
				cell = fmt.Sprintf("%.3f (%.2f)", r.AUC, r.TPR1)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	b.page.Tables = append(b.page.Tables, t)
}

func calibration(measured bool) string {
	if measured {
		return "calibrated on other games"
	}
	return "uncalibrated"
}

func sortedScenarios(judged map[scenario]map[string]rows.ValidationRow) []scenario {
	list := make([]scenario, 0, len(judged))
	for at := range judged {
		list = append(list, at)
	}
	slices.SortFunc(list, compareScenarios)
	return list
}

// curves reads the z of the players in one condition, the one next to the published anchors (a fifth of the moves, 240
// decisions), and of the honest ones with as many decisions.
func (b *builder) curves(judged map[scenario]map[string]rows.ValidationRow, baseline string, calibrated bool) error {
	chosen := slices.MinFunc(sortedScenarios(judged), func(x, y scenario) int {
		return cmp.Compare(x.distance(), y.distance())
	})
	assisted, honest := map[string][]float64{}, map[string][]float64{}
	for r, err := range table.Read[rows.ValidationZRow](b.job.Inputs[rows.ValidationZ]) {
		if err != nil {
			return err
		}
		switch at := (scenario{r.Assistance, r.Share, r.Decisions}); {
		case compareScenarios(at, chosen) == 0:
			assisted[r.Signal] = append(assisted[r.Signal], float64(r.Z))
		case r.Assistance == "none" && r.Decisions == chosen.decisions:
			honest[r.Signal] = append(honest[r.Signal], float64(r.Z))
		}
	}
	for _, name := range shownSignals {
		if roc, ok := metrics.NewROC(assisted[name], honest[name]); ok {
			b.data.ROC = append(b.data.ROC, curve(name, roc, len(assisted[name])+len(honest[name])))
		}
	}
	b.data.ROCTitle = "Help: " + chosen.String()
	b.data.Calibration = honest[rows.PrimarySignal]
	b.data.CalibratedBy = fmt.Sprintf("%s by %s, %s", rows.PrimarySignal, baseline, calibration(calibrated))
	return nil
}

func (s scenario) distance() float64 {
	d := math.Abs(float64(s.share)-0.2)*10 + math.Abs(math.Log2(float64(s.decisions)/240))
	if s.kind != "any" {
		d += 100
	}
	return d
}

func curve(name string, roc metrics.ROC, n int) reports.ROCCurve {
	c := reports.ROCCurve{Name: name, AUC: roc.AUC(), FPR: []float64{0}, TPR: []float64{0}, N: n}
	for _, p := range roc.Points() {
		c.FPR, c.TPR = append(c.FPR, p.FalsePositives), append(c.TPR, p.TruePositives)
	}
	return c
}
