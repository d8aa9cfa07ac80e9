package pgn

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"plyquet/engine/board"
)

// slowExtent is extent by the general path alone: the twin that the fast one is held to.
func slowExtent(s *scan, h *header) (span, bool) {
	s.loneCR = true
	return extent(s, h)
}

// sameExtent compares the fast and the general path over all games of a text.
func sameExtent(t *testing.T, text []byte, final bool) {
	t.Helper()
	cr := hasLoneCR(text)
	var h header
	for at := 0; at < len(text); {
		fast, slow := scan{b: text[at:], final: final, loneCR: cr}, scan{b: text[at:], final: final}
		got, gotSure := extent(&fast, &h)
		want, wantSure := slowExtent(&slow, &h)
		if !wantSure && !gotSure {
			return
		}
		if got != want || (gotSure && !wantSure && final) {
			t.Fatalf("at byte %d: fast %+v %v, general %+v %v in %q", at, got, gotSure, want, wantSure, text[at:min(len(text), at+300)])
		}
		at += want.end
	}
}

func TestFastPathAgreesWithTheGeneralOne(t *testing.T) {
	for _, text := range texts() {
		sameExtent(t, text, true)
		sameExtent(t, text, false)
	}
}

// checkTags compares the quick way of reading tags with the general one.
func checkTags(t *testing.T, text []byte) {
	t.Helper()
	for at := 0; at < len(text); at++ {
		s := scan{b: text, i: at, final: true}
		if text[at] != '[' || hasLoneCR(text) {
			continue
		}
		var quick Tag
		if !s.quickTag(&quick) {
			continue
		}
		slow := scan{b: text, i: at, final: true}
		if !slow.isTag(at) {
			t.Fatalf("%q is read as a tag", text[at:s.i])
		}
		tag, closed := slow.tag()
		slow.lineFeed()
		if !closed || string(tag.name) != string(quick.name) || string(tag.value) != string(quick.value) || slow.i != s.i {
			t.Fatalf("%q: quick %q %q up to %d, general %q %q up to %d", text[at:s.i], quick.name, quick.value, s.i, tag.name, tag.value, slow.i)
		}
	}
}

func TestQuickTagsAreGeneralTags(t *testing.T) {
	for _, text := range texts() {
		checkTags(t, text)
	}
	quick := 0
	for n := range 40 { // every length of name and value around the words of eight bytes
		for m := range 40 {
			for _, end := range []string{"\n", "\r\n", "", "\r", " \n", "x\n", "\n\n[A \"b\"]\n"} {
				text := []byte("[" + strings.Repeat("N", n) + " \"" + strings.Repeat("v", m) + "\"]" + end)
				checkTags(t, text)
				if s := (scan{b: text}); s.quickTag(new(Tag)) {
					quick++
				}
			}
		}
	}
	if quick != 39*40*3 {
		t.Errorf("%d of %d are quick", quick, 39*40*3)
	}
	for c := range 256 {
		for _, form := range []string{"[Na%ce \"value\"]\n", "[Longername%c \"value\"]\n", "[Name%c\"v\"]\n", "[Name \"val%ce and more\"]\n", "[Name \"v\"%c\n"} {
			checkTags(t, bytes.ReplaceAll([]byte(form), []byte("%c"), []byte{byte(c)}))
		}
	}
}

// slowMarks looks at each byte.
func slowMarks(text *[64]byte) (m marks) {
	for i, c := range text {
		bit := uint64(1) << i
		switch {
		case c == '{':
			m.open |= bit
		case c == '}':
			m.close |= bit
		case c == '\n':
			m.lines |= bit
		case c >= 0x80 || strings.IndexByte("-/*;(", c) >= 0:
			m.hits |= bit
		}
	}
	return m
}

func TestMarksOfEveryByteInEveryPlace(t *testing.T) {
	check := func(text *[64]byte) {
		var got marks
		findMarks(text, &got)
		if want := slowMarks(text); got != want || marksOf(text) != want {
			t.Fatalf("%q: %x and %x, want %x", text[:], got, marksOf(text), want)
		}
	}
	for c := range 256 {
		for at := range 64 {
			text := [64]byte(bytes.Repeat([]byte("a"), 64))
			text[at] = byte(c)
			check(&text)
			text[at^1] = byte(c - 1)
			check(&text)
		}
	}
	for _, text := range texts() {
		for ; len(text) >= 64; text = text[7:] {
			check((*[64]byte)(text))
		}
	}
}

// checkSkip: reading some moves only, or all of them, ends at the same bytes and gives the same first moves.
func checkSkip(t *testing.T, text []byte) {
	t.Helper()
	full, short := NewReader(Options{}), NewReader(Options{MaxPlies: 3, MovesOnly: true})
	full.Reset(Block{Data: text})
	short.Reset(Block{Data: text})
	for {
		f, err1 := full.Next()
		s, err2 := short.Next()
		if (err1 == nil) != (err2 == nil) {
			t.Fatalf("full %v, skipping %v", err1, err2)
		}
		if err1 != nil {
			return
		}
		if f.Offset != s.Offset || len(f.Raw) != len(s.Raw) || f.Result != s.Result || f.Variant != s.Variant {
			t.Fatalf("game %d: full at %d+%d, skipping at %d+%d", f.Number, f.Offset, len(f.Raw), s.Offset, len(s.Raw))
		}
		if len(s.Moves) != min(3, len(f.Moves)) {
			t.Fatalf("game %d: %d moves, %d when skipping", f.Number, len(f.Moves), len(s.Moves))
		}
		for i := range s.Moves {
			if s.Moves[i].Move != f.Moves[i].Move {
				t.Fatalf("game %d: move %d differs", f.Number, i+1)
			}
		}
	}
}

// checkPlain compares games that are read by the path for plain moves with the same games read token by token.
func checkPlain(t *testing.T, text []byte) {
	t.Helper()
	for _, opt := range []Options{{}, {MovesOnly: true}, {MaxPlies: 3}} {
		fast, slow := NewReader(opt), NewReader(opt)
		slow.tokenByToken = true
		fast.Reset(Block{Data: text})
		slow.Reset(Block{Data: text})
		for {
			f, err := fast.Next()
			s, err2 := slow.Next()
			if err != err2 {
				t.Fatalf("plain %v, by token %v", err, err2)
			}
			if err != nil {
				break
			}
			if !reflect.DeepEqual(f, s) {
				t.Fatalf("game %d of %q: plain\n%s\nby token\n%s", f.Number, text, describe(f), describe(s))
			}
		}
	}
}

func TestPlainMovesAreReadAsTokensAre(t *testing.T) {
	for _, text := range texts() {
		checkPlain(t, text)
	}
	for _, text := range []string{
		"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.O-O *", "1.e4\n%e5 d5\n1...c5 2. Nf3 *", "1.e4 \n\n e5 \r\n2.d4 exd4 3.c3 dxc3 *",
		"..e4 .e5 2.. Nf3 . Nc6 *", "1e4 e5 2Nf3 Nc6 3.0-0 a6 *", "1.e4 e5 10 Nf3 Nc6 1-0", "1.e4{a}e5{b} Nf3 Nc6 *",
		"1.e4! e5?? 2.Nf3+ Nc6# 3.Bb5 *", "1.e4 e5 2.Qh5 Nc6 3.Bc4 Nf6 4.Qxf7# 1-0", "1.e4\u00a0e5 2.Nf3\u2028Nc6 *",
		"1.e4 e5\n[d4] 2.Nf3 *", "1.e4 e5 2.Ke2 Ke7 3.Kf4 *", "12345678901234567890 e4 e5 *", ".00000000", "1.5e4 e5 2. .5d4 d5 *",
		"..1 e4 e5 2.Nf3 *", "1.\u200be4 e5 .\u200bNf3 Nc6 *", "1.e4 .-e5 2.Nf3 .(d4) Nc6 *", strings.Repeat(".", 300) + "e4 e5 *",
	} {
		checkPlain(t, []byte(text))
	}
}

func TestSkippingEndsWhereReadingEnds(t *testing.T) {
	for _, text := range texts() {
		checkSkip(t, text)
	}
}

func TestReadingAllocatesNothing(t *testing.T) {
	for name, how := range map[string]style{"plain": {}, "lichess": {clocks: true, evals: true}} {
		text := generate(50, 11, how)
		for _, opt := range []Options{{MaxPlies: 20, MovesOnly: true}, {}} {
			r := NewReader(opt)
			read := func() {
				r.Reset(Block{Data: text})
				for g, err := r.Next(); err == nil; g, err = r.Next() {
					if g.Fault != nil || g.Result == board.Unknown {
						t.Fatal(g.Fault)
					}
				}
			}
			read() // slices grow
			if n := testing.AllocsPerRun(5, read); n > 0 {
				t.Errorf("%s, %+v: %v allocations for 50 games", name, opt, n)
			}
		}
	}
}
