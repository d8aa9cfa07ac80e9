package gamerecord

import (
	"context"
	"fmt"
	"io"
	"iter"
	"path"
	"slices"
	"sort"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// Part is a part of games with the part of plies that holds the half-moves of the same games, in the same order.
type Part struct{ Games, Plies stage.File }

// String names the part in errors of the machinery.
func (p Part) String() string { return p.Games.Name }

// Pair joins the parts of games and plies by their part name: a game's rows are in parts of the same number, and in
// one part only.
func Pair(games, plies []stage.File) ([]Part, error) {
	if len(games) != len(plies) {
		return nil, fmt.Errorf("%d parts of games and %d of plies do not belong together", len(games), len(plies))
	}
	parts := make([]Part, len(games))
	for i := range games {
		if path.Base(games[i].Name) != path.Base(plies[i].Name) {
			return nil, fmt.Errorf("%s and %s do not belong together", games[i].Name, plies[i].Name)
		}
		parts[i] = Part{games[i], plies[i]}
	}
	return parts, nil
}

// Span is the first and the last game_id of the part; ok is false when it has no games.
func (p Part) Span() (first, last int64, ok bool, err error) {
	type id struct {
		GameID int64 `col:"game_id"`
	}
	for row, err := range table.Read[id]([]stage.File{p.Games}) {
		if err != nil {
			return 0, 0, false, fmt.Errorf("read games: %w", err)
		}
		if !ok {
			first, ok = row.GameID, true
		}
		last = row.GameID
	}
	return first, last, ok, nil
}

// Games yields the games of all parts that want accepts; nil: every one.
func Games(ctx context.Context, games, plies []stage.File, want func(*Tags) bool) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		parts, err := Pair(games, plies)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, p := range parts {
			for g, err := range p.All(ctx, want) {
				if !yield(g, err) || err != nil {
					return
				}
			}
		}
	}
}

// All yields the games of the part that want accepts; nil: every one. The numbers of plies say where a game's rows
// stand, so row groups without a wanted game are not read: a few dozen games out of a million cost a look at the tags.
func (p Part) All(ctx context.Context, want func(*Tags) bool) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		plies := plyReader{file: p.Plies, loaded: -1}
		var g Game
		next := int64(0) // number of the first row of the game at hand
		for tags, err := range table.Read[Tags]([]stage.File{p.Games}) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && tags.PlyCount < 0 {
				err = fmt.Errorf("game %d has %d half-moves", tags.GameID, tags.PlyCount)
			}
			if err != nil {
				yield(nil, fmt.Errorf("read games: %w", err))
				return
			}
			first := next
			next += int64(tags.PlyCount)
			if want != nil && !want(tags) {
				continue
			}
			g.Tags = *tags
			if g.Plies, err = plies.of(tags, g.Plies[:0], first); err != nil {
				yield(nil, err)
				return
			}
			if !yield(&g, nil) {
				return
			}
		}
		if err := plies.end(next); err != nil {
			yield(nil, err)
		}
	}
}

// plyReader reads rows of a part of plies by their number. It holds one row group.
type plyReader struct {
	file    stage.File
	ends    []int64 // of the row groups; nil: not known yet
	loaded  int     // the row group in rows; -1: none
	rows    []Ply
	touched int // the row group that games were read of one by one
	lone    int // how many they were
}

// of appends the half-moves of a game, which begin at row first, to dst.
func (r *plyReader) of(g *Tags, dst []Ply, first int64) ([]Ply, error) {
	dst, err := r.append(dst, first, first+int64(g.PlyCount))
	if err != nil {
		return dst, fmt.Errorf("read plies: %w", err)
	}
	n := 0
	for n < len(dst) && dst[n].GameID == g.GameID {
		n++
	}
	if n != int(g.PlyCount) {
		return dst, fmt.Errorf("game %d: %d plies in the table, the game says %d: the tables do not belong together", g.GameID, n, g.PlyCount)
	}
	return dst, nil
}

// append appends the rows from to to, the latter excluded, as far as there are any.
func (r *plyReader) append(dst []Ply, from, to int64) ([]Ply, error) {
	if from == to {
		return dst, nil
	}
	if err := r.look(); err != nil {
		return dst, err
	}
	for from < to {
		group := sort.Search(len(r.ends), func(i int) bool { return r.ends[i] > from })
		if group == len(r.ends) {
			break
		}
		end := min(to, r.ends[group])
		var err error
		if dst, err = r.appendOf(dst, group, from, end); err != nil {
			return dst, err
		}
		from = end
	}
	return dst, nil
}

// maxLone games of a row group are read by themselves. Each costs about a tenth of the whole group.
const maxLone = 3

// appendOf appends rows from..end-1, all of one row group. The first games asked of a group are read alone, unless the group
// begins with one: few games of a large table are then cheap, and all of them cost no more than they did.
func (r *plyReader) appendOf(dst []Ply, group int, from, end int64) ([]Ply, error) {
	first := int64(0)
	if group > 0 {
		first = r.ends[group-1]
	}
	if group != r.touched {
		r.touched, r.lone = group, 0
	}
	if group != r.loaded && r.lone < maxLone && from > first {
		r.lone++
		for row, err := range table.ReadRange[Ply](r.file, group, from-first, end-first) {
			if err != nil {
				return dst, err
			}
			dst = append(dst, *row)
		}
		return dst, nil
	}
	err := r.load(group)
	if err == nil {
		dst = append(dst, r.rows[from-first:end-first]...)
	}
	return dst, err
}

// look learns where the row groups end.
func (r *plyReader) look() error {
	if r.ends != nil {
		return nil
	}
	sizes, err := table.Groups(r.file)
	if err != nil {
		return err
	}
	r.ends = make([]int64, len(sizes))
	end := int64(0)
	for i, n := range sizes {
		end += n
		r.ends[i] = end
	}
	return nil
}

func (r *plyReader) load(group int) error {
	if group == r.loaded {
		return nil
	}
	size := r.ends[group]
	if group > 0 {
		size -= r.ends[group-1]
	}
	r.rows, r.loaded = slices.Grow(r.rows[:0], int(size)), group
	for row, err := range table.ReadGroup[Ply](r.file, group) {
		if err != nil {
			return err
		}
		r.rows = append(r.rows, *row)
	}
	if int64(len(r.rows)) != size {
		return fmt.Errorf("row group %d: %w", group, io.ErrUnexpectedEOF)
	}
	return nil
}

// end checks that no row is left behind the last game. Where no game was wanted, the part was not looked at.
func (r *plyReader) end(games int64) error {
	if n := len(r.ends); n > 0 && r.ends[n-1] > games {
		return fmt.Errorf("%s: %d plies, the games have %d: the tables do not belong together", r.file.Name, r.ends[n-1], games)
	}
	return nil
}
