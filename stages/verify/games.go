package verify

import (
	"errors"
	"slices"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// A roll is every game in the order of game_id.
type roll struct {
	ids      []int64
	plies    []int32 // ply_count
	finalKey []int64
}

// find returns the place of a game, or -1.
func (r *roll) find(id int64) int {
	if i, ok := slices.BinarySearch(r.ids, id); ok {
		return i
	}
	return -1
}

// A spot is a position of a game.
type spot struct {
	game int64
	ply  int32 // half-moves played before it
}

// games checks games and plies, and every table whose rows are about games.
func (a *audit) games() error {
	if !a.has(rows.Games) {
		return nil
	}
	r, players, err := a.roll()
	if err != nil {
		return err
	}
	a.ids = r
	seen := searched{}
	for _, t := range ofGames {
		if err := a.ofGame(t.id, t.least, t.keyed, r, seen); err != nil {
			return err
		}
	}
	for _, check := range []func() error{
		func() error { return a.evaluations(seen) },
		func() error { return a.complexity(seen) },
		func() error { return a.accuracies(r) },
		func() error { return a.plies(r, seen) },
		func() error { return a.signals(players) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

type game struct {
	GameID      int64             `col:"game_id"`
	PlyCount    int32             `col:"ply_count"`
	FinalKey    int64             `col:"final_key"`
	White       table.Opt[string] `col:"White"`
	Black       table.Opt[string] `col:"Black"`
	DuplicateOf table.Opt[int64]  `col:"duplicate_of"`
	Damage      table.Opt[string] `col:"damage"`
	Source      string            `col:"source"`
	Offset      int64             `col:"offset"`
	GameNumber  int64             `col:"game_number"`
}

func (a *audit) roll() (*roll, map[string]bool, error) {
	r, players := &roll{}, map[string]bool{}
	var unsorted, strangers, homeless tally
	var duplicates, damaged, plies int64
	for g, err := range table.Read[game](a.files[rows.Games]) {
		if err != nil {
			return nil, nil, err
		}
		if n := len(r.ids); n > 0 && g.GameID <= r.ids[n-1] {
			unsorted.add("game %d behind game %d", g.GameID, r.ids[n-1])
			continue
		}
		if original, again := g.DuplicateOf.Get(); again {
			if duplicates++; r.find(original) < 0 {
				strangers.add("game %d is a duplicate of game %d", g.GameID, original)
			}
		}
		if _, early := g.Damage.Get(); early {
			damaged++
		}
		if !a.homes.hold(g) {
			homeless.add("game %d, number %d of %q at byte %d", g.GameID, g.GameNumber, g.Source, g.Offset)
		}
		for _, name := range []table.Opt[string]{g.White, g.Black} {
			if text, ok := name.Get(); ok && !players[text] {
				players[text] = true
			}
		}
		r.ids, r.plies, r.finalKey = append(r.ids, g.GameID), append(r.plies, g.PlyCount), append(r.finalKey, g.FinalKey)
		plies += int64(g.PlyCount)
	}
	unsorted.close(a, rows.Games, "repeat a game_id or are out of order")
	strangers.close(a, rows.Games, "are duplicates of a game that does not stand before them")
	homeless.close(a, rows.Games, "are not in the block of their game_id")
	if c := a.counts("ingest"); c != nil {
		a.equal(rows.Games, "rows", a.rowsOf(rows.Games), "were kept by ingest", c.Kept)
		a.equal(rows.Games, "games with damage", damaged, "were kept with a fault by ingest", stage.Total(c.Warned))
	}
	a.extra(rows.Games, "ingest", "duplicates", "duplicates", duplicates)
	if a.has(rows.Plies) {
		a.equal(rows.Games, "half-moves in ply_count", plies, "rows are in plies", a.rowsOf(rows.Plies))
	}
	return r, players, nil
}

type ofGame struct {
	GameID int64 `col:"game_id"`
	Ply    int32 `col:"ply"`
}

type keyed struct {
	GameID int64 `col:"game_id"`
	Ply    int32 `col:"ply"`
	Key    int64 `col:"key"`
}

// ofGame checks that every row of a table belongs to a half-move or position of a game, and gathers the keys it has.
func (a *audit) ofGame(id stage.TableID, least int32, hasKey bool, r *roll, all searched) error {
	var orphans, beyond, torn tally
	see := func(gameID int64, ply int32) bool {
		switch i := r.find(gameID); {
		case i < 0:
			orphans.add("game %d ply %d", gameID, ply)
		case ply < least || ply > r.plies[i]:
			beyond.add("game %d has %d half-moves, ply is %d", gameID, r.plies[i], ply)
		default:
			return true
		}
		return false
	}
	var err error
	if hasKey {
		err = each(a.files[id], func(row *keyed) {
			if !see(row.GameID, row.Ply) {
				return
			}
			at := spot{row.GameID, row.Ply}
			if other, known := all[at]; known && other.key != row.Key {
				torn.add("game %d ply %d", row.GameID, row.Ply)
			}
			all[at] = place{key: row.Key}
		})
	} else {
		err = each(a.files[id], func(row *ofGame) { see(row.GameID, row.Ply) })
	}
	orphans.close(a, id, "are of no game in games")
	beyond.close(a, id, "are beyond the end of their game")
	torn.close(a, id, "have another key than another row of the same position")
	return err
}

// each reads a table to its end.
func each[T any](files []stage.File, see func(row *T)) error {
	for row, err := range table.Read[T](files) {
		if err != nil {
			return err
		}
		see(row)
	}
	return nil
}

type halfMove struct {
	GameID int64  `col:"game_id"`
	Ply    int32  `col:"ply"`
	Key    int64  `col:"key"`
	UCI    string `col:"uci"`
}

// plies checks that every game has each of its half-moves once, in order; that the keys of evaluated positions are those
// of the game; and that the tables that tell the moves again tell the same.
func (a *audit) plies(r *roll, asked searched) error {
	if !a.has(rows.Plies) {
		return nil
	}
	var orphans, gaps, strangers, others tally
	seen := make([]int32, len(r.ids))
	at := -1
	retold := a.retellers(asked)
	played := []move{} // of the game at hand
	err := each(a.files[rows.Plies], func(p *halfMove) {
		if at < 0 || r.ids[at] != p.GameID {
			if at >= 0 {
				retold.game(r.ids[at], played)
			}
			played = played[:0]
			if at = r.find(p.GameID); at < 0 {
				orphans.add("game %d ply %d", p.GameID, p.Ply)
				return
			}
		}
		played = append(played, pack(p.UCI))
		if seen[at]++; p.Ply != seen[at] {
			gaps.add("game %d: ply %d where %d is due", p.GameID, p.Ply, seen[at])
		}
		before := spot{p.GameID, p.Ply - 1}
		if found, ok := asked[before]; ok {
			if found.key != p.Key {
				strangers.add("game %d ply %d", before.game, before.ply)
			}
			if found.played != 0 && found.played != pack(p.UCI) {
				others.add("game %d ply %d", before.game, before.ply)
			}
		}
	})
	if at >= 0 {
		retold.game(r.ids[at], played)
	}
	err = errors.Join(err, retold.close(a))
	for i, n := range seen {
		if n != r.plies[i] {
			gaps.add("game %d: %d half-moves of %d", r.ids[i], n, r.plies[i])
		}
		if found, ok := asked[spot{r.ids[i], r.plies[i]}]; ok && found.key != r.finalKey[i] {
			strangers.add("game %d ply %d", r.ids[i], r.plies[i])
		}
	}
	orphans.close(a, rows.Plies, "are of no game in games")
	gaps.close(a, rows.Plies, "are missing, repeated or out of order")
	strangers.close(a, rows.Plies, "have another key than the evaluation or complexity of the position")
	others.close(a, rows.Plies, "have another move than complexity says was played")
	a.extra(rows.Plies, "ingest", "plies", "rows", a.rowsOf(rows.Plies))
	return err
}
