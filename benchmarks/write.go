package benchmarks

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"plyquet/pipeline/table"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// write leaves the single runs as a table, the figures beside it and the summary on out.
func write(dir string, runs []rows.BenchRun, m Machine, seed uint64, out io.Writer) error {
	if err := writeTable(dir, runs); err != nil {
		return fmt.Errorf("bench: write %s: %w", rows.BenchRuns, err)
	}
	figures, notes := Figures(runs, m, seed)
	if err := writePlots(filepath.Join(dir, "report", "plots"), figures); err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	fmt.Fprintf(out, "%s, %s\n\n", figures.Machine, m.OS)
	if err := Print(out, runs); err != nil {
		return err
	}
	fmt.Fprintln(out)
	for _, f := range figures.Fits {
		fmt.Fprintln(out, f.Label)
	}
	for _, n := range notes {
		fmt.Fprintln(out, "no fit:", n)
	}
	return nil
}

func writeTable(dir string, runs []rows.BenchRun) error {
	s := table.NewStaging(dir, 0, table.Options{Metadata: map[string]string{"stage": "bench", "schema_version": fmt.Sprint(rows.SchemaVersion)}})
	w, err := table.Create[rows.BenchRun](s, rows.BenchRuns)
	if err != nil {
		return errors.Join(err, s.Abort())
	}
	if err := w.Write(runs...); err != nil {
		return errors.Join(err, s.Abort())
	}
	_, err = s.Commit()
	return err
}

func writePlots(dir string, b *reports.Bench) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range reports.BenchFigures {
		im, err := f.Draw(b)
		if err != nil {
			return fmt.Errorf("figure %s: %w", f.Name, err)
		}
		for ending, draw := range map[string]func(io.Writer) error{".svg": im.WriteSVG, ".png": im.WritePNG} {
			if err := writeFile(filepath.Join(dir, f.Name+ending), draw); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeFile(path string, draw func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(draw(f), f.Close())
}
