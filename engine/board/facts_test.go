package board

import (
	"math/bits"
	"testing"
)

func TestDeadMaterial(t *testing.T) {
	for fen, want := range map[string]bool{
		StartFEN:                                      false,
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":               true,
		"4k3/8/8/8/8/8/8/4KN2 w - - 0 1":              true,
		"4k3/8/8/8/8/8/8/4KB2 w - - 0 1":              true,
		"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1":             false, // a knight mates a king that its own knight hems in
		"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1":             false, // two knights can mate, if helped
		"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1":            true,  // bishops of one square color
		"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1":             false,
		"4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1":            true,
		"4kn2/8/8/8/8/8/8/4KB2 w - - 0 1":             false,
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":             false,
		"4k3/8/8/8/8/8/8/4K2R w - - 0 1":              false,
		"3qk3/8/8/8/8/8/8/4K3 w - - 0 1":              false,
		"3qk3/8/8/8/8/8/8/4KN2 w - - 0 1":             false,
		"4kr2/8/8/8/8/8/8/4KN2 w - - 0 1":             false,
		"8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1": false, // blocked, but material is all that counts
	} {
		p := mustFEN(t, fen)
		if got := p.DeadMaterial(); got != want {
			t.Errorf("%s: %v", fen, got)
		}
	}
}

func TestOneSideCanMate(t *testing.T) {
	for _, c := range []struct {
		fen          string
		white, black bool
	}{
		{"3qk3/8/8/8/8/8/8/4KN2 w - - 0 1", false, true}, // a lone knight against a queen
		{"4kr2/8/8/8/8/8/8/4KN2 w - - 0 1", true, true},
		{"4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1", true, true},
		{"4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", true, false},
	} {
		p := mustFEN(t, c.fen)
		if p.canMate(White) != c.white || p.canMate(Black) != c.black {
			t.Errorf("%s: white %v, black %v", c.fen, p.canMate(White), p.canMate(Black))
		}
	}
}

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		fen   string
		want  Outcome
		ended bool
	}{
		{StartFEN, Drawn, false},
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", BlackWon, true},
		{"6kR/5ppp/8/8/8/8/8/R3K3 b Q - 0 1", Drawn, false}, // the king takes
		{"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", WhiteWon, true},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Drawn, true},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", Drawn, true},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 120 200", Drawn, false}, // only a claim
	} {
		p := mustFEN(t, c.fen)
		if got, ended := p.Outcome(); got != c.want || ended != c.ended {
			t.Errorf("%s: %v %v", c.fen, got, ended)
		}
		if mate := p.IsCheckmate(); mate != (c.ended && c.want != Drawn) {
			t.Errorf("%s: checkmate %v", c.fen, mate)
		}
	}
}

func TestFiftyMovesGiveWayToMate(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/4P3/4K3 w - - 99 90":    false,
		"4k3/8/8/8/8/8/4P3/4K3 w - - 100 90":   true,
		"R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90": false,
	} {
		p := mustFEN(t, fen)
		if got := p.FiftyMoves(); got != want {
			t.Errorf("%s: %v", fen, got)
		}
	}
}

// playLine plays a line of SAN and shows each position, the first included.
func playLine(t testing.TB, p Position, line string, visit func(*Position)) Position {
	t.Helper()
	visit(&p)
	for _, san := range scriptOf(line) {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatalf("%s: %q: %v", p.FEN(), san, err)
		}
		p.Play(m)
		visit(&p)
	}
	return p
}

func repetitions(t *testing.T, fen, line string) int {
	var h History
	p := mustFEN(t, fen)
	h.Start(&p)
	first := true
	playLine(t, p, line, func(p *Position) {
		if !first {
			h.Add(p)
		}
		first = false
	})
	return h.Count()
}

func TestHistoryCountsRepetitions(t *testing.T) {
	for _, c := range []struct {
		name, fen, line string
		want            int
	}{
		{"start", StartFEN, "", 1},
		{"knights out and home, twice", StartFEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 3},
		{"a pawn move ends it", StartFEN, "Nf3 Nf6 Ng1 Ng8 e4 Nf6 Nf3 Ng8 Ng1", 2},
		{"lost castling is another position", castlingFEN, "Ke2 Ke7 Ke1 Ke8", 1},
		{"a lost en passant is another position", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e4 Kd8 Kd1 Ke8 Ke1", 1},
		{"an idle en passant is none", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4 Kd8 Kd1 Ke8 Ke1", 2},
	} {
		if got := repetitions(t, c.fen, c.line); got != c.want {
			t.Errorf("%s: %d times, want %d", c.name, got, c.want)
		}
	}
}

func TestHistoryIsReusable(t *testing.T) {
	var h History
	p := Start()
	for range 3 {
		h.Start(&p)
	}
	if h.Count() != 1 || h.Threefold() {
		t.Errorf("%d times after a fresh start", h.Count())
	}
	if new(History).Count() != 0 {
		t.Error("an empty history counts")
	}
}

func TestResultsAndOutcomes(t *testing.T) {
	for _, r := range []Result{Unknown, WhiteWins, BlackWins, Draw} {
		if back, ok := ParseResult(r.String()); !ok || back != r {
			t.Errorf("%v came back as %v", r, back)
		}
		o, known := r.Outcome()
		if known != (r != Unknown) || known && o.Result() != r {
			t.Errorf("%v: %v %v", r, o, known)
		}
	}
	if _, ok := ParseResult("1-1"); ok {
		t.Error("1-1 is a result")
	}
	if WonBy(White) != WhiteWon || WonBy(Black) != BlackWon {
		t.Error("WonBy")
	}
}

// The numbers were computed from the published rule with another program.
func TestMixednessOfKnownPositions(t *testing.T) {
	for fen, want := range map[string]int{
		StartFEN: 0,
		"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4":     104,
		"r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1 w - - 0 8": 132,
	} {
		p := mustFEN(t, fen)
		if got := p.mixedness(); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

// slowMixedness counts piece by piece and looks the value up in the rule as it is printed.
func slowMixedness(p *Position) (sum int) {
	for y := 1; y <= 7; y++ {
		for x := range 7 {
			var n [2]int
			for i := range 4 {
				if piece := p.At(MakeSquare(x+i%2, y-1+i/2)); piece != NoPiece {
					n[piece.Color()]++
				}
			}
			w, b := n[White], n[Black]
			if w+b < 5 {
				sum += mixValue(w, b, y)
			}
		}
	}
	return sum
}

func TestMixednessIsThatOfTheSlowTwin(t *testing.T) {
	walk(t, 1, 60, func(p *Position) {
		if got, want := p.mixedness(), slowMixedness(p); got != want {
			t.Fatalf("%s: %d, want %d", p.FEN(), got, want)
		}
	})
}

// Seen from Black's side, with the colors exchanged, the armies are as mixed as before.
func TestMixednessIsFairToColors(t *testing.T) {
	walk(t, 1, 60, func(p *Position) {
		turned := EmptySetup()
		for s, piece := range p.board {
			if piece != NoPiece {
				turned.Board[s^56] = MakePiece(piece.Color().Other(), piece.Role())
			}
		}
		if q := turned.build(); q.mixedness() != p.mixedness() {
			t.Fatalf("%s: %d, turned around %d", p.FEN(), p.mixedness(), q.mixedness())
		}
	})
}

func TestDividerFindsPhasesByEachRule(t *testing.T) {
	for _, c := range []struct {
		name, line  string
		middle, end int
	}{
		{"short", "e4 e5 Nf3 Nc6", -1, -1},
		{"back rank of White thins out", "Nf3 d6 g3 d5 Bg2 e6 O-O e5 Nc3 d4 d3 c6 Be3 c5 Qd2 b6", 15, -1},
		{"back rank of Black thins out",
			"e3 Nf6 e4 Nc6 d3 d5 d4 Bg4 a3 e6 a4 Bb4+ c3 Qd6 h3 O-O-O", 14, -1},
	} {
		var d Divider
		playLine(t, Start(), c.line, d.Add)
		middle, ok := d.Middle()
		end, ok2 := d.End()
		if !ok {
			middle = -1
		}
		if !ok2 {
			end = -1
		}
		if middle != c.middle || end != c.end {
			t.Errorf("%s: middle %d, end %d; want %d, %d", c.name, middle, end, c.middle, c.end)
		}
	}
}

func TestDividerPhases(t *testing.T) {
	opening, middle, end := Start(), mustFEN(t, "r2qk2r/pppp4/8/8/8/8/PPPP4/R2QK1NR w - - 0 1"), mustFEN(t, "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1")
	for _, c := range []struct {
		name   string
		boards []Position
		want   []Phase
	}{
		{"all three", []Position{opening, middle, end, end}, []Phase{Opening, Middlegame, Endgame, Endgame}},
		{"no middlegame", []Position{opening, end}, []Phase{Opening, Endgame}},
		{"begins in the endgame", []Position{end, opening}, []Phase{Endgame, Endgame}},
		{"opening only", []Position{opening, opening}, []Phase{Opening, Opening}},
	} {
		var d Divider
		for i := range c.boards {
			d.Add(&c.boards[i])
		}
		for i, want := range c.want {
			if got := d.Phase(i); got != want {
				t.Errorf("%s: board %d is %v, want %v", c.name, i, got, want)
			}
		}
	}
}

func TestDarkSquaresAreDark(t *testing.T) {
	if !darkSquares.Has(A1) || !darkSquares.Has(H8) || !lightSquares.Has(H1) || bits.OnesCount64(uint64(darkSquares)) != 32 {
		t.Errorf("%x", darkSquares)
	}
}
