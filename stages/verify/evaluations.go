package verify

import (
	"strings"

	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// A place is what the tables say of a position that was searched.
type place struct {
	key    int64
	played move // by complexity; 0: it does not say
	of     uint8
}

// Bits of place.of.
const (
	ofGrade uint8 = 1 << iota
	ofComplexity
	ofMeasured // complexity has a row
)

var searchBits = map[string]uint8{"grade": ofGrade, "complexity": ofComplexity}

type searched map[spot]place

// mark sets bits of a position and reports whether it had all of them.
func (s searched) mark(at spot, bits uint8) (before bool) {
	p := s[at]
	before = p.of&bits == bits
	p.of |= bits
	s[at] = p
	return before
}

// A move is a move in UCI, at most eight letters of it; 0 is none.
type move uint64

func pack(uci string) (m move) {
	for i := range min(len(uci), 8) {
		m = m<<8 | move(uci[i])
	}
	return m
}

type evaluation struct {
	Search string           `col:"search"`
	GameID int64            `col:"game_id"`
	Ply    int32            `col:"ply"`
	Depth  int16            `col:"depth"`
	Rank   int16            `col:"rank"`
	Cp     table.Opt[int32] `col:"cp"`
	Mate   table.Opt[int32] `col:"mate"`
}

// evaluations checks that the rows of a position stand together as whole matrices, and that they are as many as evaluate
// has counted.
func (a *audit) evaluations(all searched) error {
	if !a.has(rows.Evaluations) {
		return nil
	}
	var last evaluation
	var positions, lines int64
	var unknown, again, torn, scores tally
	err := each(a.files[rows.Evaluations], func(e *evaluation) {
		at := spot{e.GameID, e.Ply}
		bit, known := searchBits[e.Search]
		if !known {
			unknown.add("%q", e.Search)
		}
		same := positions > 0 && e.Search == last.Search && at == spot{last.GameID, last.Ply}
		if !same {
			if positions++; all.mark(at, bit) && known {
				again.add("%s search, game %d ply %d", e.Search, e.GameID, e.Ply)
			}
		}
		if !follows(same, e, &last) {
			torn.add("%s search, game %d ply %d, depth %d rank %d", e.Search, e.GameID, e.Ply, e.Depth, e.Rank)
		}
		_, cp := e.Cp.Get()
		if _, mate := e.Mate.Get(); cp == mate {
			scores.add("%s search, game %d ply %d, depth %d rank %d", e.Search, e.GameID, e.Ply, e.Depth, e.Rank)
		}
		if e.Depth > 0 {
			lines++
		}
		last = *e
	})
	unknown.close(a, rows.Evaluations, "are of a search that does not exist")
	again.close(a, rows.Evaluations, "begin a position that is there already")
	torn.close(a, rows.Evaluations, "leave out a rank or are out of order")
	scores.close(a, rows.Evaluations, "have both a score and a mate, or neither")
	if c := a.counts("evaluate"); c != nil {
		a.equal(rows.Evaluations, "positions", positions, "were kept by evaluate", c.Kept)
		var counted int64
		for name, n := range c.Extra {
			if strings.HasSuffix(name, "_lines") {
				counted += n
			}
		}
		a.equal(rows.Evaluations, "lines", lines, "were counted by evaluate", counted)
	}
	return err
}

// follows reports whether a row may stand behind the last one: rank by rank, depth by depth.
func follows(same bool, e, last *evaluation) bool {
	if same && e.Depth == last.Depth {
		return e.Rank == last.Rank+1
	}
	return e.Rank == 1 && (!same || e.Depth > last.Depth)
}

type measured struct {
	GameID int64             `col:"game_id"`
	Ply    int32             `col:"ply"`
	Weight string            `col:"weight"`
	Played table.Opt[string] `col:"played"`
}

// complexity checks that each position searched for it has a row by each definition, and no other position has.
func (a *audit) complexity(all searched) error {
	if !a.has(rows.Complexity) {
		return nil
	}
	var orphans, again tally
	weights := map[string]uint8{}
	var positions int64
	err := each(a.files[rows.Complexity], func(row *measured) {
		at := spot{row.GameID, row.Ply}
		bit, known := weights[row.Weight]
		if !known {
			bit = ofMeasured << len(weights)
			weights[row.Weight] = bit
		}
		if all[at].of&ofComplexity == 0 {
			orphans.add("game %d ply %d", row.GameID, row.Ply)
		}
		if all[at].of < ofMeasured {
			positions++
		}
		if all.mark(at, bit) {
			again.add("game %d ply %d, weight %s", row.GameID, row.Ply, row.Weight)
		}
		if text, ok := row.Played.Get(); ok {
			p := all[at]
			p.played = pack(text)
			all[at] = p
		}
	})
	if a.has(rows.Evaluations) {
		orphans.close(a, rows.Complexity, "are of a position that evaluate has not searched")
	}
	again.close(a, rows.Complexity, "repeat a position and definition")
	if c := a.counts("complexity"); c != nil {
		a.equal(rows.Complexity, "positions", positions, "were kept by complexity", c.Kept)
		a.equal(rows.Complexity, "rows", a.rowsOf(rows.Complexity), "are the kept positions by each weight", c.Kept*int64(len(weights)))
		a.equal(rows.Complexity, "positions searched for it", all.count(ofComplexity), "were seen by complexity", c.Seen)
	}
	return err
}

func (s searched) count(bit uint8) (n int64) {
	for _, p := range s {
		if p.of&bit != 0 {
			n++
		}
	}
	return n
}
