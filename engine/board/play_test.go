package board

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// startingPoints are positions that random play from the usual start seldom reaches.
var startingPoints = []string{
	StartFEN,
	busyFEN,
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
	"8/PPPPPPPP/4k3/8/8/4K3/pppppppp/8 w - - 0 1",
	"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
	"7k/8/8/QQQ5/8/8/8/K1QQQQ2 w - - 0 1",
	"n1n1k3/1P6/8/1pP1pP2/2Pp1P1q/8/1p6/N1N2K2 b - - 0 1",
	"2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23",
}

// walk plays random games from all starting points and some Chess960 starts and shows every position.
func walk(t testing.TB, games, plies int, visit func(p *Position)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 1415))
	starts := make([]Position, 0, len(startingPoints)+20)
	for _, fen := range startingPoints {
		starts = append(starts, mustFEN(t, fen))
	}
	for n := 0; n < 960; n += 50 {
		starts = append(starts, chess960Start(n))
	}
	var buf [256]Move
	for _, start := range starts {
		for range games {
			p := start
			for range plies {
				visit(&p)
				moves := p.Moves(buf[:0])
				if len(moves) == 0 {
					break
				}
				p.Play(moves[rng.IntN(len(moves))])
			}
		}
	}
}

func TestMovesAreThoseOfTheSlowTwin(t *testing.T) {
	walk(t, 1, 60, func(p *Position) {
		got, want := p.Moves(nil), slowFrom(p).moves()
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s:\n got %v\nwant %v", p.FEN(), got, want)
		}
		if p.InCheck() != slowFrom(p).inCheck(p.turn) {
			t.Fatalf("%s: check %v", p.FEN(), p.InCheck())
		}
	})
}

func TestMoveIsLegalExactlyIfListed(t *testing.T) {
	walk(t, 1, 15, func(p *Position) {
		var listed [1 << 16]bool
		for _, m := range p.Moves(nil) {
			if listed[m] {
				t.Fatalf("%s: %v twice", p.FEN(), m)
			}
			listed[m] = true
		}
		for m := range listed {
			if got := p.IsLegal(Move(m)); got != listed[m] {
				t.Fatalf("%s: IsLegal(%v = %#x) = %v", p.FEN(), Move(m), m, got)
			}
		}
	})
}

// What Play keeps up to date must be what a position built from scratch has; en passant and counters included.
func TestPlayedPositionIsBuiltPosition(t *testing.T) {
	walk(t, 4, 100, func(p *Position) {
		s := p.Setup()
		s.EP = p.ep
		if built := s.build(); built != *p {
			t.Fatalf("%s:\nplayed %+v\n built %+v", p.FEN(), *p, built)
		}
		if r := s.Reasons(); r != 0 {
			t.Fatalf("%s: %v", p.FEN(), r)
		}
	})
}

func TestFENRoundTrip(t *testing.T) {
	walk(t, 3, 100, func(p *Position) {
		fen := p.FEN()
		if back := mustFEN(t, fen); back.FEN() != fen || back.Key() != p.Key() || back.castling != p.castling {
			t.Fatalf("%s came back as %s", fen, back.FEN())
		}
	})
}

func TestPackedIsExact(t *testing.T) {
	seen := map[Packed]string{}
	walk(t, 3, 100, func(p *Position) {
		k, fen3 := p.Pack(), p.FEN3()
		if was, ok := seen[k]; ok && was != fen3 {
			t.Fatalf("%s and %s have one packing", was, fen3)
		}
		seen[k] = fen3
		back, err := k.Position()
		if err != nil {
			t.Fatalf("%s: %v", fen3, err)
		}
		if back.FEN3() != fen3 || back.TableKey() != p.TableKey() || back.castling != p.castling {
			t.Fatalf("%s came back as %s", fen3, back.FEN3())
		}
	})
	if got, _ := Packed(startPosition.Pack()).FEN3(); got != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq" {
		t.Errorf("start: %q", got)
	}
}

func TestPackedKeepsChess960RightsApart(t *testing.T) {
	inner := mustFEN(t, "4k3/8/8/8/8/8/8/4KR1R w F - 0 1")
	outer := mustFEN(t, "4k3/8/8/8/8/8/8/4KR1R w H - 0 1")
	if inner.Pack() == outer.Pack() {
		t.Error("one packing for the right of two rooks")
	}
	for _, p := range []Position{inner, outer} {
		back, err := p.Pack().Position()
		if err != nil || back.castling != p.castling {
			t.Errorf("%s came back as %s: %v", p.FEN(), back.FEN(), err)
		}
	}
}

func TestPackedRejectsGarbage(t *testing.T) {
	full := Packed{0: 0xff, 1: 0xff, 2: 0xff, 3: 0xff, 4: 0xff}
	for _, k := range []Packed{{}, full, {0: 1, 8: 0xff}} {
		if p, err := k.Position(); err == nil {
			t.Errorf("%v is %s", k, p.FEN())
		}
	}
}

func TestPlayDoesNotAllocate(t *testing.T) {
	p := mustFEN(t, busyFEN)
	san, dst := []byte("Nxf7"), make([]byte, 0, 8)
	var buf [256]Move
	var h History
	h.Start(&p)
	for name, f := range map[string]func(){
		"ParseSAN and Play": func() {
			q := p
			m, err := q.ParseSAN(san)
			if err != nil {
				t.Fatal(err)
			}
			q.Play(m)
		},
		"a bad move": func() {
			if _, err := p.ParseSAN([]byte("Nh8")); err != ErrIllegal {
				t.Fatal(err)
			}
		},
		"Moves":     func() { p.Moves(buf[:0]) },
		"AppendSAN": func() { p.AppendSAN(dst, NewCastle(E1, H1)) },
		"Pack":      func() { p.Pack() },
		"Key":       func() { p.Key() },
		"History":   func() { h.Start(&p); h.Count() },
		"Divider":   func() { var d Divider; d.Add(&p) },
		"ParseUCI": func() {
			if _, err := p.ParseUCI("e1g1"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestPerftDoesNotDependOnOrderOfPlay(t *testing.T) {
	p := mustFEN(t, busyFEN)
	var sum uint64
	for _, m := range p.Moves(nil) {
		next := p
		next.Play(m)
		sum += Perft(next, 2)
	}
	if sum != Perft(p, 3) {
		t.Errorf("divided %d, whole %d", sum, Perft(p, 3))
	}
}

// The tables of the sliders against walking, on random occupancies.
func TestSliderAttacksAreThoseOfWalking(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		s := Square(rng.IntN(64))
		occ := Bitboard(rng.Uint64() & rng.Uint64())
		for role, directions := range map[Role][][2]int{Rook: slowStraight, Bishop: slowSlanted} {
			var want Bitboard
			for _, d := range directions {
				for r, f := s.Rank()+d[0], s.File()+d[1]; onBoard(r, f); r, f = r+d[0], f+d[1] {
					want |= bit(MakeSquare(f, r))
					if occ.Has(MakeSquare(f, r)) {
						break
					}
				}
			}
			if got := pieceAttacks(role, s, occ); got != want {
				t.Fatalf("%c on %v, occupied %x: %x, want %x", role.Byte(), s, occ, got, want)
			}
		}
	}
}

func TestBetweenAndLines(t *testing.T) {
	for a := A1; a <= H8; a++ {
		for b := A1; b <= H8; b++ {
			var strictly, whole Bitboard
			for _, d := range append(slices.Clone(slowStraight), slowSlanted...) {
				var passed Bitboard
				for r, f := a.Rank()+d[0], a.File()+d[1]; onBoard(r, f); r, f = r+d[0], f+d[1] {
					if MakeSquare(f, r) == b {
						strictly = passed
						whole = ray(a, [2]int{d[1], d[0]}) | ray(a, [2]int{-d[1], -d[0]})
					}
					passed |= bit(MakeSquare(f, r))
				}
			}
			if between(a, b) != strictly || lineThrough(a, b) != whole {
				t.Fatalf("%v %v: between %x want %x, line %x want %x", a, b, between(a, b), strictly, lineThrough(a, b), whole)
			}
		}
	}
}
