package stagetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/board"
)

// A League is invented games of random legal moves with clocks, the same for the same seed: input for whole runs.
type League struct {
	Event      string
	Seed       uint64
	Games      int
	Plies      int  // of the shortest game; the longest has twice as many
	Evals      bool // evaluations in the comments
	Faulty     int  // number of the game that breaks off with a move that is none; 0: none does
	Unfinished int  // number of the game without a result; 0: all have one
}

var leaguePlayers = []string{"Ash, Ann", "Birch, Bob", "Cedar, Cem", "Dogwood, Dee", "Elm, Eva"}

// PGN is the text of the games.
func (l League) PGN() string {
	rng := rand.New(rand.NewPCG(l.Seed, 7))
	var b strings.Builder
	for number := 1; number <= l.Games; number++ {
		l.game(&b, rng, number)
	}
	return b.String()
}

func (l League) game(b *strings.Builder, rng *rand.Rand, number int) {
	white := rng.IntN(len(leaguePlayers))
	black := (white + 1 + rng.IntN(len(leaguePlayers)-1)) % len(leaguePlayers)
	result := []string{"1-0", "0-1", "1/2-1/2"}[rng.IntN(3)]
	if number == l.Unfinished {
		result = "*"
	}
	fmt.Fprintf(b, "[Event %q]\n[Site \"?\"]\n[Date \"2022.03.%02d\"]\n[Round \"%d\"]\n[White %q]\n[Black %q]\n[Result %q]\n"+
		"[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n[TimeControl \"180+2\"]\n\n",
		l.Event, 1+number%28, number, leaguePlayers[white], leaguePlayers[black], result, 1400+rng.IntN(900), 1400+rng.IntN(900))
	p := board.Start()
	for ply := range l.Plies + rng.IntN(l.Plies) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		if number == l.Faulty && ply == l.Plies*3/4 {
			b.WriteString("Kxz9 ")
			break
		}
		m := moves[rng.IntN(len(moves))]
		if ply < 4 {
			m = moves[rng.IntN(2)] // so that openings meet
		}
		b.WriteString(p.SAN(m) + " { ")
		if l.Evals {
			fmt.Fprintf(b, "[%%eval %.2f] ", rng.Float64()*4-2)
		}
		fmt.Fprintf(b, "[%%clk 0:02:%02d] } ", max(0, 59-ply))
		p.Play(m)
	}
	b.WriteString(result + "\n\n")
}

// SameFiles compares what two runs have made, by name. What is short is shown.
func SameFiles(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
		t.Fatalf("%s: files\n%s\nwant\n%s", what, strings.Join(g, "\n"), strings.Join(w, "\n"))
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		switch g, w := got[name], want[name]; {
		case g == w:
		case len(g)+len(w) < 2000:
			t.Errorf("%s: %s is %s, want %s", what, name, g, w)
		default:
			t.Errorf("%s: %s differs (%d bytes, want %d)", what, name, len(g), len(w))
		}
	}
}
