package reports

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// sampleData is invented but of a realistic shape: 400 sides of games, three profiles, a position of 14 moves.
func sampleData() *Data {
	rng := rand.New(rand.NewPCG(7, 7))
	d := &Data{CalibratedBy: "own clean games, depth 10"}
	d.Openings = []OpeningBar{{"1. e4", 5200, 4100, 3900}, {"1. d4", 3000, 2900, 1900}, {"1. c4 e5", 700, 650, 500}, {"1. e4 c5 2. Nf3 d6", 400, 380, 390}}
	for _, profile := range []string{"lichess", "cap", "webchess"} {
		for range 200 {
			elo := 900 + 1900*rng.Float64()
			acc := math.Min(100, 68+elo/120+rng.NormFloat64()*6)
			d.Accuracy = append(d.Accuracy, RatedGame{profile, elo, acc, math.Max(2, 120-elo/28+rng.NormFloat64()*12)})
		}
		for i, c := range []string{"best", "excellent", "good", "inaccuracy", "mistake", "blunder"} {
			d.Classes = append(d.Classes, ClassCount{profile, c, int64(900 / (i + 1))})
		}
	}
	d.Pairs = &ProfilePairs{XName: "lichess", YName: "cap"}
	for range 150 {
		x := 60 + 40*rng.Float64()
		d.Pairs.X, d.Pairs.Y = append(d.Pairs.X, x), append(d.Pairs.Y, math.Min(100, x+rng.NormFloat64()*4))
	}
	d.Game = &GameCurve{Label: "Anna Ahorn - Bert Birke, 1-0"}
	for i := range 61 {
		d.Game.Win = append(d.Game.Win, 50+float64(i)*0.7+8*math.Sin(float64(i)/3))
	}
	d.Game.Marked = []MarkedMove{{22, "11... Qxb2", "blunder", 0.4}, {35, "18. Nd5", "great", 0}, {44, "22... Kh8", "mistake", 0.2}}
	d.Bump = &Bump{Label: "r1bq1rk1/pp2bppp, White to move", Kappa: 0.31, Depths: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}
	for m := range 14 {
		row := make([]int, 10)
		for i := range row {
			row[i] = 1 + (m+i*m%5)%14
		}
		d.Bump.Moves, d.Bump.Rank = append(d.Bump.Moves, "Nf"+string(rune('a'+m))), append(d.Bump.Rank, row)
	}
	for i := range 300 {
		k := 0.05 + 0.3*rng.Float64()
		d.Complexity = append(d.Complexity, ComplexityPoint{phases[i%3], k, math.Abs(rng.NormFloat64()) * k, 1200 + 1400*rng.Float64()})
	}
	d.Correlations = []Correlation{{"elem", 0.21, 0.02, 0.38, true, 300, 48}}
	d.ROCTitle = "240 decisions, 20 % of the moves by an engine"
	for i, name := range []string{"LLR", "z of match rate", "ACPL"} {
		c := ROCCurve{Name: name, AUC: 0.95 - 0.12*float64(i), N: 400}
		for f := 0.0; f <= 1; f += 0.02 {
			c.FPR, c.TPR = append(c.FPR, f), append(c.TPR, math.Pow(f, 0.06+0.15*float64(i)))
		}
		d.ROC = append(d.ROC, c)
	}
	for range 120 {
		d.Calibration = append(d.Calibration, rng.NormFloat64()*1.05)
	}
	return d
}

func sampleBench() *Bench {
	rng := rand.New(rand.NewPCG(3, 3))
	b := &Bench{Machine: "8 cores, invented", Cores: 8}
	for i, size := range []string{"small", "medium", "large"} {
		mb := 10 * math.Pow(4, float64(i))
		for _, w := range []int{0, 1, 2, 4, 6, 8} {
			for range 5 {
				s := math.Max(1, float64(w))
				b.Runs = append(b.Runs, BenchRun{"positions", size, mb, w, mb / 200 * (0.08 + 0.92/s) * (1 + 0.05*rng.Float64())})
			}
		}
	}
	b.Fits = []SpeedupFit{{"positions", "large", "Amdahl: 92.0 % parallel", func(n float64) float64 { return 1 / (0.08 + 0.92/n) }}}
	return b
}

// everyImage draws all figures of the invented data.
func everyImage(t *testing.T) map[string]*Image {
	t.Helper()
	images := map[string]*Image{}
	data, bench := sampleData(), sampleBench()
	for _, f := range Figures {
		im, err := f.Draw(data)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if f.Alt(data) == "" {
			t.Errorf("%s: no alternative text", f.Name)
		}
		images[f.Name] = im
	}
	for _, f := range BenchFigures {
		im, err := f.Draw(bench)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		images[f.Name] = im
	}
	return images
}

func TestFiguresAreTheSameBytesTwice(t *testing.T) {
	first, second := everyImage(t), everyImage(t)
	for name := range first {
		var a, b bytes.Buffer
		if err := first[name].WriteSVG(&a); err != nil {
			t.Fatal(err)
		}
		if err := second[name].WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: two drawings of the same series differ", name)
		}
	}
}

func TestFiguresAreValidSVG(t *testing.T) {
	for name, im := range everyImage(t) {
		var b bytes.Buffer
		if err := im.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b.Bytes(), []byte("NaN")) {
			t.Errorf("%s: NaN in the SVG", name)
		}
		dec := xml.NewDecoder(&b)
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// TestFiguresHavePrintResolution also writes the PNGs to $PLYQUET_FIGURES for a look at them.
func TestFiguresHavePrintResolution(t *testing.T) {
	dir := os.Getenv("PLYQUET_FIGURES")
	if dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, im := range everyImage(t) {
		var b bytes.Buffer
		if err := im.WritePNG(&b); err != nil {
			t.Fatal(err)
		}
		if dir != "" {
			if err := os.WriteFile(filepath.Join(dir, name+".png"), b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cfg, err := png.DecodeConfig(&b)
		if err != nil {
			t.Fatal(err)
		}
		if want := int(math.Round(im.Width.Dots(192))); cfg.Width != want {
			t.Errorf("%s: %d pixels wide, want %d", name, cfg.Width, want)
		}
	}
}

func TestEmptyDataDrawsNothing(t *testing.T) {
	for _, f := range Figures {
		if _, err := f.Draw(&Data{}); !errors.Is(err, ErrNoData) {
			t.Errorf("%s: %v, want ErrNoData", f.Name, err)
		}
	}
	for _, f := range BenchFigures {
		if _, err := f.Draw(&Bench{}); !errors.Is(err, ErrNoData) {
			t.Errorf("%s: %v, want ErrNoData", f.Name, err)
		}
	}
}
