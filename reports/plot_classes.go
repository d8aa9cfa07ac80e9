package reports

import (
	"fmt"
	"image/color"
	"maps"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var classesFigure = Figure{"move-classes", "Classes of moves by profile", drawClasses, func(d *Data) string {
	moves := map[string]int64{}
	for _, c := range d.Classes {
		moves[c.Profile] += c.Moves
	}
	most := slices.Max(slices.Collect(maps.Values(moves)))
	return fmt.Sprintf("Stacked bars: the share of each class of move in every profile, of up to %s graded moves.", groupDigits(most))
}}

// Ladder is the classes of all profiles from good to bad; those that judge nothing stand between.
var Ladder = []string{"brilliant", "great", "best", "excellent", "good", "book", "forced", "unmarked", "pending",
	"inaccuracy", "miss", "mistake", "blunder"}

// classFill gives classes of one meaning one colour in every profile, from good (blue) to bad (vermilion), with a
// falling lightness so that grey print keeps the order.
var classFill = map[string]color.NRGBA{
	"brilliant": {0, 60, 110, 255}, "great": {0, 90, 150, 255}, "best": {0, 114, 178, 255},
	"excellent": {86, 180, 233, 255}, "good": {170, 215, 240, 255}, "book": {200, 200, 190, 255},
	"forced": {225, 225, 215, 255}, "unmarked": {214, 232, 243, 255}, "pending": {240, 240, 240, 255},
	"inaccuracy": {250, 215, 120, 255}, "mistake": {230, 159, 0, 255}, "miss": {204, 121, 167, 255}, "blunder": {190, 60, 0, 255},
}

func fillOf(class string, i int) color.NRGBA {
	if c, ok := classFill[class]; ok {
		return c
	}
	return tone(i)
}

func drawClasses(d *Data) (*Image, error) {
	if len(d.Classes) == 0 {
		return nil, ErrNoData
	}
	var profiles, classes []string
	total := map[string]float64{}
	for _, c := range d.Classes {
		if !slices.Contains(profiles, c.Profile) {
			profiles = append(profiles, c.Profile)
		}
		if !slices.Contains(classes, c.Class) {
			classes = append(classes, c.Class)
		}
		total[c.Profile] += float64(c.Moves)
	}
	slices.SortStableFunc(classes, func(a, b string) int { return slices.Index(Ladder, a) - slices.Index(Ladder, b) })
	p := style("Classes of moves by profile", "share of graded moves, %", "")
	var layers []bar
	for i, class := range classes {
		v := make(plotter.Values, len(profiles))
		for _, c := range d.Classes {
			if c.Class == class && total[c.Profile] > 0 {
				v[slices.Index(profiles, c.Profile)] += 100 * float64(c.Moves) / total[c.Profile]
			}
		}
		layers = append(layers, bar{class, v, fillOf(class, i)})
	}
	if err := stack(p, vg.Points(22), layers); err != nil {
		return nil, err
	}
	names := make([]string, len(profiles))
	for i, name := range profiles {
		names[i] = fmt.Sprintf("%s (n = %s)", name, groupDigits(int64(total[name])))
	}
	p.Y.Tick.Marker = namedTicks(names)
	p.Y.Tick.Length = 0
	p.X.Min, p.X.Max = 0, 100
	return inches(p, 6.5, 1.4+0.5*float64(len(profiles))), nil
}
