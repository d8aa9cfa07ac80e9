package evaluate

import (
	"fmt"
	"slices"
)

// A shard is a stretch of one search that becomes one part of the table.
type shard struct {
	search string
	warm   []*game // whole games walked with a warm hash; or
	units  []unit  // positions, each searched from a cleared hash
	size   int     // positions
}

func (s shard) String() string {
	if len(s.warm) > 0 {
		return fmt.Sprintf("%s, games from %d", s.search, s.warm[0].id)
	}
	return fmt.Sprintf("%s, positions from game %d ply %d", s.search, s.units[0].at.game.id, s.units[0].at.ply)
}

// A unit is a cleared search and every spot its result is for. Positions that several games share are searched once, in the
// shard where the first of them stands: that is decided here, from the data, and not by who comes first.
type unit struct {
	at     spot
	shared []spot
}

// partsPerSearch is how many shards a search is cut into at most. It bounds both the number of files and what can be left to do
// by one engine when the others have finished: 0.5 % of the work. The number of engines must not matter.
const partsPerSearch = 200

// shards cuts the selection into shards: complexity first, whose units are long, so that the end of the run is made of
// short ones.
func (sel *selection) shards() []shard {
	out := cutUnits(searchComplexity, share(sel.complex))
	if sel.stage.Grade.Hash == WarmBackward {
		return append(out, cutGames(sel.graded)...)
	}
	var spots []spot
	for _, g := range sel.graded {
		for ply := range len(g.moves) + 1 {
			spots = append(spots, spot{g, ply})
		}
	}
	return append(out, cutUnits(searchGrade, share(spots))...)
}

// share merges the spots of one position into units, in the order of their first spots.
func share(spots []spot) []unit {
	units := make([]unit, 0, len(spots))
	first := make(map[[16]byte]int, len(spots))
	var w walker
	var of *game
	var stations []station
	for _, sp := range spots {
		if sp.game != of {
			of, stations = sp.game, w.walk(sp.game)
		}
		if stations[sp.ply].terminal != "" {
			units = append(units, unit{at: sp})
			continue
		}
		id := clearedIdentity(of, stations, sp.ply)
		if i, ok := first[id]; ok {
			units[i].shared = append(units[i].shared, sp)
			continue
		}
		first[id] = len(units)
		units = append(units, unit{at: sp})
	}
	return units
}

func cutUnits(search string, units []unit) []shard {
	per := max(1, (len(units)+partsPerSearch-1)/partsPerSearch)
	var out []shard
	for chunk := range slices.Chunk(units, per) {
		s := shard{search: search, units: chunk}
		for _, u := range chunk {
			s.size += 1 + len(u.shared)
		}
		out = append(out, s)
	}
	return out
}

// cutGames makes shards of consecutive games of about equal numbers of positions.
func cutGames(games []*game) []shard {
	total := 0
	for _, g := range games {
		total += len(g.moves) + 1
	}
	per := max(1, total/partsPerSearch)
	var out []shard
	open := shard{search: searchGrade}
	for _, g := range games {
		open.warm = append(open.warm, g)
		if open.size += len(g.moves) + 1; open.size >= per {
			out = append(out, open)
			open = shard{search: searchGrade}
		}
	}
	if len(open.warm) > 0 {
		out = append(out, open)
	}
	return out
}
