package fetch

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"plyquet/pipeline/stage"
)

// PGNMentor takes archives from an index page in the style of pgnmentor.com/files.html: one page, a part a section,
// rows with a link, a name with the number of games, and the moves.
type PGNMentor struct {
	Index    string   `yaml:"index"`    // address of the page
	Sections []string `yaml:"sections"` // openings, players, events
	Choose   []string `yaml:"choose"`   // globs over the file name without its extension: Sicilian*
}

func defaultPGNMentor() PGNMentor {
	return PGNMentor{
		Index:    "https://www.pgnmentor.com/files.html",
		Sections: []string{"openings"},
		Choose:   []string{"*"},
	}
}

// indexSections are the ids of the headings, which are also the folders of the links.
var indexSections = [...]string{"openings", "players", "events"}

func (p PGNMentor) validate() []problem {
	var found []problem
	if _, err := parseAddress(p.Index); err != nil {
		found = append(found, problem{"pgnmentor.index", err.Error()})
	}
	if len(p.Sections) == 0 {
		found = append(found, problem{"pgnmentor.sections", "is empty"})
	}
	for _, s := range p.Sections {
		if !slices.Contains(indexSections[:], s) {
			found = append(found, problem{"pgnmentor.sections", fmt.Sprintf("%q is unknown; one of %v", s, indexSections)})
		}
	}
	if len(p.Choose) == 0 {
		found = append(found, problem{"pgnmentor.choose", "is empty"})
	}
	return append(found, checkGlobs("pgnmentor.choose", p.Choose)...)
}

// maxIndex is far above the 1.5 MB that such a page has.
const maxIndex = 8 << 20

func (p PGNMentor) list(ctx context.Context, _ *stage.Job, c *client) ([]Archive, error) {
	file, got, err := c.get(ctx, request{url: p.Index, accept: "text/html", limit: maxIndex})
	if err != nil {
		return nil, err
	}
	page, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer page.Close()
	base, err := url.Parse(p.Index)
	if err != nil {
		return nil, err
	}
	offers, err := parseIndex(page, base, p.Sections)
	if err != nil {
		return nil, fmt.Errorf("%s (%s): %w", p.Index, got.ContentType, err)
	}
	return p.pick(offers)
}

// pick keeps what `choose` names; refused links stay, to be counted.
func (p PGNMentor) pick(offers []offer) ([]Archive, error) {
	var archives []Archive
	usable := 0
	for _, o := range offers {
		if o.Refused == "" && !chosen(p.Choose, o.Name) {
			continue
		}
		if o.Refused == "" {
			usable++
		}
		archives = append(archives, o.Archive)
	}
	if usable == 0 {
		return nil, fmt.Errorf("pgnmentor.choose: %v matches none of %d archives, such as %s", p.Choose, len(offers), offers[0].Name)
	}
	return archives, nil
}

// An offer is one archive of an index page.
type offer struct {
	Archive
	section string
	moves   string // the moves that lead to the opening, where the page shows them
}

// parseIndex reads the links of the wanted sections in page order, each address once. A link that looks like an
// archive but leads to another host or out of the section's folder is an offer with a Refused reason. A page without
// a single usable link is an error: it has been redesigned, or it is a page about something else.
func parseIndex(page io.Reader, base *url.URL, sections []string) ([]offer, error) {
	doc, err := goquery.NewDocumentFromReader(page)
	if err != nil {
		return nil, err
	}
	var offers []offer
	seen := map[string]bool{}
	rows := entitlements{}
	usable := 0
	in := ""
	doc.Find("*").Each(func(_ int, node *goquery.Selection) {
		if id, _ := node.Attr("id"); slices.Contains(indexSections[:], strings.ToLower(id)) {
			in = strings.ToLower(id)
		}
		href, ok := node.Attr("href")
		if !ok || goquery.NodeName(node) != "a" || !slices.Contains(sections, in) {
			return
		}
		o, ok := linkOffer(href, base, in)
		if !ok || seen[o.URL] {
			return
		}
		seen[o.URL] = true
		if o.Refused == "" {
			usable++
		}
		o.describe(rows.of(node.Closest("tr")))
		offers = append(offers, o)
	})
	if usable == 0 {
		return nil, fmt.Errorf("page layout changed or not a file list: no archive in the sections %v", sections)
	}
	return offers, nil
}

// maxHref is the length from which a link is no address that anybody would answer.
const maxHref = 2000

// linkOffer judges one link; ok is false when it is no archive at all (text links, viewers, anchors).
func linkOffer(href string, base *url.URL, section string) (o offer, ok bool) {
	if len(href) > maxHref {
		return o, false
	}
	link, err := url.Parse(strings.TrimSpace(href))
	if err != nil {
		return o, false
	}
	ext := strings.ToLower(path.Ext(link.Path))
	if ext != ".zip" && ext != ".pgn" {
		return o, false
	}
	full := base.ResolveReference(link)
	full.Fragment, full.RawFragment = "", ""
	o = offer{Archive: Archive{Name: path.Base(link.Path), URL: full.String()}, section: section}
	folder := path.Base(path.Dir(full.Path))
	climbs := slices.Contains(strings.Split(strings.ReplaceAll(link.Path, `\`, "/"), "/"), "..")
	if checkScheme(full) != nil || !sameSite(base, full) || climbs || folder != section {
		o.Refused = badAddress
	}
	return o, true
}

var gamesCount = regexp.MustCompile(`(\d[\d,. ]*)\s+games?\b`)

// entitled is what a row of the table says about its archives.
type entitled struct {
	title string
	games *int64
	moves string
}

// entitlements are the rows that have been read. A page can put all of its links into one row, and to read it again for each
// of them took the square of their number.
type entitlements map[*html.Node]*entitled

// of returns what the row says; nothing for a link outside of a table.
func (rows entitlements) of(row *goquery.Selection) *entitled {
	if row.Length() == 0 {
		return &entitled{}
	}
	e, known := rows[row.Get(0)]
	if !known {
		e = &entitled{}
		e.read(row)
		rows[row.Get(0)] = e
	}
	return e
}

// read takes title, number of games and moves from the row. Where the page does not say, they stay unknown.
func (e *entitled) read(row *goquery.Selection) {
	cells := row.Find("td")
	if cells.Length() < 2 {
		return
	}
	lines := cellLines(cells.Get(1))
	e.title = start(lines[0])
	for _, line := range lines[1:] {
		if m := gamesCount.FindStringSubmatch(line); m != nil {
			if n, err := strconv.ParseInt(strings.NewReplacer(",", "", ".", "", " ", "").Replace(m[1]), 10, 64); err == nil {
				e.games = &n
			}
		}
	}
	if cells.Length() > 2 {
		e.moves = start(strings.Join(cellLines(cells.Get(2)), " "))
	}
}

// maxText is far above the longest title and line of moves that such a page has. The title stands in several files, once for
// each archive of the row.
const maxText = 500

func start(text string) string { return strings.ToValidUTF8(text[:min(len(text), maxText)], "") }

func (o *offer) describe(e *entitled) { o.Title, o.Games, o.moves = e.title, e.games, e.moves }

// cellLines returns the text of a cell, cut at <br>, with piece pictures as letters and white space collapsed. There
// is always a first line.
func cellLines(cell *html.Node) []string {
	var text strings.Builder
	for n := range cell.Descendants() {
		switch {
		case n.Type == html.TextNode:
			text.WriteString(strings.ReplaceAll(n.Data, "\n", " "))
		case n.Type == html.ElementNode && n.Data == "br":
			text.WriteByte('\n')
		case n.Type == html.ElementNode && n.Data == "img":
			text.WriteString(pieceLetter(n))
		}
	}
	lines := strings.Split(text.String(), "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return lines
}

// pieceLetter reads the picture of a piece: its name in alt, or the second letter of the file name (wn.gif, bb.gif).
func pieceLetter(img *html.Node) string {
	letters := map[string]string{"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": ""}
	var src string
	for _, a := range img.Attr {
		if letter, ok := letters[strings.ToLower(strings.TrimSpace(a.Val))]; ok && a.Key == "alt" {
			return letter
		}
		if a.Key == "src" {
			src = path.Base(a.Val)
		}
	}
	if len(src) > 1 && strings.ContainsRune("kqrbn", rune(src[1]|0x20)) {
		return strings.ToUpper(src[1:2])
	}
	return ""
}
