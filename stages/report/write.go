package report

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"plyquet/pipeline/run"
	"plyquet/reports"
	"plyquet/stages/rows"
)

// write draws the figures, renders the page and writes every file of the report.
func (b *builder) write(out *run.Out) error {
	for _, f := range reports.Figures {
		im, err := f.Draw(&b.data)
		if errors.Is(err, reports.ErrNoData) {
			continue
		}
		if err != nil {
			return fmt.Errorf("report: figure %s: %w", f.Name, err)
		}
		if err := b.writeFigure(out, f, im); err != nil {
			return fmt.Errorf("report: figure %s: %w", f.Name, err)
		}
	}
	b.findings()
	b.page.Shared = b.boards.Shared()
	if err := b.file(out, Page, func(w io.Writer) error { return reports.WritePage(w, &b.page) }); err != nil {
		return err
	}
	if err := b.file(out, "report/figures.json", b.writeNumbers); err != nil {
		return err
	}
	if err := b.file(out, "report/players.csv", b.writePlayers); err != nil {
		return err
	}
	if err := b.file(out, "report/signals.csv", b.writeSignals); err != nil {
		return err
	}
	return b.file(out, "tables/README.md", b.writeDataCard)
}

func (b *builder) writeFigure(out *run.Out, f reports.Figure, im *reports.Image) error {
	svg, err := reports.InlineSVG(im)
	if err != nil {
		return err
	}
	b.page.Plots = append(b.page.Plots, reports.Plot{ID: f.Name, Title: f.Title, Alt: f.Alt(&b.data), SVG: svg})
	if err := b.file(out, "report/plots/"+f.Name+".svg", im.WriteSVG); err != nil {
		return err
	}
	return b.file(out, "report/plots/"+f.Name+".png", im.WritePNG)
}

func (b *builder) file(out *run.Out, name string, write func(io.Writer) error) error {
	w, err := out.CreateFile(rows.Report, name)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := write(w); err != nil {
		return fmt.Errorf("report: write %s: %w", name, err)
	}
	return nil
}

// writePlayers writes the table of players as it stands on the page.
func (b *builder) writePlayers(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write([]string{"player", "games", "graded_moves", "decisions", "rating", "accuracy", "acpl", "match_rate_and_expected", "z_raw", "z", "q", "note"}); err != nil {
		return err
	}
	for _, p := range b.page.Players {
		row := []string{cell(p.Name), strconv.FormatInt(p.Games, 10), strconv.FormatInt(p.Moves, 10), strconv.FormatInt(p.Decisions, 10), p.Rating, p.Accuracy, p.ACPL, p.Match, p.ZRaw, p.Z, p.Q, p.Note}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
