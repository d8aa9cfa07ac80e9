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
		return clean(name)
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

// anchor is a stable id for a player's section that says nothing about the name.
func anchor(name string) string {
	sum := sha256.Sum256([]byte(name))
	return "p-" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}
