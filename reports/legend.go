package reports

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A key is an entry of a legend: samples of how a series is drawn, and what it is. An entry without samples is a
// remark, such as a correlation.
type key struct {
	label  string
	thumbs []plot.Thumbnailer
	at     vg.Point // lower left corner, from the lower left of the legend
	width  vg.Length
}

// explain adds an entry to the chart's legend.
func (c *chart) explain(label string, thumbs ...plot.Thumbnailer) {
	c.keys = append(c.keys, key{label: label, thumbs: thumbs})
}

const (
	keyLine   = vg.Length(14) // height of a line of the legend
	keySample = vg.Length(26) // width of a sample
	keyGap    = vg.Length(5)  // between a sample and its text
	keyApart  = vg.Length(16) // between two entries
)

// legend is entries that have found their places: in lines from left to right, as words in a text. gonum's own legend
// is one column, which for ten classes is taller than the plot.
type legend struct {
	keys   []key
	height vg.Length
}

func keyStyle() text.Style {
	return text.Style{Color: ink, Font: sans(9.5), Handler: plot.DefaultTextHandler, YAlign: text.YCenter}
}

func layOut(keys []key, width vg.Length) legend {
	l := legend{keys: keys}
	style := keyStyle()
	x, line := vg.Length(0), 0
	for i := range l.keys {
		k := &l.keys[i]
		k.width = textWidth(style, k.label)
		if len(k.thumbs) > 0 {
			k.width += keySample + keyGap
		}
		if x > 0 && x+k.width > width {
			x, line = 0, line+1
		}
		k.at = vg.Point{X: x, Y: vg.Length(line) * keyLine}
		x += k.width + keyApart
	}
	if len(keys) > 0 {
		l.height = vg.Length(line+1) * keyLine
	}
	for i := range l.keys { // lines were counted from the top
		l.keys[i].at.Y = l.height - keyLine - l.keys[i].at.Y
	}
	return l
}

func textWidth(s text.Style, label string) vg.Length {
	face := font.DefaultCache.Lookup(s.Font, s.Font.Size)
	return face.Width(label)
}

// draw draws the legend at the lower left of a canvas.
func (l legend) draw(c draw.Canvas) {
	style := keyStyle()
	for _, k := range l.keys {
		at := c.Min.Add(k.at)
		if len(k.thumbs) > 0 {
			sample := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: at.Add(vg.Point{Y: 2}), Max: at.Add(vg.Point{X: keySample, Y: keyLine - 2})}}
			for _, t := range k.thumbs {
				t.Thumbnail(&sample)
			}
			at.X += keySample + keyGap
		}
		c.FillText(style, at.Add(vg.Point{Y: keyLine / 2}), k.label)
	}
}
