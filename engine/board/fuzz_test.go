package board

import "testing"

// Whatever the text, ParseFEN does not panic, and a position that it yields prints and comes back as the same.
func FuzzFEN(f *testing.F) {
	for _, fen := range startingPoints {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		s, err := ParseFEN(fen)
		if err != nil {
			return
		}
		p, err := s.Position()
		if err != nil {
			return
		}
		back := mustFEN(t, p.FEN())
		if back.FEN() != p.FEN() || back.Key() != p.Key() || back.Pack() != p.Pack() {
			t.Fatalf("%q: %s came back as %s", fen, p.FEN(), back.FEN())
		}
		for _, m := range p.Moves(nil) {
			if !p.IsLegal(m) {
				t.Fatalf("%s: %v is listed and not legal", p.FEN(), m)
			}
			next := p
			next.Play(m)
			s := next.Setup()
			s.EP = next.ep
			if built := s.build(); built != next {
				t.Fatalf("%s: after %v\nplayed %+v\n built %+v", p.FEN(), m, next, built)
			}
		}
	})
}

// Whatever the text, ParseSAN returns a legal move that prints and comes back as the same, or an error; and the short
// reader agrees with the general one.
func FuzzSAN(f *testing.F) {
	for _, fen := range startingPoints {
		for _, san := range []string{"e4", "Nf3", "exd5", "O-O-O", "0-0", "e8=Q", "axb8(N)", "Qa1b2", "e2-e4", "exf6e.p.", "Nbxd7+!?", "--"} {
			f.Add(fen, san)
		}
	}
	f.Fuzz(func(t *testing.T, fen, san string) {
		s, err := ParseFEN(fen)
		if err != nil {
			return
		}
		p, err := s.Position()
		if err != nil {
			return
		}
		checkShort(t, &p, []byte(san))
		m, err := p.ParseSAN([]byte(san))
		if err != nil {
			return
		}
		if !p.IsLegal(m) {
			t.Fatalf("%s: %q is %v, which is not legal", p.FEN(), san, m)
		}
		printed := p.AppendSAN(nil, m)
		if back, err := p.ParseSAN(printed); err != nil || back != m {
			t.Fatalf("%s: %q is %v, printed %s, came back as %v, %v", p.FEN(), san, m, printed, back, err)
		}
	})
}

func FuzzPacked(f *testing.F) {
	p := Start()
	k := p.Pack()
	f.Add(k[:])
	f.Fuzz(func(t *testing.T, data []byte) {
		var k Packed
		copy(k[:], data)
		if p, err := k.Position(); err == nil && p.Pack() != k {
			t.Fatalf("%x came back as %x", k, p.Pack())
		}
	})
}
