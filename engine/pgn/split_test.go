package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// texts are the inputs of the split properties: ordinary ones of each style, and odd ones.
func texts() map[string][]byte {
	plain := generate(40, 1, style{})
	odd := strings.Join(oddTexts, "\n\n")
	return map[string][]byte{
		"plain":     plain,
		"crlf":      generate(20, 2, style{crlf: true, clocks: true}),
		"cr":        bytes.ReplaceAll(generate(10, 3, style{comments: true}), []byte("\n"), []byte("\r")),
		"annotated": generate(20, 4, style{clocks: true, evals: true, variations: true, comments: true}),
		"odd":       []byte(odd),
		"mixed":     append(append([]byte(odd+"\n\n"), plain...), odd...),
		"bare":      []byte(strings.Repeat("1. e4 e5 2. Nf3 1-0 1. d4 * ", 300)),
		"blank":     []byte("\n \n\t\n"),
		"empty":     nil,
	}
}

// oddTexts are games that are hard to cut.
var oddTexts = []string{
	"[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 { open\n2. Nf3 1-0",
	"[Event \"B\"]\n\n1. d4 { [Event \"C\"]\n[Result \"0-1\"]\n } d5 0-1",
	"[Event \"D\"]\n\n1. d4 {\n\n[Event \"E\"]\n\n quoted } d5 0-1",
	"[White \"a\"]\n[Round \"1\"]\n\n[White \"b\"]\n[Round \"2\"]",
	"[Event \"F\"\n[Site \"no end]\n\n1. c4 (1. d4 (1. e4 { ) } 1-0",
	"; a note with { and [Event \"G\"]\n% [Event \"H\"]\n[Event \"I\"]\n1. e4 ; 1-0 {\n% 0-1\ne5 1 - 0",
	"1. e4 e5 1/2-1/2 1. d4 * 1. c4 ½-½ { done } $3 ) White resigns",
	"\uFEFF[Event \"J\"]\n\n1. e4 e5\n\uFEFF[Event \"K\"]\n\n1. d4\u00a0d5 1\u20130",
	"[Event \"L\"] [Site \"M\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 15\r\"]\n\n15. e4 0-0 0-0-0 -- 0-1",
	"[Event \"N \"x\"] y\"]\n[Black \"q\\\"]\n\n*",
	"[Event \"O\"]\n\n1. e4 1-0 1-0\n1-0 { twice } 0-1 1. d4 0-1",
	"[Event \"P" + strings.Repeat(" long", 3000) + "\"]\n[Site \"Q\"]\n\n1. e4 *",
}

func offsets(t testing.TB, text []byte, r io.Reader, sizes Sizes) (ends []int64) {
	t.Helper()
	s := NewSplitter(r, "text", sizes)
	var joined []byte
	var games int64
	for {
		b, err := s.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if b.Offset != int64(len(joined)) {
			t.Fatalf("block at %d, want %d", b.Offset, len(joined))
		}
		if b.First != games+1 {
			t.Fatalf("first game %d, want %d", b.First, games+1)
		}
		joined = append(joined, b.Data...)
		games += int64(len(b.Ends))
		for _, e := range b.Ends {
			ends = append(ends, b.Offset+int64(e))
		}
	}
	if !bytes.Equal(joined, text) {
		t.Fatalf("%d bytes of blocks from %d bytes of text", len(joined), len(text))
	}
	return ends
}

// readerEnds is where the Reader ends each game of a text given to it whole.
func readerEnds(text []byte, opt Options) (ends []int64) {
	r := NewReader(opt)
	r.Reset(Block{Data: text})
	for g, err := r.Next(); err == nil; g, err = r.Next() {
		ends = append(ends, g.Offset+int64(len(g.Raw)))
	}
	return ends
}

func TestSplitAnywhereSameGames(t *testing.T) {
	for name, text := range texts() {
		t.Run(name, func(t *testing.T) {
			want := readerEnds(text, Options{})
			for _, size := range []int{1, 7, 100, 1000, 5000, 1 << 20} {
				for kind, r := range map[string]io.Reader{
					"whole": bytes.NewReader(text), "halves": iotest.HalfReader(bytes.NewReader(text)),
					"bytes": iotest.OneByteReader(bytes.NewReader(text)), "data with EOF": iotest.DataErrReader(bytes.NewReader(text)),
				} {
					got := offsets(t, text, r, Sizes{Block: size})
					if fmt.Sprint(got) != fmt.Sprint(want) {
						t.Errorf("blocks of %d, read in %s: games end at %v, want %v", size, kind, got, want)
					}
				}
			}
		})
	}
}

// TestSmallReadsSameGames makes the splitter grow its buffer in steps that cut every token somewhere.
func TestSmallReadsSameGames(t *testing.T) {
	for name, text := range texts() {
		want := readerEnds(text, Options{})
		for cut := range text {
			h := header{}
			s := scan{b: text[:cut], loneCR: hasLoneCR(text)}
			sp, sure := extent(&s, &h)
			if sure && len(want) > 0 && int64(sp.end) != want[0] {
				t.Fatalf("%s: the first %d bytes end the first game at %d for sure, want %d", name, cut, sp.end, want[0])
			}
		}
	}
}

func TestGamesOfOddTexts(t *testing.T) {
	for i, want := range []int{1, 1, 1, 2, 1, 1, 3, 2, 1, 1, 3, 1} {
		if got := len(readerEnds([]byte(oddTexts[i]), Options{})); got != want {
			t.Errorf("%d games, want %d in %q", got, want, oddTexts[i])
		}
	}
}

func TestReadErrorComesAfterTheWholeGames(t *testing.T) {
	text := generate(5, 9, style{})
	broken := errors.New("broken pipe")
	s := NewSplitter(io.MultiReader(bytes.NewReader(text[:len(text)-10]), iotest.ErrReader(broken)), "x.pgn", Sizes{})
	b, err := s.Next()
	if err != nil || len(b.Ends) != 4 {
		t.Fatalf("%d games, %v; want the 4 whole ones", len(b.Ends), err)
	}
	if _, err = s.Next(); !errors.Is(err, broken) || !strings.Contains(err.Error(), "x.pgn") {
		t.Errorf("error %v, want one that names the source and wraps the cause", err)
	}
}

func TestOversizeGameKeepsItsHeadAndItsNeighbours(t *testing.T) {
	before, after := generate(3, 5, style{}), generate(4, 6, style{})
	huge := "[Event \"Huge\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 { " + strings.Repeat("long story ", 200_000) + "} Nc6 1-0\n\n"
	text := append(append(append([]byte{}, before...), huge...), after...)
	for _, block := range []int{1000, 1 << 20} {
		s := NewSplitter(bytes.NewReader(text), "x.pgn", Sizes{Block: block, Game: 100_000})
		r := NewReader(Options{})
		var seen, end int64
		for {
			b, err := s.Next()
			if err == io.EOF {
				break
			}
			if err != nil || b.Offset != end {
				t.Fatalf("block at %d, want %d, %v", b.Offset, end, err)
			}
			end = b.Offset + int64(len(b.Data)) + b.Cut
			r.Reset(b)
			for g, err := r.Next(); err == nil; g, err = r.Next() {
				seen++
				if g.Number != seen {
					t.Errorf("game number %d, want %d", g.Number, seen)
				}
				if (g.Fault != nil) != (seen == 4) {
					t.Errorf("game %d: fault %v", seen, g.Fault)
				}
				if seen == 4 && (g.Fault.Reason != TooLarge || len(g.Moves) != 3 || g.Result.String() != "1-0") {
					t.Errorf("game 4: %v, %d moves, %s", g.Fault, len(g.Moves), g.Result)
				}
			}
		}
		if seen != 8 || end != int64(len(text)) {
			t.Errorf("%d games up to byte %d, want 8 up to %d", seen, end, len(text))
		}
	}
}
