package reports

import (
	"fmt"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var openingsFigure = Figure{"openings", "Outcomes of the most frequent positions", drawOpenings, func(d *Data) string {
	o := d.Openings[0]
	return fmt.Sprintf("Stacked bars of White, draw and Black shares for %d positions; the first, %s, has %s visits.",
		len(d.Openings), o.Name, groupDigits(o.White+o.Draws+o.Black))
}}

// drawOpenings stacks the shares of each position to 100 %, the most frequent on top, with the number of games.
func drawOpenings(d *Data) (*Image, error) {
	if len(d.Openings) == 0 {
		return nil, ErrNoData
	}
	n := len(d.Openings)
	p := style("Outcomes of the most frequent positions", "share of games, %", "")
	names := make([]string, n)
	white, draws, black := make(plotter.Values, n), make(plotter.Values, n), make(plotter.Values, n)
	for i, o := range d.Openings {
		at, total := n-1-i, float64(o.White+o.Draws+o.Black)
		names[at] = fmt.Sprintf("%s (n = %s)", shorten(o.Name, 44), groupDigits(o.White+o.Draws+o.Black))
		white[at], draws[at], black[at] = 100*float64(o.White)/total, 100*float64(o.Draws)/total, 100*float64(o.Black)/total
	}
	if err := stack(p, vg.Points(12), []bar{{"White won", white, paper}, {"drawn", draws, midGrey}, {"Black won", black, ink}}); err != nil {
		return nil, err
	}
	p.Y.Tick.Marker = namedTicks(names)
	p.Y.Tick.Length = 0
	p.X.Min, p.X.Max = 0, 100
	return inches(p, 6.5, 1.4+0.26*float64(n)), nil
}

// shorten cuts a label that would take the room of the bars.
func shorten(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most-1]) + "\u2026"
}
