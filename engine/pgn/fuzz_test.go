package pgn

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"plyquet/engine/board"
)

func seedTexts(f *testing.F) {
	for _, text := range oddTexts {
		f.Add([]byte(text))
	}
	for seed, how := range []style{{}, {clocks: true, crlf: true}, {evals: true, variations: true, comments: true}} {
		f.Add(generate(2, uint64(seed), how))
	}
}

// FuzzReader: no panic, valid UTF-8 in everything that goes into tables, games that tile the text, and the same games
// by the fast paths and the general ones and when skipping.
func FuzzReader(f *testing.F) {
	seedTexts(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		sameExtent(t, text, true)
		sameExtent(t, text, false)
		checkSkip(t, text)
		checkPlain(t, text)
		checkTags(t, text)
		r := NewReader(Options{})
		r.Reset(Block{Data: text})
		var end int64
		for g, err := r.Next(); err == nil; g, err = r.Next() {
			if g.Offset != end || len(g.Raw) == 0 {
				t.Fatalf("game at %d, want %d, %d bytes", g.Offset, end, len(g.Raw))
			}
			end += int64(len(g.Raw))
			checkText(t, g)
		}
	})
}

func checkText(t *testing.T, g *Game) {
	for _, tag := range g.Tags {
		if !utf8.ValidString(tag.Value()) {
			t.Fatalf("tag %s: %q", tag.Name(), tag.Value())
		}
		if len(tag.Name()) == 0 {
			t.Fatal("tag without a name")
		}
	}
	for ply := range len(g.Moves) + 1 {
		if c := g.Comment(ply); !utf8.ValidString(c) || strings.Contains(c, "}") && !bytes.Contains(g.Raw, []byte(";")) {
			t.Fatalf("comment %q", c)
		}
	}
	if f := g.Fault; f != nil {
		if !utf8.ValidString(f.Token) || !utf8.ValidString(f.Context) || len(f.Context) > 200 && f.Reason != BadFEN {
			t.Fatalf("fault %+v", f)
		}
	}
	g.Spent(ParseTimeControl("60+1"), nil)
}

// FuzzSplit: any sizes of blocks and reads give the same games, and the blocks joined are the text.
func FuzzSplit(f *testing.F) {
	for _, text := range oddTexts {
		f.Add([]byte(text), uint16(64))
	}
	f.Add(generate(3, 5, style{comments: true}), uint16(500))
	f.Fuzz(func(t *testing.T, text []byte, size uint16) {
		want := fmt.Sprint(readerEnds(text, Options{}))
		var whole io.Reader = bytes.NewReader(text)
		if got := fmt.Sprint(offsets(t, text, iotest.HalfReader(whole), Sizes{Block: int(size) + 1})); got != want {
			t.Fatalf("blocks of %d: games end at %v, want %v", size+1, got, want)
		}
		// A text that is known only in part never says for sure what more text would change.
		cut := min(len(text), int(size))
		var h header
		s := scan{b: text[:cut], loneCR: hasLoneCR(text)}
		first := scan{b: text, final: true, loneCR: hasLoneCR(text)}
		if sp, sure := extent(&s, &h); sure {
			if all, _ := extent(&first, &h); all.end != sp.end {
				t.Fatalf("the first %d bytes say %d, all of them %d", cut, sp.end, all.end)
			}
		}
	})
}

// FuzzTag: what is written as a tag is read back as it was, white space at the ends and control characters excepted.
func FuzzTag(f *testing.F) {
	for _, v := range []string{"", `a "b" c`, `C:\games`, `\`, `"]`, `x"] y "]`, "Łąka", `\"`, `["`, `" ] [A "`} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if !utf8.ValidString(value) || len(value) > 4000 {
			return
		}
		value = strings.Map(func(c rune) rune {
			if c < ' ' || c == 0x7F {
				return ' '
			}
			return c
		}, value)
		text := append(AppendTag(nil, "Name", value), "[Other \"x\"]\n\n*\n"...)
		r := NewReader(Options{})
		r.Reset(Block{Data: text})
		g, err := r.Next()
		if err != nil || len(g.Tags) != 2 {
			t.Fatalf("%d tags, %v in %q", len(g.Tags), err, text)
		}
		if got := g.Tags[0].Value(); got != string(bytes.TrimSpace([]byte(value))) {
			t.Fatalf("%q came back as %q", value, got)
		}
	})
}

// FuzzDamage: bytes flipped, cut or doubled in one game leave the games before and after as they were.
func FuzzDamage(f *testing.F) {
	for _, hurt := range []string{"{", "(", "[", "\"", "\n\n", "1-0", "*", ";", "%", "\n[", "}", ")", "\xff", "\x00"} {
		f.Add(uint16(70), uint8(0), []byte(hurt))
		f.Add(uint16(250), uint8(9), []byte(hurt))
	}
	before, hit, after := generate(2, 31, style{clocks: true}), generate(1, 32, style{comments: true}), generate(3, 33, style{clocks: true})
	f.Fuzz(func(t *testing.T, at uint16, cut uint8, hurt []byte) {
		if len(hurt) > 200 {
			return
		}
		from := int(at) % len(hit)
		to := min(len(hit)-2, from+int(cut)) // the empty line behind the game stays
		if to < from {
			return
		}
		text := bytes.Join([][]byte{before, hit[:from], hurt, hit[to:], after}, nil)
		checkNeighbours(t, text, len(before), len(text)-len(after), 5)
	})
}

// checkNeighbours: outside [lo, hi) of the text there are want whole games, and one starts at hi.
func checkNeighbours(t *testing.T, text []byte, lo, hi, want int) {
	t.Helper()
	r := NewReader(Options{})
	r.Reset(Block{Data: text})
	starts := map[int64]bool{}
	good := 0
	for g, err := r.Next(); err == nil; g, err = r.Next() {
		starts[g.Offset] = true
		if (g.Offset < int64(lo) || g.Offset >= int64(hi)) && g.Fault == nil && g.Result != board.Unknown && len(g.Moves) >= 10 {
			good++
		}
	}
	if !starts[0] || !starts[int64(hi)] || good != want {
		t.Fatalf("%d good games, want %d; games start at %v, want also %d in %q", good, want, starts, hi, text[lo:hi])
	}
}

// printGame writes a game plainly: its tags and the moves that were read.
func printGame(g *Game) []byte {
	var out []byte
	for _, tag := range g.Tags {
		if !sameName(tag.name, "Result") {
			out = AppendTag(out, tag.Name(), tag.Value())
		}
	}
	out = append(AppendTag(out, "Result", g.Result.String()), '\n')
	pos := g.Start
	for i := range g.Moves {
		out = append(pos.AppendSAN(out, g.Moves[i].Move), ' ')
		pos.Play(g.Moves[i].Move)
	}
	return append(out, g.Result.String()+"\n\n"...)
}

// FuzzPrint: a game that is printed and read again is the same game, without its fault.
func FuzzPrint(f *testing.F) {
	seedTexts(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		first, second := NewReader(Options{}), NewReader(Options{})
		first.Reset(Block{Data: text})
		for g, err := first.Next(); err == nil; g, err = first.Next() {
			if g.Variant == OtherVariant || g.Fault != nil && g.Fault.Reason == BadFEN || len(g.Tags) == maxTags {
				continue
			}
			printed := printGame(g)
			if len(printed) > 4*len(text)+1000 || hasLongValue(g) {
				continue
			}
			second.Reset(Block{Data: printed})
			again, err := second.Next()
			if err != nil || again.Fault != nil || again.Result != g.Result || len(again.Moves) != len(g.Moves) || again.Final != g.Final {
				t.Fatalf("%q printed as %q: %+v, %v", g.Raw, printed, again, err)
			}
			for _, tag := range g.Tags {
				want, _ := g.Tag(tag.Name())
				if got, _ := again.Tag(tag.Name()); got != want && !sameName(tag.name, "Result") {
					t.Fatalf("tag %s: %q, want %q", tag.Name(), got, want)
				}
			}
			if _, err := second.Next(); err != io.EOF {
				t.Fatalf("%q is two games", printed)
			}
		}
	})
}

// hasLongValue reports a tag that is too long to be read back from one line.
func hasLongValue(g *Game) bool {
	for _, tag := range g.Tags {
		if len(tag.value) > maxTagLine/4 {
			return true
		}
	}
	return false
}
