package reports

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	xfnt "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The Okabe-Ito palette, which survives the common forms of colour blindness; series also differ in dash and glyph,
// so that a grey print stays legible. (M. Okabe, K. Ito, "Color Universal Design", 2008.)
var palette = [...]color.NRGBA{
	{0, 114, 178, 255},   // blue
	{213, 94, 0, 255},    // vermilion
	{0, 158, 115, 255},   // green
	{204, 121, 167, 255}, // purple
	{230, 159, 0, 255},   // orange
	{86, 180, 233, 255},  // sky
	{0, 0, 0, 255},       // black
}

var (
	ink      = color.NRGBA{40, 40, 40, 255}
	gridInk  = color.NRGBA{225, 225, 225, 255}
	fadedInk = color.NRGBA{140, 140, 140, 255}
)

// tone is the colour of series i; the palette repeats after seven.
func tone(i int) color.NRGBA { return palette[i%len(palette)] }

// faded is c with the given opacity. NRGBA, because draw wants colours that are not premultiplied.
func faded(c color.NRGBA, alpha uint8) color.NRGBA { c.A = alpha; return c }

var glyphs = [...]draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{},
}

var dashes = [...][]vg.Length{
	nil, {vg.Points(6), vg.Points(3)}, {vg.Points(2), vg.Points(2)}, {vg.Points(8), vg.Points(3), vg.Points(2), vg.Points(3)},
	{vg.Points(12), vg.Points(4)}, {vg.Points(1), vg.Points(4)}, {vg.Points(8), vg.Points(2), vg.Points(2), vg.Points(2), vg.Points(2), vg.Points(2)},
}

func sans(size float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
}

// A chart is a plot with a legend of our own, which flows in lines below it (legend.go).
type chart struct {
	*plot.Plot
	keys []key
}

// style applies the house style: sans serif, inward air, a light grid below the data.
func style(title, x, y string) *chart {
	p := plot.New()
	p.Title.Text = title
	p.Title.Padding = vg.Points(8)
	p.Title.TextStyle.Font = sans(12)
	p.Title.TextStyle.Font.Weight = xfnt.WeightBold
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, ax := range []*plot.Axis{&p.X, &p.Y} {
		ax.Label.TextStyle.Font = sans(10.5)
		ax.Label.Padding = vg.Points(4)
		ax.Tick.Label.Font = sans(9.5)
		ax.Tick.Marker = plainTicks{}
		ax.LineStyle.Color, ax.Tick.LineStyle.Color = ink, ink
		ax.Padding = vg.Points(6)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = gridInk, gridInk
	p.Add(grid)
	return &chart{Plot: p}
}

// plainTicks are four to eight labels at multiples of 1, 2 or 5 times a power of ten. gonum's default prints three
// labels and pads them with zeros ("2.50").
type plainTicks struct{}

func (plainTicks) Ticks(min, max float64) []plot.Tick {
	if !(max > min) {
		return []plot.Tick{{Value: min, Label: strconv.FormatFloat(min, 'g', 4, 64)}}
	}
	step := niceStep((max - min) / 6)
	var ticks []plot.Tick
	for i := math.Ceil(min/step - 1e-9); i*step <= max+1e-9*step; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: strconv.FormatFloat(roundTo(i*step, 6), 'f', -1, 64)})
	}
	return ticks
}

// wholeTicks are plainTicks of something that is counted: no half ply.
type wholeTicks struct{}

func (wholeTicks) Ticks(min, max float64) []plot.Tick {
	return slices.DeleteFunc(plainTicks{}.Ticks(min, max), func(t plot.Tick) bool { return t.Value != math.Round(t.Value) })
}

// niceStep is the multiple of 1, 2 or 5 times a power of ten next to v on the logarithmic scale.
func niceStep(v float64) float64 {
	base := math.Pow(10, math.Floor(math.Log10(v)))
	switch m := v / base; {
	case m < 1.41:
		return base
	case m < 3.16:
		return 2 * base
	case m < 7.07:
		return 5 * base
	}
	return 10 * base
}

func roundTo(v float64, digits int) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
	return r + 0 // turns -0 into 0
}

// fixedTicks labels exactly the given values.
func fixedTicks(values ...float64) plot.ConstantTicks {
	ticks := make(plot.ConstantTicks, len(values))
	for i, v := range values {
		ticks[i] = plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', -1, 64)}
	}
	return ticks
}

// namedTicks labels 0, 1, 2, ... with names.
func namedTicks(names []string) plot.ConstantTicks {
	ticks := make(plot.ConstantTicks, len(names))
	for i, n := range names {
		ticks[i] = plot.Tick{Value: float64(i), Label: n}
	}
	return ticks
}

// Image is a drawn figure. Width and Height are its printed size.
type Image struct {
	plot          *plot.Plot
	legend        legend
	Width, Height vg.Length
}

// margins keep the right-most tick label and the last glyph from being cut off.
const (
	marginSide  = vg.Length(8)
	marginRight = vg.Length(18)
	legendGap   = vg.Length(10) // between the plot and its legend
)

// inches makes an Image of a finished chart: one column of a paper is about 6.5 inches wide, and h is the height
// without the legend, which has a strip of its own below the plot, where it cannot hide data.
func inches(c *chart, w, h float64) *Image {
	im := &Image{plot: c.Plot, Width: vg.Length(w) * vg.Inch, Height: vg.Length(h) * vg.Inch}
	im.legend = layOut(c.keys, im.Width-marginSide-marginRight)
	if im.legend.height > 0 {
		im.Height += im.legend.height + legendGap
	}
	return im
}

func (im *Image) drawOn(c vg.CanvasSizer) {
	dc := draw.Crop(draw.New(c), marginSide, -marginRight, marginSide, -marginSide)
	if im.legend.height == 0 {
		im.plot.Draw(dc)
		return
	}
	im.plot.Draw(draw.Crop(dc, 0, 0, im.legend.height+legendGap, 0))
	im.legend.draw(dc)
}

// WritePNG writes the figure at 192 dots per inch on white.
func (im *Image) WritePNG(w io.Writer) error {
	c := vgimg.NewWith(vgimg.UseWH(im.Width, im.Height), vgimg.UseDPI(192), vgimg.UseBackgroundColor(color.White))
	im.drawOn(c)
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(w); err != nil {
		return fmt.Errorf("write PNG: %w", err)
	}
	return nil
}

// WriteSVG writes the figure as SVG. Fonts are named, not embedded (embedding makes 17 KB into 1.1 MB): Liberation
// Sans is metric-equal to Arial, so the fallbacks fit.
func (im *Image) WriteSVG(w io.Writer) error {
	c := vgsvg.New(im.Width, im.Height)
	im.drawOn(c)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return fmt.Errorf("write SVG: %w", err)
	}
	out := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif"))
	if _, err := w.Write(out); err != nil {
		return fmt.Errorf("write SVG: %w", err)
	}
	return nil
}

// note writes small text into the plot's area at data coordinates.
func note(p *chart, x, y float64, s string, h text.XAlignment, v text.YAlignment) error {
	l, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: x, Y: y}}, Labels: []string{s}})
	if err != nil {
		return err
	}
	l.TextStyle[0].Font = sans(8.5)
	l.TextStyle[0].Color = ink
	l.TextStyle[0].XAlign, l.TextStyle[0].YAlign = h, v
	p.Add(l)
	return nil
}
