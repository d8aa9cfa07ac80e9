package config

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// An Error is one thing to correct.
type Error struct {
	File    string // as the user named it; "--set KEY=VALUE" for an override
	Line    int    // from 1; 0 when the problem belongs to no line
	Column  int    // from 1, in characters
	Path    string // "evaluate.grade.depth"; may be empty
	Problem string
	Excerpt string // the line with a caret below; may be empty
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(shorten(e.File) + ":")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", e.Line, e.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if e.Path != "" {
		b.WriteString(shorten(e.Path) + ": ")
	}
	b.WriteString(shorten(e.Problem))
	if e.Excerpt != "" {
		b.WriteString("\n" + e.Excerpt)
	}
	return b.String()
}

// shorten cuts the middle out of a text that holds what somebody put into a file by mistake.
func shorten(s string) string {
	const start, end = 300, 100
	r := []rune(s)
	if len(r) <= start+end {
		return s
	}
	return string(r[:start]) + " ... " + string(r[len(r)-end:])
}

// Errors are the problems of a configuration in the order of the file.
type Errors []*Error

func (list Errors) Error() string {
	texts := make([]string, len(list))
	for i, e := range list {
		texts[i] = e.Error()
	}
	return strings.Join(texts, "\n")
}

func (list Errors) sorted() Errors {
	slices.SortStableFunc(list, func(a, b *Error) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return list
}

// excerpt shows one line of the text with a caret below the column.
func excerpt(lines []string, line, column int) string {
	if line < 1 || line > len(lines) {
		return ""
	}
	runes := []rune(strings.TrimRight(lines[line-1], "\r"))
	for i, r := range runes {
		if !unicode.IsPrint(r) { // a tab would move the caret, an escape sequence the cursor
			runes[i] = ' '
		}
	}
	column = min(max(column, 1), len(runes)+1)
	// A long line is cut around the caret.
	from := max(0, column-60)
	to := min(len(runes), from+100)
	margin := fmt.Sprintf("%5d | ", line)
	return margin + string(runes[from:to]) + "\n" + strings.Repeat(" ", len(margin)-2) + "| " +
		strings.Repeat(" ", column-1-from) + "^"
}

// suggest returns ` (did you mean "x"?)` for the nearest key, or the list of keys when it is short.
func suggest(key string, keys []string) string {
	best, distance := "", len(key)
	for _, k := range keys {
		if d := editDistance(key, k); d < distance && d <= max(2, len(k)/3) {
			best, distance = k, d
		}
	}
	switch {
	case best != "":
		return fmt.Sprintf("; did you mean %q?", best)
	case len(keys) > 0 && len(keys) <= 16:
		return "; the keys here are " + strings.Join(keys, ", ")
	}
	return ""
}

// editDistance counts insertions, deletions, substitutions and swaps of neighbours.
func editDistance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, prev, cur := rows[(i-1)%3], rows[i%3], rows[(i+1)%3]
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}
