package verify

import (
	"fmt"

	"plyquet/stages/rows"
)

// A trial is players of one signal under one condition.
type trial struct {
	Signal     string  `col:"signal"`
	Assistance string  `col:"assistance"`
	Share      float32 `col:"share"`
	Decisions  int32   `col:"decisions"`
}

func (t trial) String() string {
	return fmt.Sprintf("%s, %s %.2f of %d decisions", t.Signal, t.Assistance, t.Share, t.Decisions)
}

// honest is the trial that one with help is compared with.
func (t trial) honest() trial { return trial{t.Signal, "none", 0, t.Decisions} }

type trialPlayer struct {
	Signal     string  `col:"signal"`
	Assistance string  `col:"assistance"`
	Share      float32 `col:"share"`
	Decisions  int32   `col:"decisions"`
	Player     int32   `col:"player"`
}

type trialSummary struct {
	Signal     string  `col:"signal"`
	Assistance string  `col:"assistance"`
	Share      float32 `col:"share"`
	Decisions  int32   `col:"decisions"`
	Honest     int32   `col:"honest"`
	Assisted   int32   `col:"assisted"`
}

// validation joins the summaries of the trials with their players.
func (a *audit) validation() error {
	if !a.has(rows.Validation) {
		return nil
	}
	players := map[trial]int32{}
	var gaps tally
	err := each(a.files[rows.ValidationZ], func(row *trialPlayer) {
		t := trial{row.Signal, row.Assistance, row.Share, row.Decisions}
		if row.Player != players[t] {
			gaps.add("%v: player %d where %d is due", t, row.Player, players[t])
		}
		players[t]++
	})
	if err != nil {
		return err
	}
	gaps.close(a, rows.ValidationZ, "are missing, repeated or out of order")
	summed := map[trial]bool{}
	var wrong, again tally
	err = each(a.files[rows.Validation], func(row *trialSummary) {
		t := trial{row.Signal, row.Assistance, row.Share, row.Decisions}
		if summed[t] {
			again.add("%v", t)
		}
		summed[t] = true
		if honest, assisted := players[t.honest()], players[t]; row.Honest != honest || row.Assisted != assisted {
			wrong.add("%v: %d honest and %d assisted players, validation_z has %d and %d", t, row.Honest, row.Assisted, honest, assisted)
		}
	})
	again.close(a, rows.Validation, "repeat a trial")
	wrong.close(a, rows.Validation, "have other players than validation_z")
	a.unsummed(players, summed)
	return err
}

// unsummed looks for trials with players on both sides that have no summary.
func (a *audit) unsummed(players map[trial]int32, summed map[trial]bool) {
	var n int64
	first := ""
	for t := range players {
		if t.Assistance != "none" && players[t.honest()] > 0 && !summed[t] {
			if n++; n == 1 || t.String() < first {
				first = t.String()
			}
		}
	}
	(&tally{n, first}).closeAs(a, rows.ValidationZ, "trials", "have no row in validation")
}
