package board

import "testing"

func TestPlanesKnowKeyAndText(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2",
		"r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
		"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 3 9",       // in check
		"8/8/4k3/8/3Pp3/8/8/4K3 b - d3 0 1",        // en passant
		"1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1",   // Chess960
		"rrk1rr2/8/8/8/8/8/8/RRK1RR2 w EBeb - 0 1", // rights of inner rooks
	} {
		s, err := ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		w := p.Planes()
		var direct Planes
		if p.WritePlanes(&direct); direct != w {
			t.Errorf("%s: WritePlanes gives %x, Planes %x", fen, direct, w)
		}
		if got := w.TableKey(); got != p.TableKey() {
			t.Errorf("%s: key %016x, want %016x", fen, got, p.TableKey())
		}
		if got := string(w.AppendFEN3(nil)); got != p.FEN3() {
			t.Errorf("%s: %q, want %q", fen, got, p.FEN3())
		}
		want := p
		want.half, want.full = 0, 1
		if got := w.Restore(want.ep); got != want {
			t.Errorf("%s: restored as %s", fen, got.FEN())
		}
		if w.Compare(w) != 0 || w.Compare(Planes{}) != 1 || (Planes{}).Compare(w) != -1 {
			t.Errorf("%s: planes are not ordered", fen)
		}
	}
}
