package pgn

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// describe prints all that is known of a game.
func describe(g *Game) string {
	var out strings.Builder
	fmt.Fprintf(&out, "game %d at %d+%d: %s from %s, %s\n", g.Number, g.Offset, len(g.Raw), g.Result, g.ResultFrom, g.Variant)
	for _, tag := range g.Tags {
		fmt.Fprintf(&out, "  tag %s = %q\n", tag.Name(), tag.Value())
	}
	if g.CustomStart {
		fmt.Fprintf(&out, "  start %s\n", g.Start.FEN())
	}
	if c := g.Comment(0); c != "" {
		fmt.Fprintf(&out, "  comment %q\n", c)
	}
	pos := g.Start
	control, _ := g.Tag("TimeControl")
	spent, _ := g.Spent(ParseTimeControl(control), nil)
	for i := range g.Moves {
		p := &g.Moves[i]
		fmt.Fprintf(&out, "  %d %s %s", i+1, g.SAN(i), pos.AppendSAN(nil, p.Move))
		if p.NAG != 0 {
			fmt.Fprintf(&out, " $%d", p.NAG)
		}
		if ms, ok := p.Clock(); ok {
			fmt.Fprintf(&out, " clock %d", ms)
		}
		if spent[i].Known {
			fmt.Fprintf(&out, " spent %d", spent[i].Ms)
		}
		if p.Eval().Kind != NoEval {
			fmt.Fprintf(&out, " eval %s", evalText(p.Eval()))
		}
		if c := g.Comment(i + 1); c != "" {
			fmt.Fprintf(&out, " %q", c)
		}
		out.WriteString("\n")
		pos.Play(p.Move)
	}
	if g.Fault != nil {
		fmt.Fprintf(&out, "  fault %v at byte %d near %q\n", g.Fault, g.Fault.At, g.Fault.Context)
	}
	if g.Notes != 0 {
		fmt.Fprintf(&out, "  notes %s\n", g.Notes)
	}
	return out.String()
}

// TestGolden reads the files of testdata, one for each kind of trouble, and compares all that comes out.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.pgn")
	if len(files) < 6 {
		t.Fatalf("%d files", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sameExtent(t, text, true)
			checkSkip(t, text)
			var got strings.Builder
			r := NewReader(Options{})
			r.Reset(Block{Source: filepath.Base(file), Data: text})
			for g, err := r.Next(); err == nil; g, err = r.Next() {
				got.WriteString(describe(g))
			}
			golden := strings.TrimSuffix(file, ".pgn") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got.String(), want)
			}
		})
	}
}
