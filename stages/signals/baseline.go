package signals

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"unicode"

	"plyquet/metrics"
)

// A Baseline says what is normal: the choice model by rating, and how the raw z of honest players is spread. It holds
// for one Setting only. Baselines made by Calibrate are JSON files; Regan is built in.
type Baseline struct {
	Name    string  `json:"name"`
	Source  string  `json:"source"`
	Setting Setting `json:"setting"`
	// Points are fits of the choice model by rating, weakest first. Without any, Regan's central line is used.
	Points []Point `json:"points,omitempty"`
	// ComplexityBeta is how much the log odds of the first move change with the complexity of the position, from
	// ComplexityMean on; 0 unless it made held-out games more likely.
	ComplexityBeta float64 `json:"complexity_beta,omitempty"`
	ComplexityMean float64 `json:"complexity_mean,omitempty"`
	// Calibrations are measured on honest players, by signal. A signal without one is uncalibrated.
	Calibrations map[string]metrics.Calibration `json:"calibrations,omitempty"`
}

// A Setting is everything that expected values depend on beside the player: never mix two of them.
type Setting struct {
	Engine string `json:"engine"` // fingerprint
	Search string `json:"search"`
	Depth  int    `json:"depth"`
	Lines  int    `json:"lines"` // MultiPV
	// MinMove and MaxEvalCp are the filters in use.
	MinMove   int `json:"min_move"`
	MaxEvalCp int `json:"max_eval_cp"`
}

func (s Setting) String() string {
	return fmt.Sprintf("%s; search %s; depth %d; %d lines; from move %d; |eval| <= %.2f",
		s.Engine, s.Search, s.Depth, s.Lines, s.MinMove, float64(s.MaxEvalCp)/100)
}

// A Point is the model of players rated about Elo.
type Point struct {
	Elo       int     `json:"elo"`
	S         float64 `json:"s"`
	C         float64 `json:"c"`
	Decisions int     `json:"decisions"`
}

// ReganName is the baseline used when none is configured.
const ReganName = "regan-2012"

// Regan is the published baseline: the right model with the constants of another engine. Its z values are only a
// rough order of magnitude, so it has no calibration, and every row says that its setting differs.
func Regan() Baseline {
	return Baseline{
		Name:    ReganName,
		Source:  "K. W. Regan, Intrinsic Ratings Compendium (2012): games of 2006-2009",
		Setting: Setting{Engine: "Rybka 3", Search: "single", Depth: 13, Lines: 50, MinMove: 9, MaxEvalCp: 300},
	}
}

// Model is the choice model of a player rated elo; extrapolated says that no point of the baseline is near.
func (b Baseline) Model(elo float64) (m metrics.Powers, extrapolated bool) {
	if len(b.Points) == 0 {
		return metrics.PowersAt(elo)
	}
	const reach = 200 // Elo beyond the outermost points
	first, last := b.Points[0], b.Points[len(b.Points)-1]
	switch {
	case elo <= float64(first.Elo):
		return first.model(), elo < float64(first.Elo-reach)
	case elo >= float64(last.Elo):
		return last.model(), elo > float64(last.Elo+reach)
	}
	i, _ := slices.BinarySearchFunc(b.Points, elo, func(p Point, elo float64) int {
		if float64(p.Elo) < elo {
			return -1
		}
		return 1
	})
	lo, hi := b.Points[i-1], b.Points[i]
	t := (elo - float64(lo.Elo)) / float64(hi.Elo-lo.Elo)
	return metrics.Powers{
		S: math.Exp(math.Log(lo.S) + t*(math.Log(hi.S)-math.Log(lo.S))),
		C: lo.C + t*(hi.C-lo.C),
	}, false
}

func (p Point) model() metrics.Powers { return metrics.Powers{S: p.S, C: p.C} }

// calibration returns the calibration of a signal and whether it was measured.
func (b Baseline) calibration(s Signal) (metrics.Calibration, bool) {
	if c, ok := b.Calibrations[s.Name]; ok {
		return c, true
	}
	if s.Standard {
		return metrics.Calibration{SD: 1}, false
	}
	return metrics.Uncalibrated(s.Loss), false
}

// loadBaseline reads a file that Baseline.Encode has written.
func loadBaseline(path string) (Baseline, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return Baseline{}, fmt.Errorf("baseline: %w", err)
	}
	var b Baseline
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return Baseline{}, fmt.Errorf("baseline %s: %w", path, err)
	}
	if err := b.valid(); err != nil {
		return Baseline{}, fmt.Errorf("baseline %s: %w", path, err)
	}
	return b, nil
}

// maxText is far above the longest setting.
const maxText = 1000

func (b Baseline) valid() error {
	if b.Name == "" {
		return errors.New("it has no name")
	}
	for _, text := range []string{b.Name, b.Source, b.Setting.Engine, b.Setting.Search} { // they stand in tables, on the page and on terminals
		if len(text) > maxText || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return fmt.Errorf("%.80q is no text of a baseline: too long, or not printable", text)
		}
	}
	for i, p := range b.Points {
		if p.S <= 0 || p.C <= 0 {
			return fmt.Errorf("point %d: s and c must be above 0", p.Elo)
		}
		if i > 0 && p.Elo <= b.Points[i-1].Elo {
			return fmt.Errorf("point %d does not follow %d", p.Elo, b.Points[i-1].Elo)
		}
	}
	for name, c := range b.Calibrations {
		if c.SD <= 0 {
			return fmt.Errorf("calibration of %s: the deviation must be above 0", name)
		}
	}
	return nil
}

// Encode is the file's content: stable, so that a baseline can be kept under version control.
func (b Baseline) Encode() ([]byte, error) {
	out, err := json.MarshalIndent(b, "", "  ")
	return append(out, '\n'), err
}
