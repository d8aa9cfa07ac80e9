package pgn

import "unicode/utf8"

// Classes of bytes in movetext.
const (
	inWord   = iota // letters, digits and the signs of moves, numbers and results
	white           // white space and control characters
	lineEnd         // \n and \r
	special         // a byte that ends a word and means something: { } ( ) [ ] ; * $ "
	nonASCII        // needs a look at the rune
)

var class = makeClasses()

func makeClasses() (t [256]uint8) {
	for c := range 0x21 {
		t[c] = white
	}
	t['\n'], t['\r'], t[0x7F] = lineEnd, lineEnd, white
	for _, c := range []byte("{}()[];*$\"") {
		t[c] = special
	}
	for c := 0x80; c < 256; c++ {
		t[c] = nonASCII
	}
	return t
}

// nameByte holds the bytes that the name of a tag may have.
var nameByte = makeNameBytes()

func makeNameBytes() (t [256]bool) {
	for c := range 256 {
		t[c] = isDigit(byte(c)) || byte(c)|0x20-'a' < 26 || c == '_'
	}
	return t
}

func isNameByte(c byte) bool { return nameByte[c] }

func isLetter(c byte) bool { return c|0x20-'a' < 26 }

func isDigit(c byte) bool { return c-'0' < 10 }

// runeKind tells what the rune at the start of b is between words, and its length: white space that ends a word
// (no-break spaces, U+2028), an invisible mark that is nothing at all (U+200B, U+FEFF), or a part of a word.
func runeKind(b []byte) (kind uint8, size int) {
	r, size := utf8.DecodeRune(b)
	switch {
	case r == utf8.RuneError && b[0] == 0xA0: // a no-break space of Latin-1
		return white, 1
	case r == 0x85, r == 0xA0, r >= 0x2000 && r <= 0x200A, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000:
		return white, size
	case r >= 0x200B && r <= 0x200F, r == 0x2060, r == 0xFEFF:
		return invisible, size
	}
	return inWord, size
}

const invisible = nonASCII
