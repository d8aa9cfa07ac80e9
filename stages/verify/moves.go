package verify

import (
	"errors"
	"iter"
	"maps"
	"slices"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// A cursor reads a table a row at a time, beside another one.
type cursor[T any] struct {
	row  *T // nil: at the end
	err  error
	next func() (*T, error, bool)
	stop func()
}

func open[T any](files []stage.File) *cursor[T] {
	c := &cursor[T]{}
	c.next, c.stop = iter.Pull2(table.Read[T](files))
	c.step()
	return c
}

func (c *cursor[T]) step() {
	if c.err != nil {
		return
	}
	var more bool
	if c.row, c.err, more = c.next(); !more || c.err != nil {
		c.row = nil
	}
}

// retellers are the tables that tell the moves of games again, read beside plies: all three are in the order of games.
type retellers struct {
	grades  gradeWalk
	signals signalWalk
}

func (a *audit) retellers(asked searched) *retellers {
	return &retellers{
		grades:  gradeWalk{rows: open[graded](a.files[rows.Grades])},
		signals: signalWalk{rows: open[decision](a.files[rows.MoveSignals]), asked: asked, excluded: map[string]int64{}, players: map[string]bool{}},
	}
}

func (r *retellers) game(id int64, played []move) {
	r.grades.game(id, played)
	r.signals.game(id, played)
}

func (r *retellers) close(a *audit) error {
	r.grades.rows.stop()
	r.signals.rows.stop()
	if err := errors.Join(r.grades.rows.err, r.signals.rows.err); err != nil {
		return err
	}
	r.grades.close(a)
	r.signals.close(a)
	return nil
}

type graded struct {
	GameID  int64  `col:"game_id"`
	Profile string `col:"profile"`
	Ply     int32  `col:"ply"`
	UCI     string `col:"uci"`
}

// A gradeWalk checks that a game with grades has each of its moves once by each profile.
type gradeWalk struct {
	rows                   *cursor[graded]
	games                  int64
	gaps, others, disorder tally
}

func (w *gradeWalk) game(id int64, played []move) {
	profile, at := "", 0
	end := func() {
		if profile != "" && at != len(played) {
			w.gaps.add("game %d, %s: %d moves of %d", id, profile, at, len(played))
		}
	}
	for ; w.rows.row != nil && w.rows.row.GameID <= id; w.rows.step() {
		row := w.rows.row
		if row.GameID < id {
			w.disorder.add("game %d ply %d", row.GameID, row.Ply)
			continue
		}
		if row.Profile != profile {
			end()
			if profile == "" {
				w.games++
			}
			profile, at = row.Profile, 0
		}
		if at++; int(row.Ply) != at {
			w.gaps.add("game %d, %s: ply %d where %d is due", id, profile, row.Ply, at)
			at = int(row.Ply)
		}
		if differs(played, row.Ply, row.UCI) {
			w.others.add("game %d ply %d", id, row.Ply)
		}
	}
	end()
}

// differs reports that a half-move of a game, 1 the first, is another one; what is beyond the end is found elsewhere.
func differs(played []move, ply int32, uci string) bool {
	return ply >= 1 && int(ply) <= len(played) && played[ply-1] != pack(uci)
}

func (w *gradeWalk) close(a *audit) {
	if w.rows.row != nil {
		w.disorder.add("game %d ply %d", w.rows.row.GameID, w.rows.row.Ply)
	}
	w.disorder.close(a, rows.Grades, "stand behind a later game, or are of a game without half-moves")
	w.gaps.close(a, rows.Grades, "are missing, repeated or out of order")
	w.others.close(a, rows.Grades, "are of another move than the game has")
	if c := a.counts("grade"); c != nil {
		a.equal(rows.Grades, "games", w.games, "were kept by grade", c.Kept)
	}
}

type decision struct {
	GameID   int64             `col:"game_id"`
	Ply      int32             `col:"ply"`
	Player   table.Opt[string] `col:"player"`
	Played   string            `col:"played"`
	Excluded table.Opt[string] `col:"excluded"`
}

// A signalWalk checks that every decision is a move of its game out of an evaluated position, and counts the funnel.
type signalWalk struct {
	rows                                *cursor[decision]
	asked                               searched
	unasked, others, disorder, repeated tally
	kept                                int64
	excluded                            map[string]int64
	players                             map[string]bool
}

func (w *signalWalk) game(id int64, played []move) {
	last := int32(0)
	for ; w.rows.row != nil && w.rows.row.GameID <= id; w.rows.step() {
		row := w.rows.row
		if row.GameID < id {
			w.disorder.add("game %d ply %d", row.GameID, row.Ply)
			continue
		}
		if row.Ply <= last {
			w.repeated.add("game %d ply %d", id, row.Ply)
		}
		last = row.Ply
		if w.asked[spot{id, row.Ply - 1}].of&(ofGrade|ofComplexity) == 0 {
			w.unasked.add("game %d ply %d", id, row.Ply)
		}
		if differs(played, row.Ply, row.Played) {
			w.others.add("game %d ply %d", id, row.Ply)
		}
		w.count(row)
	}
}

// count enters a decision into the funnel as signals does.
func (w *signalWalk) count(row *decision) {
	if reason, out := row.Excluded.Get(); out {
		w.excluded[reason]++
	} else if name := row.Player.Or(""); name == "" {
		w.excluded["unnamed_player"]++
	} else {
		w.kept++
		w.players[name] = true
	}
}

func (w *signalWalk) close(a *audit) {
	if w.rows.row != nil {
		w.disorder.add("game %d ply %d", w.rows.row.GameID, w.rows.row.Ply)
	}
	w.disorder.close(a, rows.MoveSignals, "stand behind a later game, or are of a game without half-moves")
	w.repeated.close(a, rows.MoveSignals, "repeat a half-move or are out of order")
	w.unasked.close(a, rows.MoveSignals, "are of a position that evaluate has not searched")
	w.others.close(a, rows.MoveSignals, "are of another move than the game has")
	c := a.counts("signals")
	if c == nil {
		return
	}
	a.equal(rows.MoveSignals, "decisions", w.kept, "were kept by signals", c.Kept)
	if !maps.Equal(nonZero(w.excluded), nonZero(c.Filtered)) {
		a.report(rows.MoveSignals, "excludes %v, the manifest counts %v", w.excluded, c.Filtered)
	}
	a.judged = slices.Sorted(maps.Keys(w.players))
}
