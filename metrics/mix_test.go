package metrics

import "testing"

// The first numbers of SplitMix64 from seed 0, as its reference implementation and Java's SplittableRandom print them.
func TestMixIsSplitMix64(t *testing.T) {
	state := uint64(0)
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec} {
		state += 0x9e3779b97f4a7c15
		if got := Mix(state); got != want {
			t.Errorf("number %d is %#x, want %#x", i, got, want)
		}
	}
}
