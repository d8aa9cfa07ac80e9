package board

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

const (
	castlingFEN  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	promotionFEN = "1n6/P3P1k1/8/8/8/8/p5K1/1N6 w - - 0 1"
	epFEN        = "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1"
)

func TestParseSANTakesWhatPeopleWrite(t *testing.T) {
	for _, c := range []struct{ fen, texts, uci string }{
		{StartFEN, "e4 e2e4 e2-e4 ee4 2e4 Pe4 Pe2e4 e4+ e4! e4?! e4!!# e2–e4 e2—e4", "e2e4"},
		{StartFEN, "Nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 g1f3 Nxf3 Nf3+ Nf3!? N:f3 Ng1xf3", "g1f3"},
		{castlingFEN, "O-O 0-0 o-o OO O-O+ 0-0+! O–O e1g1 Ke1g1 O-O#", "e1h1"},
		{castlingFEN, "O-O-O 0-0-0 o-o-o OOO O-O-O+ 0-0-0!? O–O–O e1c1 O—O—O", "e1a1"},
		{promotionFEN, "e8=Q e8Q e8(Q) e8/Q e8=q e7e8q e7e8=Q e8=Q+ e7-e8=Q e8q e8(q)", "e7e8q"},
		{promotionFEN, "axb8=B a7xb8b axb8b axb8=b ab8=B axb8(B) a7b8b axb8/B", "a7b8b"},
		{epFEN, "exf6 exf6e.p. exf6ep exf6/ep e5xf6e.p. e5f6 ef6 exf6+", "e5f6"},
	} {
		p := mustFEN(t, c.fen)
		for _, text := range strings.Fields(c.texts) {
			m, err := p.ParseSAN([]byte(text))
			if err != nil || m.String() != c.uci {
				t.Errorf("%q: %v, %v; want %s", text, m, err, c.uci)
			}
		}
	}
}

func TestParseSANRefuses(t *testing.T) {
	for _, c := range []struct {
		fen, texts string
		want       error
	}{
		{StartFEN, "-- Z0 0000 null pass @@@@ <> --!", ErrNullMove},
		{StartFEN, "P@e6 N@f3 @e4", ErrDrop},
		{StartFEN, "e x1 Nf9 Ni3 e44 N Nf e.p. ep e4-e5-e6 Nf3Nc6 -e4 xe4 e4x e2--e4 O-O-O-O O- 0-0-0-0 00 000 O0 1-0 +", ErrSyntax},
		{StartFEN, "e5 Nf4 Ke2 O-O O-O-O e2e5 e7e5 Bb5 d2xe3 exd3 e3e4 Qd1 Nd2 Ra1", ErrIllegal},
		{promotionFEN, "e8 e8=K e8=P e7e8 e8K Kf3=Q axb8", ErrIllegal},
		{epFEN, "e6=Q exd6 exf6=Q fxe6", ErrIllegal},
		{"4k3/8/8/8/8/8/8/RN2K2R w K - 0 1", "O-O-O 0-0-0", ErrIllegal},
		{"4k3/8/8/8/8/1r6/8/4K2R w K - 0 1", "O-O-O", ErrIllegal},
		{"4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O", ErrIllegal},
		{"4k3/8/8/8/1N3N2/8/8/4K3 w - - 0 1", "Nd3 Nd5 Nxd3", ErrAmbiguous},
		{"4k3/8/8/8/8/8/1N6/1N2K1N1 w - - 0 1", "Nd1d2", ErrIllegal},
		{"4k3/8/8/8/1Q6/8/8/QQ2K3 w - - 0 1", "Qa4 Qbb2 Q1b2", ErrAmbiguous},
	} {
		p := mustFEN(t, c.fen)
		for _, text := range strings.Fields(c.texts) {
			if m, err := p.ParseSAN([]byte(text)); !errors.Is(err, c.want) || m != NoMove {
				t.Errorf("%s: %q: %v, %v; want %v", c.fen, text, m, err, c.want)
			}
		}
	}
	p := Start()
	if _, err := p.ParseSAN(nil); err != ErrSyntax {
		t.Errorf("no text: %v", err)
	}
}

func TestSANNamesNoMoreOriginThanNeeded(t *testing.T) {
	for _, c := range []struct{ fen, uci, san string }{
		{"4k3/8/8/8/1N3N2/8/8/4K3 w - - 0 1", "b4d3", "Nbd3"},
		{"4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b3d2", "N3d2"},
		{"8/8/7k/8/1Q6/8/8/QQ2K3 w - - 0 1", "b1b2", "Qb1b2"},
		{"8/8/7k/8/1Q6/8/8/QQ2K3 w - - 0 1", "b4b2", "Q4b2"},
		{"7k/8/8/8/Q1Q5/8/Q7/4K3 w - - 0 1", "a4b4", "Qab4"},
		{"7k/8/8/8/Q1Q5/8/Q1Q5/4K3 w - - 0 1", "a4b3", "Qa4b3"},
		{"4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Nf3"}, // the twin is pinned
		{castlingFEN, "e1g1", "O-O"},
		{castlingFEN, "e1c1", "O-O-O"},
		{castlingFEN, "h1h8", "Rxh8+"},
		{promotionFEN, "a7b8n", "axb8=N"},
		{epFEN, "e5f6", "exf6"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"},
		{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"7k/5Q2/8/8/8/8/8/4K3 w - - 0 1", "f7f8", "Qf8+"},
		{"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f8", "Qf8#"},
	} {
		p := mustFEN(t, c.fen)
		m, err := p.ParseUCI(c.uci)
		if err != nil {
			t.Errorf("%s: %s: %v", c.fen, c.uci, err)
			continue
		}
		if got := p.SAN(m); got != c.san {
			t.Errorf("%s: %s is %s, want %s", c.fen, c.uci, got, c.san)
		}
	}
}

// Every text that ParseWord takes must mean the same to the general reader, and every printed move must come back.
func TestSANRoundTripAndShortIsGeneral(t *testing.T) {
	walk(t, 3, 80, func(p *Position) {
		for _, m := range p.Moves(nil) {
			san := p.AppendSAN(nil, m)
			if back, err := p.ParseSAN(san); err != nil || back != m {
				t.Fatalf("%s: %s came back as %v, %v; want %v", p.FEN(), san, back, err, m)
			}
			checkShort(t, p, san)
			uci := p.UCI(m, true)
			if back, err := p.ParseUCI(uci); err != nil || back != m {
				t.Fatalf("%s: %s came back as %v, %v", p.FEN(), uci, back, err)
			}
		}
	})
}

// word is a text of up to eight bytes in a register, with other text behind it as in a file.
func word(text []byte) (x uint64) {
	for i, c := range append(slices.Clip(text), " e4 Nf3 "...)[:8] {
		x |= uint64(c) << (8 * i)
	}
	return x
}

// checkShort compares the two readers on a text without marks.
func checkShort(t testing.TB, p *Position, san []byte) {
	t.Helper()
	for len(san) > 0 && isMark(san[len(san)-1]) {
		san = san[:len(san)-1]
	}
	m, err, ok := p.ParseWord(word(san), len(san))
	if !ok {
		return
	}
	text, err2 := readSAN(san)
	m2 := NoMove
	if err2 == nil {
		m2, err2 = p.resolve(text)
	}
	if m != m2 || err != err2 {
		t.Fatalf("%s: %q: short %v, %v; general %v, %v", p.FEN(), san, m, err, m2, err2)
	}
}

func TestShortFormsAreGeneralForms(t *testing.T) {
	letters := []byte("abeh1258NBRQKPxO=-")
	walk(t, 1, 4, func(p *Position) {
		for _, a := range letters {
			for _, b := range letters {
				for _, square := range []string{"a1", "b2", "d5", "e8", "h4", "f6"} {
					checkShort(t, p, []byte(square))
					checkShort(t, p, append([]byte{a}, square...))
					checkShort(t, p, append([]byte{a, b}, square...))
					checkShort(t, p, append([]byte{a, b, 'x'}, square...))
				}
			}
		}
		for _, castle := range []string{"O-O", "O-O-O", "O-OO", "o-o", "0-0", "0-0-0", "O-O-", "OO-O"} {
			checkShort(t, p, []byte(castle))
		}
	})
}

// The general reader would do, but slowly.
func TestCommonFormsAreShort(t *testing.T) {
	p := mustFEN(t, "r3k2r/8/8/1N3N2/8/8/4P3/R3K2R w KQkq - 0 1")
	for _, san := range []string{"e4", "Kf2", "Nbd4", "Rxa8", "Nfxd4", "N5d4", "exd3", "O-O", "O-O-O"} {
		if _, _, ok := p.ParseWord(word([]byte(san)), len(san)); !ok {
			t.Errorf("%s is left to the general reader", san)
		}
	}
}

func TestUCIWritesCastlingBothWays(t *testing.T) {
	p := mustFEN(t, castlingFEN)
	m, err := p.ParseUCI("e1g1")
	if err != nil || p.UCI(m, false) != "e1g1" || p.UCI(m, true) != "e1h1" {
		t.Errorf("e1g1: %v %v", m, err)
	}
	rook := mustFEN(t, "7k/8/8/8/8/8/6K1/4R3 w - - 0 1")
	if m, err := rook.ParseUCI("e1c1"); err != nil || m.IsCastle() || rook.UCI(m, false) != "e1c1" {
		t.Errorf("a rook's e1c1: %v %v", m, err)
	}
	step := mustFEN(t, "4k3/8/8/8/8/8/8/5K1R w H - 0 1")
	if m, err := step.ParseUCI("f1g1"); err != nil || m.IsCastle() {
		t.Errorf("a king's step f1g1 in Chess960: %v %v", m, err)
	}
	if m, err := step.ParseUCI("f1h1"); err != nil || !m.IsCastle() || step.UCI(m, false) != "f1g1" {
		t.Errorf("castling f1h1 in Chess960: %v %v", m, err)
	}
}

func TestParseUCIRefuses(t *testing.T) {
	p := Start()
	for text, want := range map[string]error{
		"0000": ErrNullMove, "": ErrSyntax, "e2": ErrSyntax, "e2e9": ErrSyntax, "e2e4x": ErrSyntax, "e2e4Q": ErrSyntax,
		"e2e5": ErrIllegal, "e7e5": ErrIllegal, "e2e4q": ErrIllegal, "e1g1": ErrIllegal, "e4e5": ErrIllegal, "a1a1": ErrIllegal,
	} {
		if m, err := p.ParseUCI(text); err != want {
			t.Errorf("%q: %v, %v; want %v", text, m, err, want)
		}
	}
}
