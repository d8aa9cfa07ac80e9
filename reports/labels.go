package reports

import "gonum.org/v1/plot/vg"

// labelRoom finds places for labels beside a curve of percentages. It works in data coordinates, with the size of a
// label estimated from the printed size of the plot.
type labelRoom struct {
	curve        []float64
	plyPerPoint  float64
	riseOfLetter float64 // height of a label, in percent
	taken        []box
}

type box struct{ x, y, width, height float64 }

func (a box) meets(b box) bool {
	return a.x < b.x+b.width && b.x < a.x+a.width && a.y < b.y+b.height && b.y < a.y+a.height
}

// newLabelRoom is for a plot of the given size in inches; axes and titles take about 0.9 inches of each.
func newLabelRoom(curve []float64, width, height float64) *labelRoom {
	const frame = 0.9
	points := func(inches float64) float64 { return float64(vg.Length(inches-frame) * vg.Inch) }
	return &labelRoom{curve: curve, plyPerPoint: float64(len(curve)-1) / points(width), riseOfLetter: 9.5 * 100 / points(height)}
}

// place finds the spot near the curve at the given index where a label of the given width covers no other label and
// as little as possible of the curve.
func (r *labelRoom) place(at int, width vg.Length) (best box, ok bool) {
	w, h := float64(width)*r.plyPerPoint, r.riseOfLetter
	dx, y := 6*r.plyPerPoint, r.curve[at]
	least := 0
	for _, rise := range []float64{0.5, -1.5, 1.6, -2.6, -0.5, 3, -4} {
		for _, x := range []float64{float64(at) + dx, float64(at) - dx - w, float64(at) - w/2} {
			b := box{x, y + rise*h, w, h}
			if b.x < 0 || b.x+w > float64(len(r.curve)-1)+8*r.plyPerPoint || b.y < 0 || b.y+h > 100 || r.covers(b) {
				continue
			}
			if n := r.crossings(b); !ok || n < least {
				best, ok, least = b, true, n
			}
		}
	}
	if ok {
		r.taken = append(r.taken, best)
	}
	return best, ok
}

func (r *labelRoom) covers(b box) bool {
	for _, t := range r.taken {
		if t.meets(b) {
			return true
		}
	}
	return false
}

// crossings counts the stretches of the curve that go through a box.
func (r *labelRoom) crossings(b box) (n int) {
	for i := max(1, int(b.x)); i < len(r.curve) && float64(i-1) < b.x+b.width; i++ {
		if low, high := min(r.curve[i-1], r.curve[i]), max(r.curve[i-1], r.curve[i]); low < b.y+b.height && high > b.y {
			n++
		}
	}
	return n
}
