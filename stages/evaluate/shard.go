package evaluate

import (
	"fmt"

	"plyquet/stages/rows"
)

// A shard is a stretch of one search that becomes one part of the table.
type shard struct {
	search string
	warm   []*game // whole games walked with a warm hash; or
	units  []unit  // positions, each searched from a cleared hash
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
// by one engine when the others have finished: 0.5 % of the work. leastNodes is about a second of work: less is not worth a file.
// The number of engines must not matter.
const (
	partsPerSearch = 200
	leastNodes     = 500_000
)

// cutter collects shards of about equal cost.
type cutter struct {
	search string
	least  int64 // nodes of a shard
	open   shard
	spent  int64
	done   []shard
}

func newCutter(search string, total int64) *cutter {
	return &cutter{search: search, least: max(leastNodes, total/partsPerSearch), open: shard{search: search}}
}

// add enters a game or a unit into the open shard, and closes it when it is large enough.
func (c *cutter) add(games []*game, units []unit, nodes int64) {
	c.open.warm = append(c.open.warm, games...)
	c.open.units = append(c.open.units, units...)
	if c.spent += nodes; c.spent >= c.least {
		c.close()
	}
}

func (c *cutter) close() {
	if len(c.open.warm)+len(c.open.units) > 0 {
		c.done = append(c.done, c.open)
	}
	c.open, c.spent = shard{search: c.search}, 0
}

// shards cuts the selection into shards: complexity first, whose units are long, so that the end of the run is made of
// short ones.
func (sel *selection) shards() []shard {
	c, g := &sel.stage.Complexity, &sel.stage.Grade
	out := cutUnits(rows.SearchComplexity, share(sel.complex), expectedNodes(c.depth(), 0, min(c.MultiPV, usualLegal), false))
	if g.Hash == WarmBackward {
		return append(out, cutGames(sel.graded, expectedNodes(g.Depth, g.Nodes, g.MultiPV, true))...)
	}
	var spots []spot
	for _, game := range sel.graded {
		for ply := range len(game.moves) + 1 {
			spots = append(spots, spot{game, ply})
		}
	}
	return append(out, cutUnits(rows.SearchGrade, share(spots), expectedNodes(g.Depth, g.Nodes, g.MultiPV, false))...)
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

func cutUnits(search string, units []unit, nodes int64) []shard {
	c := newCutter(search, nodes*int64(len(units)))
	for i := range units {
		c.add(nil, units[i:i+1], nodes)
	}
	c.close()
	return c.done
}

// cutGames makes shards of consecutive games.
func cutGames(games []*game, nodes int64) []shard {
	total := int64(0)
	for _, g := range games {
		total += nodes * int64(len(g.moves)+1)
	}
	c := newCutter(rows.SearchGrade, total)
	for i, g := range games {
		c.add(games[i:i+1], nil, nodes*int64(len(g.moves)+1))
	}
	c.close()
	return c.done
}
