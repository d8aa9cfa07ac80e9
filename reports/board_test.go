package reports

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

const afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

func wellFormed(t *testing.T, text string) {
	t.Helper()
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestBoardRefersToSharedDrawings(t *testing.T) {
	var b Boards
	svg, err := b.Draw(afterE4, "e2", "e4")
	if err != nil {
		t.Fatal(err)
	}
	s := string(svg)
	wellFormed(t, s)
	wellFormed(t, string(b.Shared()))
	if !strings.HasPrefix(s, `<svg viewBox="0 0 360 360"`) {
		t.Errorf("not a scalable inline SVG: %.100s", s)
	}
	if n := strings.Count(s, `<use href="#piece-`); n != 32 {
		t.Errorf("%d pieces, want 32", n)
	}
	// The pawn on e4: file e is the fifth, rank 4 the fifth from the top.
	if !strings.Contains(s, `x="180" y="180"/>`) {
		t.Error("no piece on e4")
	}
	if n := strings.Count(s, "fill-opacity:1.000000"); n != 2 {
		t.Errorf("%d marked squares, want 2", n)
	}
	shared := string(b.Shared())
	for _, want := range []struct {
		text string
		n    int
	}{{`<g id="piece-`, 12}, {`width="45" height="45"`, 64}, {"<text", 16}} {
		if n := strings.Count(shared, want.text); n != want.n {
			t.Errorf("shared drawings hold %s %d times, want %d", want.text, n, want.n)
		}
	}
	for _, part := range strings.Split(s, `href="#`)[1:] {
		id, _, _ := strings.Cut(part, `"`)
		if !strings.Contains(shared, `id="`+id+`"`) {
			t.Errorf("%s is not shared", id)
		}
	}
	if strings.Contains(s, `width="360"`) {
		t.Error("something covers the squares")
	}
	if len(s) > 3000 {
		t.Errorf("a board has %d bytes", len(s))
	}
}

func TestBoardsOfOnePageShareTheirPieces(t *testing.T) {
	var b Boards
	if b.Shared() != "" {
		t.Error("no board, but shared drawings")
	}
	first, err := b.Draw(afterE4, "", "")
	if err != nil {
		t.Fatal(err)
	}
	shared := b.Shared()
	again, err := b.Draw(afterE4, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if first != again || b.Shared() != shared {
		t.Error("the same position was drawn in another way")
	}
	if _, err := b.Draw("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "", ""); err != nil || b.Shared() != shared {
		t.Errorf("two kings needed new drawings, %v", err)
	}
}

func TestBoardRefusesBrokenFEN(t *testing.T) {
	if _, err := new(Boards).Draw("not a position", "", ""); err == nil {
		t.Error("no error")
	}
}
