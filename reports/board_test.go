package reports

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestBoardIsScalableSVGWithTheMoveMarked(t *testing.T) {
	svg, err := Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e2", "e4")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(svg), "<svg") || !strings.Contains(string(svg), `viewBox="0 0 360 360"`) {
		t.Fatalf("not a scalable inline SVG: %.200s", svg)
	}
	plain, err := Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if plain == svg {
		t.Error("marked squares do not show")
	}
	dec := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestBoardRefusesBrokenFEN(t *testing.T) {
	if _, err := Board("not a position", "", ""); err == nil {
		t.Error("no error")
	}
}
