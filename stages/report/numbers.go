package report

import (
	"encoding/json"
	"io"
)

// numbers is report/figures.json: what the figures drew, for whoever wants to check or redraw them.
type numbers struct {
	Openings []openingNumbers `json:"openings"`
	Classes  []classNumbers   `json:"classes"`
}

type openingNumbers struct {
	Name  string `json:"name"`
	FEN   string `json:"fen"`
	White int64  `json:"white"`
	Draws int64  `json:"draws"`
	Black int64  `json:"black"`
}

type classNumbers struct {
	Profile string `json:"profile"`
	Class   string `json:"class"`
	Moves   int64  `json:"moves"`
}

func (b *builder) writeNumbers(w io.Writer) error {
	n := numbers{Openings: []openingNumbers{}, Classes: []classNumbers{}}
	for _, o := range b.page.Openings {
		n.Openings = append(n.Openings, openingNumbers{o.Name, o.FEN, o.White, o.Draws, o.Black})
	}
	for _, c := range b.data.Classes {
		n.Classes = append(n.Classes, classNumbers(c))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(n)
}
