package pgn

import "encoding/binary"

// marks says which of 64 bytes of movetext matter to whoever looks for its end, the first byte in the lowest bit. Games
// are mostly skipped, so this is where the bytes of an archive go through; a look at each of them would take longer
// than reading the moves that are wanted.
type marks struct {
	open, close uint64 // braces of comments
	lines       uint64 // \n
	hits        uint64 // - / * ; ( and bytes outside ASCII: where a result, a variation or something odd may be
}

// marksOf is findMarks for processors without vectors that this package knows of: eight bytes at a time.
func marksOf(text *[blockLen]byte) (m marks) {
	const bit1 = 0x02 * ones
	for i := 0; i < len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		y := x | bit1 // "-" and "/" differ in this bit, as do "(" and "*"
		m.open |= gather(equal(x, '{')) << i
		m.close |= gather(equal(x, '}')) << i
		m.lines |= gather(equal(x, '\n')) << i
		m.hits |= gather(equal(y, '/')|equal(y, '*')|equal(x, ';')|x) << i
	}
	return m
}

const (
	ones  = 0x0101010101010101 // a one in every byte
	highs = 0x8080808080808080
)

// equal sets the high bits of the bytes of x that are c; the other bits mean nothing.
func equal(x uint64, c byte) uint64 {
	x ^= uint64(c) * ones
	return ^((x&^highs + ^uint64(highs)) | x)
}

// gather moves the high bits of eight bytes together.
func gather(x uint64) uint64 { return ((x & highs) >> 7) * 0x0102040810204080 >> 56 }
