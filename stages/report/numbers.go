package report

import (
	"encoding/json"
	"io"
	"math"
	"slices"

	"plyquet/reports"
)

// numbers is report/figures.json: what the figures draw, for whoever wants to check, redraw or compare them. A part
// that a run does not have is an empty list.
type numbers struct {
	Openings     []openingNumbers     `json:"openings"`
	Accuracy     []bandNumbers        `json:"accuracy"`
	ACPL         []bandNumbers        `json:"acpl"`
	Classes      []classNumbers       `json:"classes"`
	Complexity   []phaseNumbers       `json:"complexity"`
	Correlations []correlationNumbers `json:"correlations"`
	ROC          []rocNumbers         `json:"roc"`
}

type openingNumbers struct {
	Name  string `json:"name"`
	FEN   string `json:"fen"`
	White int64  `json:"white"`
	Draws int64  `json:"draws"`
	Black int64  `json:"black"`
}

// bandNumbers is a band of 200 Elo in which at least one side of a game is scored.
type bandNumbers struct {
	Profile string  `json:"profile"`
	From    int     `json:"elo_from"`
	Sides   int     `json:"sides"`
	Median  float64 `json:"median"`
	Lower   float64 `json:"lower_quartile"`
	Higher  float64 `json:"upper_quartile"`
}

type classNumbers struct {
	Profile string `json:"profile"`
	Class   string `json:"class"`
	Moves   int64  `json:"moves"`
}

type phaseNumbers struct {
	Phase     string  `json:"phase"`
	Positions int     `json:"positions"`
	Mean      float64 `json:"mean"`
}

type correlationNumbers struct {
	Definition string   `json:"definition"`
	Rho        float64  `json:"rho"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	Decisions  int      `json:"decisions"`
	Games      int      `json:"games"`
}

type rocNumbers struct {
	Signal string  `json:"signal"`
	Trial  string  `json:"trial"`
	AUC    float64 `json:"auc"`
}

func (b *builder) writeNumbers(w io.Writer) error {
	n := numbers{Openings: []openingNumbers{}, Classes: []classNumbers{}, Correlations: []correlationNumbers{}, ROC: []rocNumbers{}}
	for _, o := range b.page.Openings {
		n.Openings = append(n.Openings, openingNumbers{o.Name, o.FEN, o.White, o.Draws, o.Black})
	}
	n.Accuracy = bands(b.data.Accuracy, func(g reports.RatedGame) float64 { return g.Accuracy })
	n.ACPL = bands(b.data.Accuracy, func(g reports.RatedGame) float64 { return g.ACPL })
	for _, c := range b.data.Classes {
		n.Classes = append(n.Classes, classNumbers(c))
	}
	n.Complexity = byPhase(b.data.Complexity)
	for _, c := range b.data.Correlations {
		row := correlationNumbers{Definition: c.Definition, Rho: c.Rho, Decisions: c.N, Games: c.Games}
		if c.Bounded {
			row.Low, row.High = &c.Low, &c.High
		}
		n.Correlations = append(n.Correlations, row)
	}
	for _, c := range b.data.ROC {
		n.ROC = append(n.ROC, rocNumbers{c.Name, b.data.ROCTitle, c.AUC})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(n)
}

// bands are the bands that the figures of accuracy draw, small ones included.
func bands(games []reports.RatedGame, value func(reports.RatedGame) float64) []bandNumbers {
	list := []bandNumbers{}
	ratings, values := map[string][]float64{}, map[string][]float64{}
	var profiles []string
	for _, g := range games {
		if ratings[g.Profile] == nil {
			profiles = append(profiles, g.Profile)
		}
		ratings[g.Profile], values[g.Profile] = append(ratings[g.Profile], g.Rating), append(values[g.Profile], value(g))
	}
	slices.Sort(profiles)
	for _, p := range profiles {
		for _, b := range reports.Bands(ratings[p], values[p]) {
			list = append(list, bandNumbers{p, b.From, b.N, b.Median, b.Lower, b.Higher})
		}
	}
	return list
}

func byPhase(points []reports.ComplexityPoint) []phaseNumbers {
	list := []phaseNumbers{}
	for _, phase := range []string{"opening", "middlegame", "endgame"} {
		var v []float64
		for _, p := range points {
			if p.Phase == phase && !math.IsNaN(p.Kappa) {
				v = append(v, p.Kappa)
			}
		}
		if len(v) > 0 {
			list = append(list, phaseNumbers{phase, len(v), average(v)})
		}
	}
	return list
}
