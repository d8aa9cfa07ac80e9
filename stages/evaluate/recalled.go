package evaluate

import (
	"math"

	"plyquet/engine/uci"
	"plyquet/metrics"
	"plyquet/stages/evaluate/evalcache"
)

// fits reports whether what the cache holds can be the result of a search at a station. A checksum keeps out what a disk has
// damaged, and not what another program, or a version with a fault, has put there: such an entry is searched again.
func fits(m *evalcache.Matrix, st *station) bool {
	if m.Legal != st.legal || len(m.Depths) == 0 {
		return false
	}
	last := 0
	for i := range m.Depths {
		d := &m.Depths[i]
		if d.Depth <= last || d.Depth > math.MaxInt16 || d.Nodes < 0 || d.Nodes > uci.MaxTotal || len(d.Lines) == 0 || len(d.Lines) > st.legal {
			return false
		}
		last = d.Depth
		for j := range d.Lines {
			if !possible(&d.Lines[j], st) {
				return false
			}
		}
	}
	return true
}

// possible is a legal move with a score within the limits that package uci has for one.
func possible(l *evalcache.Line, st *station) bool {
	if _, err := st.pos.ParseUCI(l.Move); err != nil {
		return false
	}
	share := func(n int16) bool { return n >= 0 && n <= 1000 }
	return inRange(l.Score) && (!l.HasWDL || share(l.Win) && share(l.Draw) && share(l.Loss))
}

func inRange(s metrics.Score) bool {
	if n, ok := s.Mate(); ok {
		return -uci.MaxMate <= n && n <= uci.MaxMate
	}
	n, _ := s.Cp()
	return -uci.MaxCp <= n && n <= uci.MaxCp
}

// allFit is fits for a game: one matrix a station, and none is missing where a search was due.
func allFit(found []evalcache.Matrix, stations []station) bool {
	if len(found) != len(stations) {
		return false
	}
	for i := range stations {
		if stations[i].terminal == "" && !fits(&found[i], &stations[i]) {
			return false
		}
	}
	return true
}
