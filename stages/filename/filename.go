// Package filename makes names of files out of names from outside: of archives on sites, of texts in archives.
//
// It is for one path element at a time, and for what disks, listings and other people's systems make of it. It is not
// for paths: that a name does not lead out of its folder, who cuts it from a path has seen to.
package filename

import (
	"fmt"
	"path"
	"strings"
	"unicode"
)

// Max is the length of a safe name in bytes. It leaves room for suffixes below the 255 of common file systems.
const Max = 200

// maxExt is how much of a long extension a long name keeps.
const maxExt = 20

// Safe reduces a path element to a harmless one: valid UTF-8, no separators, no control characters or marks that turn the
// direction of writing round, none of the characters that Windows forbids, no dot or space at either end, not empty, not
// longer than Max. A safe name stays as it is.
func Safe(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	name = strings.Trim(name, ". ")
	if len(name) > Max {
		_, ext := Split(name)
		ext = strings.ToValidUTF8(ext[max(0, len(ext)-maxExt):], "")
		name = strings.TrimRight(strings.ToValidUTF8(name[:Max-len(ext)], "")+ext, ". ")
	}
	if name == "" {
		return "unnamed"
	}
	return name
}

// Split cuts before the extension, or before both of "month.pgn.zst".
func Split(name string) (stem, ext string) {
	ext = path.Ext(name)
	stem = strings.TrimSuffix(name, ext)
	if inner := path.Ext(stem); strings.EqualFold(inner, ".pgn") {
		stem, ext = strings.TrimSuffix(stem, inner), inner+ext
	}
	return stem, ext
}

// Taken are names that are in use, each with the last number that was given to it. Names that differ in case alone count
// as the same, as some disks see them so.
type Taken map[string]int

// Take returns the name, or the first of "name-2.pgn", "name-3.pgn" ... that is free, and takes it. Names are never given
// back, so the search goes on where it ended: a zip may hold one name a hundred thousand times.
func (t Taken) Take(name string) string {
	asked := strings.ToLower(name)
	stem, ext := Split(name)
	for n := t[asked]; t[strings.ToLower(name)] > 0; {
		n++
		name = fmt.Sprintf("%s-%d%s", stem, n, ext)
		t[asked] = n
	}
	t[strings.ToLower(name)] = 1
	return name
}
