package filename

import (
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSafe(t *testing.T) {
	for in, want := range map[string]string{
		"Modern.zip":      "Modern.zip",
		`..\win.pgn`:      "_win.pgn",
		"a/b.pgn":         "a_b.pgn",
		"a:b?.pgn":        "a_b_.pgn",
		"..":              "unnamed",
		"":                "unnamed",
		".hidden.pgn":     "hidden.pgn",
		"tab\there.pgn":   "tab_here.pgn",
		"turn\u202eround": "turn_round",
		"M\xfcller.pgn":   "M_ller.pgn",
		"Müller.pgn":      "Müller.pgn",
		"trailing. ":      "trailing",
	} {
		if got := Safe(in); got != want {
			t.Errorf("Safe(%q) = %q, want %q", in, got, want)
		}
	}
	if long := Safe(strings.Repeat("é", 300) + ".pgn.zst"); len(long) > Max || !strings.HasSuffix(long, ".pgn.zst") {
		t.Errorf("long name: %d bytes, %q", len(long), long[len(long)-12:])
	}
}

func FuzzSafe(f *testing.F) {
	for _, s := range []string{"a.pgn", "../x", `C:\x.pgn`, "\x00", strings.Repeat("ab.", 100), "é" + strings.Repeat("x", 199),
		strings.Repeat("x", 190) + "." + strings.Repeat("é", 40), strings.Repeat(". ", 150) + "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name := Safe(s)
		if name == "" || name == "." || name == ".." || len(name) > Max || !utf8.ValidString(name) ||
			path.Base(name) != name || strings.ContainsAny(name, "\\\x00:") {
			t.Errorf("Safe(%q) = %q", s, name)
		}
		if again := Safe(name); again != name {
			t.Errorf("Safe(%q) = %q: not stable", name, again)
		}
	})
}

func TestTakenNamesGetANumberBeforeBothExtensions(t *testing.T) {
	taken := Taken{}
	var got []string
	for _, name := range []string{"Game.pgn", "GAME.pgn", "game.pgn", "m.pgn.zst", "m.pgn.zst", "Game-2.pgn", "x/a", "x/a"} {
		got = append(got, taken.Take(name))
	}
	want := []string{"Game.pgn", "GAME-2.pgn", "game-3.pgn", "m.pgn.zst", "m-2.pgn.zst", "Game-2-2.pgn", "x/a", "x/a-2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A zip can hold 100,000 entries of one name: trying every number from 2 on for each of them took minutes.
func TestManyOfOneNameAreTakenInLinearTime(t *testing.T) {
	taken := Taken{}
	var last string
	for range 100_000 {
		last = taken.Take("a.pgn")
	}
	if last != "a-100000.pgn" {
		t.Errorf("the last is %s", last)
	}
}
