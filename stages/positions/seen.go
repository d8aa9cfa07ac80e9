package positions

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"plyquet/pipeline/run"
)

// seenGames tells games that have been seen before, byte for byte but for white space around them: collections of
// player files hold each game once for either player. It takes 8 to 16 bytes a game.
type seenGames struct {
	parts [gameParts]*run.Locked[hashSet]
}

// gameParts is how many parts the games are cut into by the top bits of their hashes, a lock each.
const gameParts = 64

func gamePart(hash uint64) int { return int(hash >> 58) }

func newSeenGames() *seenGames {
	s := new(seenGames)
	for i := range s.parts {
		s.parts[i] = run.NewLocked(hashSet{})
	}
	return s
}

// note implements gameLog.
func (s *seenGames) note(part int, games []uint64) (known int64) {
	s.parts[part].With(func(set *hashSet) { known = set.addAll(games) })
	return known
}

// hashGame is the hash of a game's bytes without the white space around them.
func hashGame(raw []byte) uint64 { return hashBytes(bytes.TrimSpace(raw)) }

// hashSet is a set of hashes by open addressing. 0 marks a free place; the hash 0 is taken for 1.
type hashSet struct {
	slots []uint64
	n     int
}

func (s *hashSet) add(h uint64) (known bool) {
	if 4*s.n >= 3*len(s.slots) {
		old := s.slots
		*s = hashSet{slots: fresh[uint64](max(64, 2*len(old)))}
		for _, o := range old {
			if o != 0 {
				s.add(o)
			}
		}
	}
	h = max(h, 1)
	mask := uint64(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		switch s.slots[i] {
		case h:
			return true
		case 0:
			s.slots[i] = h
			s.n++
			return false
		}
	}
}

// addAll adds hashes and returns how many were there before.
func (s *hashSet) addAll(hashes []uint64) (known int64) {
	for _, h := range hashes {
		if s.add(h) {
			known++
		}
	}
	return known
}

// hashBytes mixes 16 bytes at a time by a 64 x 64 -> 128 bit product, the idea of wyhash, in two chains that do not wait
// for each other. With 64 bits, a million games have a chance of 3 in 10^8 that two of them are taken for equal.
func hashBytes(b []byte) uint64 {
	const k0, k1, k2 = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7
	h, g := uint64(len(b))^k0, uint64(k2)
	for ; len(b) >= 32; b = b[32:] {
		h = mix(binary.LittleEndian.Uint64(b)^k1, binary.LittleEndian.Uint64(b[8:])^h)
		g = mix(binary.LittleEndian.Uint64(b[16:])^k2, binary.LittleEndian.Uint64(b[24:])^g)
	}
	var tail [32]byte
	copy(tail[:], b)
	h = mix(binary.LittleEndian.Uint64(tail[:])^k1, binary.LittleEndian.Uint64(tail[8:])^h)
	g = mix(binary.LittleEndian.Uint64(tail[16:])^k2, binary.LittleEndian.Uint64(tail[24:])^g)
	return mix(h^k0, g^k1)
}

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
