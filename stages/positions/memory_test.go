package positions

import (
	"math/rand/v2"
	"testing"

	"plyquet/engine/board"
)

// The goal of the project: at most 72 bytes a distinct position, whatever moment one looks at. It holds for tables that
// are worth counting bytes of; a quarter of the positions here have a second move, as in the first 20
// plies of 165,000 real games.
func TestATableTakesAtMost72BytesAPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	table := NewTable(t.TempDir(), 0)
	worst := 0.0
	for n := 1; n <= 1_000_000; n++ {
		v := visit{planes: board.Planes{rng.Uint64(), rng.Uint64()}, hash: rng.Uint32(), move: 1, n: 1}
		visits := []visit{v, v}
		if visits[1].move = 2; n%4 > 0 {
			visits = visits[:1]
		}
		if err := table.add(rng.IntN(partitions), visits); err != nil {
			t.Fatal(err)
		}
		if n >= 500_000 && n%10_000 == 0 {
			s := table.Stats()
			worst = max(worst, float64(s.Bytes)/float64(s.Positions))
		}
	}
	if s := table.Stats(); s.Positions != 1_000_000 {
		t.Errorf("%d positions", s.Positions)
	}
	if worst > 72 {
		t.Errorf("up to %.1f bytes a position", worst)
	}
	t.Logf("up to %.1f bytes a position", worst)
}
