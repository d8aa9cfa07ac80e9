package report

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
	"unicode"
)

// aliases names people on the page.
type aliases struct {
	mode Names
	seed uint64
}

// of returns what stands on the page for a name: the cleaned name, or its pseudonym. The alias depends on the seed and
// the name alone, so it is the same in every table and next year.
func (a aliases) of(name string) string {
	if a.mode == RealNames {
		return short(clean(name))
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s", a.seed, name))
	return "Player " + base32.StdEncoding.EncodeToString(sum[:5])
}

// clean drops control characters and the marks that change the direction of text: a name must not rewrite the line it
// stands in. A name with nothing left is "?".
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name)
	if name = strings.TrimSpace(name); name == "" {
		return "?"
	}
	return name
}

// short cuts a name that nobody has: a tag can hold 8 KB, and a name stands on the page more than once.
func short(name string) string {
	const most = 100
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "..."
	}
	return name
}

// cell is a name in a file that a spreadsheet may open: one that begins as a formula would be computed, and gets an
// apostrophe, which spreadsheets take for the mark of a text.
func cell(name string) string {
	if name != "" && strings.ContainsRune("=+-@", rune(name[0])) {
		return "'" + name
	}
	return name
}

// anchor is a stable id for a player's section that says nothing about the name.
func anchor(name string) string {
	sum := sha256.Sum256([]byte(name))
	return "p-" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}
