package gamerecord

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// Index says which row groups of evaluations hold lines of a search, and of which games. The games come in any order,
// so whoever wants some reads the groups whose span overlaps theirs.
type Index struct {
	search string
	groups []span
}

// span is a row group with the first and the last of its games.
type span struct {
	file        stage.File
	group       int
	first, last int64
}

// NewIndex makes the index of a search by reading two columns.
func NewIndex(ctx context.Context, files []stage.File, search string) (Index, error) {
	x := Index{search: search}
	for _, f := range files {
		groups, err := table.Groups(f)
		if err != nil {
			return x, err
		}
		for g := range groups {
			s, found := span{file: f, group: g}, false
			for id, err := range searched(table.ReadGroup[searchedGame](f, g), search) {
				if err != nil {
					return x, err
				}
				if !found {
					s.first, s.last, found = id, id, true
				}
				s.first, s.last = min(s.first, id), max(s.last, id)
			}
			if found {
				x.groups = append(x.groups, s)
			}
			if err := ctx.Err(); err != nil {
				return x, err
			}
		}
	}
	return x, nil
}

// Searched yields the game_id of every line of a search, as often as the game has lines.
func Searched(files []stage.File, search string) iter.Seq2[int64, error] {
	return searched(table.Read[searchedGame](files), search)
}

type searchedGame struct {
	Search string `col:"search"`
	GameID int64  `col:"game_id"`
}

func searched(lines iter.Seq2[*searchedGame, error], search string) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		for l, err := range lines {
			if err != nil {
				yield(0, err)
				return
			}
			if l.Search == search && !yield(l.GameID, nil) {
				return
			}
		}
	}
}

// Deepest reads the lines of the games first to last into dst[:0]: of each position those of the greatest depth, by
// game, ply and rank.
func (x *Index) Deepest(dst []Line, first, last int64) ([]Line, error) {
	dst = dst[:0]
	for _, s := range x.groups {
		if s.last < first || last < s.first {
			continue
		}
		for l, err := range table.ReadGroup[Line](s.file, s.group) {
			if err != nil {
				return nil, err
			}
			if l.Search == x.search && first <= l.GameID && l.GameID <= last {
				dst = append(dst, *l)
			}
		}
	}
	slices.SortStableFunc(dst, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.GameID, b.GameID), cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.Depth, b.Depth),
			cmp.Compare(a.Rank, b.Rank))
	})
	kept := dst[:0]
	for rest := dst; len(rest) > 0; {
		n := 1
		for n < len(rest) && samePosition(&rest[0], &rest[n]) {
			n++
		}
		kept = append(kept, Deepest(rest[:n])...)
		rest = rest[n:]
	}
	return kept, nil
}

// CutGame cuts the lines of one game off the front of lines, which are by game.
func CutGame(lines []Line, id int64) (game, rest []Line) {
	lo := 0
	for lo < len(lines) && lines[lo].GameID < id {
		lo++
	}
	hi := lo
	for hi < len(lines) && lines[hi].GameID == id {
		hi++
	}
	return lines[lo:hi], lines[hi:]
}
