package reports

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"strings"

	"github.com/notnil/chess"
	"github.com/notnil/chess/image"
)

// Board draws the position of a FEN as an inline SVG, with the squares of a move marked when from and to are given
// as "e2" and "e4". The drawing is notnil/chess's.
func Board(fen, from, to string) (template.HTML, error) {
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
	var b bytes.Buffer
	board := chess.NewGame(start).Position().Board()
	if err := image.SVG(&b, board, image.MarkSquares(color.NRGBA{120, 170, 220, 255}, marked...)); err != nil {
		return "", fmt.Errorf("board of %q: %w", fen, err)
	}
	s := b.String()
	if i := strings.Index(s, "<svg"); i > 0 {
		s = s[i:]
	}
	// The drawing has a fixed size; a viewBox lets the page scale it.
	s = strings.Replace(s, `width="360" height="360"`, `viewBox="0 0 360 360"`, 1)
	return template.HTML(s), nil
}

func squareNamed(name string) (chess.Square, bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return chess.NoSquare, false
	}
	return chess.Square(int(name[1]-'1')*8 + int(name[0]-'a')), true
}
