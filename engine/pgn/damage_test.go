package pgn

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestDamagedFilesKeepTheirNeighbours damages one game of a file in thousands of ways: bytes flipped, stretches cut or
// doubled. The games before and after are still there, whole, at their places.
func TestDamagedFilesKeepTheirNeighbours(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, how := range []style{{}, {clocks: true, evals: true, comments: true}, {crlf: true, clocks: true, variations: true}} {
		before, hit, after := generate(3, 41, how), generate(1, 42, how), generate(3, 43, how)
		rounds := 3000
		if testing.Short() {
			rounds = 300
		}
		for range rounds {
			bad := damage(rng, hit)
			text := bytes.Join([][]byte{before, bad, after}, nil)
			checkNeighbours(t, text, len(before), len(before)+len(bad), 6)
		}
	}
}

// damage changes up to three stretches of a game, but not the empty line behind it.
func damage(rng *rand.Rand, game []byte) []byte {
	bad := bytes.Clone(game)
	for range 1 + rng.IntN(3) {
		last := len(bad) - 4
		at := rng.IntN(last)
		n := min(1+rng.IntN(60), last-at)
		switch rng.IntN(4) {
		case 0:
			bad[at] = byte(rng.IntN(256))
		case 1:
			bad[at] ^= 1 << rng.IntN(8)
		case 2:
			bad = append(bad[:at], bad[at+n:]...)
		case 3:
			bad = append(bad[:at+n:at+n], bad[at:]...)
		}
	}
	return bad
}
