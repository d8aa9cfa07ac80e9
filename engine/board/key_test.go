package board

import "testing"

// mustFEN is the position of a FEN that the test knows to be valid.
func mustFEN(t testing.TB, fen string) Position {
	t.Helper()
	s, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Position()
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

func TestPolyglotAnchors(t *testing.T) {
	for i, want := range map[int]uint64{
		0: 0x9d39247e33776d41, 767: 0xd20d8c88c8ffe65f, 768: 0x31d71dce64b2c310,
		772: 0x70cc73d90bc26e24, 780: 0xf8d626aaaf278509,
	} {
		if got := polyglotRandom[i]; got != want {
			t.Errorf("R[%d] = %016x, want %016x", i, got, want)
		}
	}
}

// The nine positions are those of the format's specification; the pinned en passant pair is from python-chess.
func TestPolyglotPublishedKeys(t *testing.T) {
	for _, c := range []struct {
		key uint64
		fen string
	}{
		{0x463b96181691fc9c, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{0x823c9b50fd114196, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{0x0756b94461c50fb0, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"},
		{0x662fafb965db29d4, "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"},
		{0x22a48b5a8e47ff78, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"},
		{0x652a607ca3f242c1, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3"},
		{0x00fdd303c946bdd9, "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4"},
		{0x3c8123ea7b067637, "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3"},
		{0x5c3f9b829b279560, "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4"},
		{0xecba303cd610b817, "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"},
		{0xf023eeefeaa828b6, "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"},
	} {
		p := mustFEN(t, c.fen)
		if got := p.PolyglotKey(); got != c.key {
			t.Errorf("%s: key %016x, want %016x", c.fen, got, c.key)
		}
	}
}

func TestKeyHoldsEnPassantOnlyIfLegal(t *testing.T) {
	for _, c := range []struct {
		fen   string
		legal bool
	}{
		{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", false},                            // pinned along the rank
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", false},  // nobody there
		{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", true}, //
		{"3r2k1/8/8/3Pp3/8/8/8/3K4 w - e6 0 1", false},                          // pinned on the file
		{"8/8/5k2/8/2Pp4/8/1B6/4K3 b - c3 0 1", true},                           // along the pin
		{"8/8/8/5k2/3pP3/8/8/4K3 b - e3 0 1", true},                             // takes the checking pawn
		{"rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", true}, //
		{"rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", false}, // the same, too late
		{"rnb1kbnr/pppp1ppp/8/8/4pPq1/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 1", true}, //
		{"rnbqkbnr/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3", true}, //
		{"k7/8/8/2Pp4/8/8/8/4K2B w - d6 0 1", true},                             // uncovers a check
	} {
		p := mustFEN(t, c.fen)
		if got := p.EP() != NoSquare; got != c.legal {
			t.Errorf("%s: en passant %v, want %v", c.fen, got, c.legal)
		}
		if got := p.Key() != p.TableKey(); got != c.legal {
			t.Errorf("%s: en passant in the key %v, want %v", c.fen, got, c.legal)
		}
	}
}
