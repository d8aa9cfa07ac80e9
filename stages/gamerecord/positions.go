package gamerecord

import (
	"fmt"
	"iter"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// Positions yields the positions of a search in a part of evaluations: all lines of each, of which there is one at
// least, by depth and rank. The lines of a position follow one another and are never split between parts.
func Positions(part stage.File, search string) iter.Seq2[[]Line, error] {
	return func(yield func([]Line, error) bool) {
		var lines []Line
		for l, err := range table.Read[Line]([]stage.File{part}) {
			if err != nil {
				yield(nil, err)
				return
			}
			if l.Search != search {
				continue
			}
			if n := len(lines); n > 0 {
				switch last := &lines[n-1]; {
				case !samePosition(last, l):
					if !yield(lines, nil) {
						return
					}
					lines = lines[:0]
				case last.Depth > l.Depth:
					yield(nil, fmt.Errorf("%v: behind depth %d", l, last.Depth))
					return
				}
			}
			lines = append(lines, *l)
		}
		if len(lines) > 0 {
			yield(lines, nil)
		}
	}
}

func samePosition(a, b *Line) bool { return a.GameID == b.GameID && a.Ply == b.Ply }

// Deepest is the part of a position's lines that is of the greatest depth, by rank.
func Deepest(lines []Line) []Line {
	from := len(lines) - 1
	for from > 0 && lines[from-1].Depth == lines[from].Depth {
		from--
	}
	return lines[from:]
}
