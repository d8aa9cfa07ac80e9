package reports

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"regexp"
	"slices"
	"strings"

	"github.com/notnil/chess"
	"github.com/notnil/chess/image"
)

// Boards draws positions for one page. The drawing is notnil/chess's, 38 KB of it a board; squares, coordinates and
// pieces are the same on every board, so they stand in the page once (Shared) and boards refer to them: 2 KB each.
// The zero value is ready to use.
type Boards struct {
	squares, coordinates string
	pieces               []string // by first appearance
}

// ground is a black rectangle below all squares.
const ground = `<rect x="0" y="0" width="360" height="360" />`

var (
	pieceDrawing = regexp.MustCompile(`(?s)<svg [^>]*viewBox="(-?\d+) (-?\d+) 360 360">(.*?)</svg>`)
	plainSquare  = regexp.MustCompile(`<rect x="\d+" y="\d+" width="45" height="45" style="fill: #[0-9a-f]{6}" />\s*`)
	coordinate   = regexp.MustCompile(`(?s)<text .*?</text>\s*`)
	blanks       = regexp.MustCompile(`\s+`)
)

// Draw draws the position of a FEN as an inline SVG, with the squares of a move marked when from and to are given as
// "e2" and "e4".
func (b *Boards) Draw(fen, from, to string) (template.HTML, error) {
	start, err := chess.FEN(fen)
	if err != nil {
		return "", fmt.Errorf("board of %q: %w", fen, err)
	}
	var marked []chess.Square
	for _, name := range []string{from, to} {
		if sq, ok := squareNamed(name); ok {
			marked = append(marked, sq)
		}
	}
	var drawing bytes.Buffer
	board := chess.NewGame(start).Position().Board()
	if err := image.SVG(&drawing, board, image.MarkSquares(color.NRGBA{120, 170, 220, 255}, marked...)); err != nil {
		return "", fmt.Errorf("board of %q: %w", fen, err)
	}
	return template.HTML(b.share(drawing.String())), nil
}

// share takes out of a drawing what is the same on every board. What is left are the marks and references.
func (b *Boards) share(s string) string {
	_, s, _ = strings.Cut(s, "<svg") // without the XML declaration, which HTML does not allow
	_, s, _ = strings.Cut(s, ">")
	s, _, _ = cutLast(s, "</svg>")
	s = pieceDrawing.ReplaceAllStringFunc(s, func(piece string) string {
		m := pieceDrawing.FindStringSubmatch(piece)
		return fmt.Sprintf(`<use href="#piece-%d" x="%s" y="%s"/>`, b.piece(m[3]), strings.TrimPrefix(m[1], "-"), strings.TrimPrefix(m[2], "-"))
	})
	if b.squares == "" {
		b.squares = strings.Join(plainSquare.FindAllString(s, -1), "")
		b.coordinates = strings.Join(coordinate.FindAllString(s, -1), "")
	}
	s = strings.Replace(s, ground, "", 1)
	s = coordinate.ReplaceAllString(plainSquare.ReplaceAllString(s, ""), "")
	return `<svg viewBox="0 0 360 360" xmlns="http://www.w3.org/2000/svg"><use href="#board-squares"/>` + blanks.ReplaceAllString(s, " ") + `<use href="#board-coordinates"/></svg>`
}

func (b *Boards) piece(drawing string) int {
	drawing = blanks.ReplaceAllString(drawing, " ")
	i := slices.Index(b.pieces, drawing)
	if i < 0 {
		i = len(b.pieces)
		b.pieces = append(b.pieces, drawing)
	}
	return i
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// Shared is what the boards refer to; empty without any board. It takes no room on the page.
func (b *Boards) Shared() template.HTML {
	if b.squares == "" {
		return ""
	}
	var s strings.Builder
	s.WriteString(`<svg class="shared" width="0" height="0" aria-hidden="true" xmlns="http://www.w3.org/2000/svg"><defs>`)
	fmt.Fprintf(&s, `<g id="board-squares">%s</g><g id="board-coordinates">%s</g>`, blanks.ReplaceAllString(b.squares, " "), blanks.ReplaceAllString(b.coordinates, " "))
	for i, p := range b.pieces {
		fmt.Fprintf(&s, `<g id="piece-%d">%s</g>`, i, p)
	}
	s.WriteString("</defs></svg>")
	return template.HTML(s.String())
}

func squareNamed(name string) (chess.Square, bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return chess.NoSquare, false
	}
	return chess.Square(int(name[1]-'1')*8 + int(name[0]-'a')), true
}
