package report

import (
	"encoding/csv"
	"io"
	"strconv"

	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// writeSignals exports the table signals with the names of the page, so that it can be given away with pseudonyms. It
// has the columns of the table, and no lines in a run without signals.
func (b *builder) writeSignals(w io.Writer) error {
	columns, err := table.Columns[rows.Signal]()
	if err != nil {
		return err
	}
	c := csv.NewWriter(w)
	head := make([]string, len(columns))
	for i, col := range columns {
		head[i] = col.Name
	}
	if err := c.Write(head); err != nil {
		return err
	}
	for r, err := range table.Read[rows.Signal](b.job.Inputs[rows.Signals]) {
		if err != nil {
			return err
		}
		if err := c.Write(b.signalCells(r)); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// signalCells are the cells of a row in the order of the columns; null is empty.
func (b *builder) signalCells(r *rows.Signal) []string {
	return []string{cell(b.alias.of(r.Player)), r.Signal, r.Unit, real32(r.Value), count32(r.N), count32(r.Games), real32(r.Low), real32(r.High),
		r.Interval.Or(""), real32(r.Expected), real32(r.ZRaw), real32(r.Z), real32(r.P), real32(r.Q), r.Correct.Or(""), r.Tier.Or(""),
		count32(r.Tested), real32(r.FalseHits), rating(r.RatingLow), rating(r.RatingHigh), r.Baseline, r.Setting, r.Warnings.Or("")}
}

func count32(v int32) string { return strconv.Itoa(int(v)) }

func real32(v table.Opt[float32]) string {
	if f, ok := v.Get(); ok {
		return strconv.FormatFloat(float64(f), 'g', -1, 32)
	}
	return ""
}

func rating(v table.Opt[int16]) string {
	if elo, ok := v.Get(); ok {
		return strconv.Itoa(int(elo))
	}
	return ""
}
