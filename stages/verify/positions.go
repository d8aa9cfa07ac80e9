package verify

import (
	"iter"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// An outcome is a position, or a move in it, with the results of its games.
type outcome struct {
	Key   int64  `col:"key"`
	FEN   string `col:"fen"`
	White int32  `col:"white"`
	Draws int32  `col:"draws"`
	Black int32  `col:"black"`
}

func (o outcome) visits() int64 { return int64(o.White) + int64(o.Draws) + int64(o.Black) }

// take removes the games of a move from what is left of a position, and reports whether there were so many, result by
// result. There may be more: games end.
func (o *outcome) take(move outcome) bool {
	o.White, o.Draws, o.Black = o.White-move.White, o.Draws-move.Draws, o.Black-move.Black
	return o.White >= 0 && o.Draws >= 0 && o.Black >= 0
}

// byKey yields the rows of a table in stretches of equal keys. A stretch has one position, except where two happen to
// have the same 64-bit key.
func byKey(files []stage.File) iter.Seq2[[]outcome, error] {
	return func(yield func([]outcome, error) bool) {
		var stretch []outcome
		for row, err := range table.Read[outcome](files) {
			if err != nil {
				yield(nil, err)
				return
			}
			if len(stretch) > 0 && row.Key != stretch[0].Key {
				if !yield(stretch, nil) {
					return
				}
				stretch = stretch[:0]
			}
			stretch = append(stretch, *row)
		}
		if len(stretch) > 0 {
			yield(stretch, nil)
		}
	}
}

// positions walks both tables side by side: every move belongs to a position, and no position was left more often than
// it was reached.
func (a *audit) positions() error {
	if !a.has(rows.Positions) {
		return nil
	}
	next, stop := iter.Pull2(byKey(a.files[rows.PositionMoves]))
	defer stop()
	moves, err, more := next()
	var orphans, unsorted, over tally
	var last, visits, leaves, count int64
	for places, readErr := range byKey(a.files[rows.Positions]) {
		if readErr != nil {
			return readErr
		}
		if count > 0 && places[0].Key < last {
			unsorted.add("%s", places[0].FEN)
		}
		for i, p := range places {
			visits += p.visits()
			if find(places[:i], p.FEN) != nil {
				unsorted.add("%s", p.FEN)
			}
		}
		last, count = places[0].Key, count+int64(len(places))
		for ; more && err == nil && moves[0].Key <= last; moves, err, more = next() {
			leaves += leave(places, moves, &orphans, &over)
		}
		if err != nil {
			return err
		}
	}
	for ; more && err == nil; moves, err, more = next() {
		leaves += leave(nil, moves, &orphans, &over)
	}
	unsorted.close(a, rows.Positions, "repeat a position or are out of order")
	orphans.close(a, rows.PositionMoves, "are of no position in positions")
	over.close(a, rows.PositionMoves, "have more games than reached the position")
	a.extra(rows.Positions, "positions", "positions", "rows", count)
	if c := a.counts("positions"); c != nil && c.Extra["rare_positions"] == 0 {
		a.extra(rows.Positions, "positions", "visits", "visits", visits)
	}
	a.allPlies(leaves)
	return err
}

// leave takes moves of one key from the positions of one key.
func leave(places, moves []outcome, orphans, over *tally) (visits int64) {
	for _, m := range moves {
		visits += m.visits()
		p := find(places, m.FEN)
		switch {
		case p == nil || p.Key != m.Key:
			orphans.add("%s", m.FEN)
		case !p.take(m):
			over.add("%s", m.FEN)
		}
	}
	return visits
}

// allPlies compares the moves with the half-moves that positions has counted, where every one of them left a row: no
// position was left out for being rare, and none counted once for several visits of a game.
func (a *audit) allPlies(leaves int64) {
	c := a.counts("positions")
	if c == nil || a.rowsOf(rows.PositionMoves) == 0 || c.Extra["rare_positions"] > 0 || c.Extra["visits"] != c.Extra["plies"]+c.Kept {
		return
	}
	a.extra(rows.PositionMoves, "positions", "plies", "moves played", leaves)
}

func find(list []outcome, fen string) *outcome {
	for i := range list {
		if list[i].FEN == fen {
			return &list[i]
		}
	}
	return nil
}
