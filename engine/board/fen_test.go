package board

import (
	"errors"
	"strings"
	"testing"
)

func TestParseFENForms(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"four fields", "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"placement alone", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"blanks", "  4k3/8/8/8/8/8/8/4K3 \t b  - -  7   9 ", "4k3/8/8/8/8/8/8/4K3 b - - 7 9"},
		{"move 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"long counters", "4k3/8/8/8/8/8/8/4K3 w - - 120 300", "4k3/8/8/8/8/8/8/4K3 w - - 120 300"},
		{"idle en passant", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"order of rights", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"Shredder", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"inner rook", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"},
		{"X-FEN", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"},
	} {
		p := mustFEN(t, c.fen)
		if got := p.FEN(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestParseFENRefusesSyntax(t *testing.T) {
	for _, fen := range []string{
		"", " ", "4k3/8/8/8/8/8/8/4K2 w - - 0 1", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", "4k3/8/8/8/8/8/4K3 w - - 0 1",
		"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "4k3/8/8/8/8/8/8/4K3 w x - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "8/8/8/8/8/3k4/8/3K1N2[Qq] w - - 0 1", "4k3/44/8/8/8/8/8/4K3 w - - 0 1",
		"3r2k1/8/8/8/8/8/8/4K3 w - - 0 1 ; comment", "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", "ppppppppp/8/8/8/8/8/8/4K3 w - - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 1+1",
	} {
		if s, err := ParseFEN(fen); !errors.Is(err, ErrFEN) {
			t.Errorf("%q: %+v, %v", fen, s, err)
		}
	}
}

func TestParseEPDKeepsOperations(t *testing.T) {
	s, ops, err := ParseEPD(`1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";`)
	if err != nil || ops != `bm Qd1+; id "BK.01";` || s.Turn != Black {
		t.Errorf("%q %v %v", ops, s.Turn, err)
	}
	if _, _, err := ParseEPD("8/8 w -"); !errors.Is(err, ErrFEN) {
		t.Errorf("three fields: %v", err)
	}
}

func TestAllReasonsAtOnce(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want Reasons
	}{
		{StartFEN, 0},
		{"8/8/8/8/8/8/8/8 w - - 0 1", NoWhiteKing | NoBlackKing},
		{"k3k3/8/8/8/8/8/8/4K3 w - - 0 1", ManyBlackKings},
		{"k7/8/8/8/8/8/8/K3K3 w - - 0 1", ManyWhiteKings},
		{"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", OppositeCheck},
		{"8/8/8/8/8/8/8/3kK3 w - - 0 1", KingsTouch},
		{"4k3/8/8/8/8/8/8/4K3 w K - 0 1", BadCastling},
		{"4k3/8/8/8/8/8/8/R4K2 w K - 0 1", BadCastling},
		{"3k4/8/8/8/8/8/8/K3R2R w EH - 0 1", BadCastling}, // no castling from a corner
		{"4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", BadCastling},
		{"rnbqkbnr/pppppppp/8/8/8/N1NNNNNN/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ManyWhitePieces},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNP w Qkq - 0 1", PawnOnBackRank | ManyWhitePawns},
		{"rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", ManyBlackPawns | ManyBlackPieces},
		{"4k3/8/8/8/8/8/8/4K3 w - e3 0 1", BadEnPassant},
		{"4k3/8/8/8/8/8/4P3/4K3 b - e3 0 1", BadEnPassant},
		{"4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", BadEnPassant},
		{"4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", BadEnPassant},
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", 0},
		{"4k3/8/3N1N2/1B6/8/8/8/4RK2 b - - 0 1", ManyCheckers},
		{"p7/8/8/8/8/8/8/4K3 w Q e4 0 1", NoBlackKing | PawnOnBackRank | BadCastling | BadEnPassant},
	} {
		s, err := ParseFEN(c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		_, err = s.Position()
		var invalid *InvalidPosition
		if errors.As(err, &invalid) != (c.want != 0) || s.Reasons() != c.want {
			t.Errorf("%s: %v, want %v", c.fen, err, c.want)
		}
		if invalid != nil && len(c.want.List()) != strings.Count(err.Error(), ",")+1 {
			t.Errorf("%s: %v does not say %v", c.fen, err, c.want.List())
		}
	}
}

func TestRepairedDropsOnlyStaleRights(t *testing.T) {
	s, err := ParseFEN("4k2r/8/8/8/8/8/8/R3K3 w KQkq e3 0 1")
	if err != nil {
		t.Fatal(err)
	}
	fixed, dropped := s.Repaired()
	p, err := fixed.Position()
	if err != nil || dropped != BadCastling|BadEnPassant || p.FEN() != "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1" {
		t.Errorf("%s, dropped %v, %v", p.FEN(), dropped, err)
	}
	if same, dropped := fixed.Repaired(); dropped != 0 || same != fixed {
		t.Error("a sound setup was changed")
	}
	none, _ := ParseFEN("8/8/8/8/8/8/8/4K3 w - e3 0 1")
	if _, dropped := none.Repaired(); dropped != BadEnPassant {
		t.Errorf("dropped %v", dropped)
	}
}

func TestChess960StartsHaveTheirPublishedNumbers(t *testing.T) {
	for n, want := range map[int]string{
		0:   "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		518: StartFEN,
		959: "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1",
	} {
		if p, err := Chess960Start(n); err != nil || p.FEN() != want {
			t.Errorf("%d: %s, %v", n, p.FEN(), err)
		}
	}
	seen := map[string]bool{}
	for n := range 960 {
		p, err := Chess960Start(n)
		if r := p.Setup().Reasons(); err != nil || r != 0 {
			t.Fatalf("%d: %v %v", n, err, r)
		}
		seen[p.FEN()] = true
	}
	if len(seen) != 960 {
		t.Errorf("%d different starts", len(seen))
	}
	for _, n := range []int{-1, 960} {
		if _, err := Chess960Start(n); err == nil {
			t.Errorf("%d: no error", n)
		}
	}
}
