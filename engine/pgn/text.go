package pgn

import (
	"bytes"
	"unicode/utf8"
)

// cp1252 holds the letters of Windows-1252 in 0x80..0x9F; the five bytes without one become U+FFFD. From 0xA0 on the
// code page is Latin-1. Source: the Unicode Consortium's mapping table CP1252.TXT.
var cp1252 = [32]rune{
	'\u20AC', utf8.RuneError, '\u201A', '\u0192', '\u201E', '\u2026', '\u2020', '\u2021',
	'\u02C6', '\u2030', '\u0160', '\u2039', '\u0152', utf8.RuneError, '\u017D', utf8.RuneError,
	utf8.RuneError, '\u2018', '\u2019', '\u201C', '\u201D', '\u2022', '\u2013', '\u2014',
	'\u02DC', '\u2122', '\u0161', '\u203A', '\u0153', utf8.RuneError, '\u017E', '\u0178',
}

// AppendText appends the text of raw as valid UTF-8: raw itself when it is UTF-8, else its Windows-1252 letters.
func AppendText(dst, raw []byte) []byte {
	if utf8.Valid(raw) {
		return append(dst, raw...)
	}
	for _, c := range raw {
		dst = utf8.AppendRune(dst, latin(c))
	}
	return dst
}

func latin(c byte) rune {
	if c >= 0x80 && c < 0xA0 {
		return cp1252[c-0x80]
	}
	return rune(c)
}

// context is up to 200 bytes of valid UTF-8 around position at of b, for a fault.
func context(b []byte, at int) string {
	const before, most = 60, 200
	lo := max(0, min(at, len(b))-before)
	hi := min(len(b), lo+most)
	text := AppendText(nil, trimRunes(b[lo:hi]))
	if len(text) > most { // the letters of a code page take up to three bytes each
		text = bytes.ToValidUTF8(text[:most], nil)
	}
	return string(text)
}

// trimRunes drops the pieces of runes that a cut has left at both ends, so that UTF-8 is still seen as UTF-8.
func trimRunes(b []byte) []byte {
	lo, hi := 0, len(b)
	for lo < hi && lo < utf8.UTFMax && !utf8.RuneStart(b[lo]) {
		lo++
	}
	for cut := 1; cut <= utf8.UTFMax && hi-cut >= lo; cut++ {
		if c := b[hi-cut]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[hi-cut:hi]) {
				hi -= cut
			}
			break
		}
	}
	if !utf8.Valid(b[lo:hi]) {
		return b
	}
	return b[lo:hi]
}
