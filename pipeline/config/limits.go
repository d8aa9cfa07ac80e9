package config

import (
	"bytes"
	"fmt"
)

// The library's time and memory grow with the square of the nesting and of the settings in one mapping: 20,000 brackets
// or 150,000 keys keep it busy for minutes, 200,000 dashes in one line take 20 GB.
const (
	maxBytes    = 1 << 20
	maxNesting  = 64
	maxColumn   = 256 // where a line's first key or value may stand: a level of block style takes a column or more
	maxSettings = 10_000
)

// tooMuch refuses texts that no person has written, before they are parsed.
func tooMuch(text []byte) string {
	if len(text) > maxBytes {
		return fmt.Sprintf("more than %d bytes: no configuration is that long", maxBytes)
	}
	depth, settings, number := 0, 0, 0
	for line := range bytes.Lines(text) {
		number++
		if indent(line) > maxColumn {
			return fmt.Sprintf("line %d starts more than %d columns to the right", number, maxColumn)
		}
		for i, c := range line {
			switch c {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(depth-1, 0)
			case ':':
				if i+1 == len(line) || line[i+1] <= ' ' {
					settings++
				}
			}
			if depth > maxNesting {
				return fmt.Sprintf("brackets are nested more than %d deep", maxNesting)
			}
		}
	}
	if settings > maxSettings {
		return fmt.Sprintf("%d settings: a configuration has at most %d", settings, maxSettings)
	}
	return ""
}

// indent is the width of blanks and of the marks of list items and keys at the start of a line.
func indent(line []byte) int {
	return len(line) - len(bytes.TrimLeft(line, " \t-?:"))
}
