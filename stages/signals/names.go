package signals

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// similarNames returns the names of a list that look like another name of it: other accents, case or punctuation, an
// initial for a given name, name order, one letter more, less or swapped. Such players may be one person or two, and
// nobody but a person can tell; so they are never merged, and the report warns.
func similarNames(names []string) map[string]bool {
	similar := map[string]bool{}
	first := map[string]string{} // form -> a name that has it
	for _, name := range names {
		for _, form := range forms(name) {
			other, taken := first[form]
			switch {
			case !taken:
				first[form] = name
			case other != name:
				similar[name], similar[other] = true, true
			}
		}
	}
	markInitials(names, similar)
	return similar
}

// markInitials finds "Doe, J" beside "Doe, Jane". Two full given names with one initial are not similar for that.
func markInitials(names []string, similar map[string]bool) {
	abbreviated, full := map[string][]string{}, map[string][]string{}
	for _, name := range names {
		surname, given := split(fold(name))
		switch letters := []rune(given); len(letters) {
		case 0:
		case 1:
			abbreviated[surname+" "+given] = append(abbreviated[surname+" "+given], name)
		default:
			key := surname + " " + string(letters[:1])
			full[key] = append(full[key], name)
		}
	}
	for key, short := range abbreviated {
		for _, name := range append(short, full[key]...) {
			if len(full[key]) > 0 {
				similar[name] = true
			}
		}
	}
}

// minTypoLength is the number of letters from which one letter more or less is more likely a slip than another name.
const minTypoLength = 7

// forms are the shapes under which a name may be written; two names are similar when they share one.
func forms(name string) []string {
	surname, given := split(fold(name))
	whole := surname + " " + given
	out := []string{whole}
	if len(whole) >= minTypoLength {
		for i, r := range whole {
			if unicode.IsLetter(r) { // user12 and user13 are different people
				out = append(out, whole[:i]+whole[i+len(string(r)):])
			}
		}
	}
	return out
}

// fold lowers case, drops accents and turns everything but letters, digits and commas into spaces.
func fold(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r), unicode.IsDigit(r), r == ',':
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// split finds surname and given names, in "Doe, Jane" and in "Jane Doe". A handle is all surname.
func split(folded string) (surname, given string) {
	if s, g, ok := strings.Cut(folded, ","); ok {
		return join(s), join(g)
	}
	words := strings.Fields(folded)
	if len(words) < 2 {
		return join(folded), ""
	}
	return words[len(words)-1], strings.Join(words[:len(words)-1], "")
}

func join(s string) string { return strings.Join(strings.Fields(s), "") }
