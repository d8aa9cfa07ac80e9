package reports

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
)

// Page is everything the HTML report of a run says. Names and comments from PGN files are untrusted text; they reach
// the page only through html/template's escaping. Only InlineSVG and Boards are trusted markup, made by this package.
type Page struct {
	Run      string
	Facts    []Fact      // what the run was: seed, engine, inputs
	Funnel   []FunnelRow // one row a stage
	Findings []Finding   // most important first
	Missing  []Lack      // what is not in this run
	Plots    []Plot
	Tables   []Table // measurements beside the plots
	Openings []OpeningRow
	Players  []PlayerRow
	Sections []PlayerSection
	Shared   template.HTML // what the boards refer to: Boards.Shared
	Notices  []string      // statistical warnings that belong above the players
	Methods  []Fact
	Config   string // resolved configuration, YAML; empty when it would tell names
}

// A Lack is something that could be on the page.
type Lack struct {
	What    string
	Command string // makes it; empty: its step has run, and there was not enough for it
}

// Fact is a label and its value.
type Fact struct{ Label, Value string }

// Finding is a sentence with the part of the page that shows it.
type Finding struct{ Text, Anchor string }

// Table is a table of its own: every row has as many cells as there are columns.
type Table struct {
	ID, Title, Text string
	Columns         []Column
	Rows            [][]string
}

// Column is a column of a Table; numbers stand at the right.
type Column struct {
	Name   string
	Number bool
}

// FunnelRow is one stage's account: Seen = Kept + filtered + rejected.
type FunnelRow struct {
	Stage, Unit                    string
	Seen, Kept, Filtered, Rejected int64
	Reasons                        []Reason
}

// Reason is one line of the account.
type Reason struct {
	Name  string
	Count int64
}

// Plot is a figure on the page.
type Plot struct {
	ID, Title, Alt string
	SVG            template.HTML
}

// OpeningRow is one position of the opening explorer.
type OpeningRow struct {
	Name, FEN           string
	Opening             string // ECO code and name, if it has one
	White, Draws, Black int64
	Next                []NextMove
}

// NextMove is one continuation.
type NextMove struct {
	SAN   string
	Games int64
	Score float64 // White's score, 0..100
}

// PlayerRow is a line of the sortable table of players.
type PlayerRow struct {
	ID        string // anchor of the player's section; empty when there is none
	Name      string
	Games     int64
	Moves     int64 // graded
	Decisions int64 // that count for the signals
	Rating    string
	Accuracy  string
	ACPL      string
	Match     string // observed match rate, with its expectation
	ZRaw, Z   string // before and after the adjustment for the spread among honest players
	Q         string
	Note      string // wording of signals spec 6.4
}

// PlayerSection is the part of the page about one player.
type PlayerSection struct {
	ID, Name string
	Facts    []Fact
	Signals  []SignalRow
	Moments  []Moment
	Games    []GameMoves
	More     string // what was left out, and where to find it
}

// SignalRow is one signal: observed against expected, never without its sample size and warning.
type SignalRow struct {
	Name, Value, Interval, Expected, ZRaw, Z, Q, FalseHits string
	N, Games                                               int64
	Warning                                                string
}

// Moment is a position worth a look.
type Moment struct {
	Caption string
	Board   template.HTML
}

// GameMoves is the move list of one game with classes.
type GameMoves struct {
	Title string
	Moves []GradedMove
}

// GradedMove is one move of a list. Number is "12." or "12..." where the list needs it.
type GradedMove struct {
	Number, SAN, Class string
}

//go:embed page.html page.css page.js
var assets embed.FS

// WritePage writes the page as one self-contained file: no request leaves it.
func WritePage(w io.Writer, p *Page) error {
	t, err := template.New("page.html").Funcs(template.FuncMap{
		"css":     func() (template.CSS, error) { b, err := assets.ReadFile("page.css"); return template.CSS(b), err },
		"js":      func() (template.JS, error) { b, err := assets.ReadFile("page.js"); return template.JS(b), err },
		"n":       groupDigits,
		"percent": percent,
		"total":   func(o OpeningRow) int64 { return o.White + o.Draws + o.Black },
	}).ParseFS(assets, "page.html")
	if err != nil {
		return fmt.Errorf("report page: %w", err)
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("report page: %w", err)
	}
	return nil
}

// groupDigits prints 13745 as "13,745".
func groupDigits(n int64) string {
	s := fmt.Sprint(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	var b strings.Builder
	for i, d := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// percent prints part of whole to one decimal.
func percent(part, whole int64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*float64(part)/float64(whole))
}

// InlineSVG draws a figure for the page.
func InlineSVG(im *Image) (template.HTML, error) {
	var b strings.Builder
	if err := im.WriteSVG(&b); err != nil {
		return "", err
	}
	s := b.String()
	if i := strings.Index(s, "<svg"); i > 0 {
		s = s[i:] // without the XML declaration, which HTML does not allow
	}
	return template.HTML(s), nil
}
