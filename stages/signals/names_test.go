package signals

import "testing"

func TestNamesThatLookAlike(t *testing.T) {
	cases := []struct {
		a, b string
		want bool
	}{
		{"Holm, Ada", "Holm, A.", true},
		{"Holm, Ada", "Holm,A", true},
		{"Holm, Ada", "Ada Holm", true},
		{"Holm, Ada", "holm, ada", true},
		{"Hölm, Ada", "Holm, Ada", true},
		{"Holmqvist, Ada", "Holmquist, Ada", true},
		{"Holmqvist, Garry", "Holmqvist, Gary", true},
		{"Holm, Ada", "Holm, Anna", false},
		{"Holm, Ada", "Berg, Ada", false},
		{"pawnstar12", "pawnstar13", false},
		{"pawnstar12", "pawnstar1", false},
		{"PawnStar", "pawnstar", true},
		{"pawnstars", "pawnstar", true},
		{"Li, A", "Lu, A", false},
		{"Holm, A", "Holm, B", false},
	}
	for _, c := range cases {
		got := similarNames([]string{c.a, "Somebody, Else", c.b})
		if got[c.a] != c.want || got[c.b] != c.want || got["Somebody, Else"] {
			t.Errorf("%q and %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if got := similarNames([]string{"Holm, A", "Holm, Ada", "Holm, Anna"}); len(got) != 3 {
		t.Errorf("an initial stands for either: %v", got)
	}
}

func TestMovesPackAndPrint(t *testing.T) {
	for _, text := range []string{"e2e4", "a1h8", "h7h8q", "b2a1n", "g7g8b", "c7c8r"} {
		m, err := parseMove(text)
		if err != nil || m.String() != text {
			t.Errorf("%s became %s, %v", text, m, err)
		}
	}
	for _, text := range []string{"", "e2e", "e2e9", "i2e4", "e7e8k", "e2e4qq", "0000", "e7e8 "} {
		if _, err := parseMove(text); err == nil {
			t.Errorf("%q accepted", text)
		}
	}
}

func FuzzMoveRoundTrip(f *testing.F) {
	for _, seed := range []string{"e2e4", "e7e8q", "", "e2e9", "\xff\xfe"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := parseMove(text); err == nil && m.String() != text {
			t.Errorf("%q became %q", text, m)
		}
	})
}

func FuzzSimilarNamesIsSymmetric(f *testing.F) {
	f.Add("Holm, Ada", "holm a")
	f.Add("\xff", ",,")
	f.Fuzz(func(t *testing.T, a, b string) {
		ab, ba := similarNames([]string{a, b}), similarNames([]string{b, a})
		if ab[a] != ba[a] || ab[b] != ba[b] || ab[a] != ab[b] {
			t.Errorf("%q and %q: %v, the other way %v", a, b, ab, ba)
		}
	})
}
