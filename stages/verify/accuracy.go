package verify

import (
	"slices"

	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

type accuracy struct {
	GameID  int64  `col:"game_id"`
	Profile string `col:"profile"`
	Side    string `col:"side"`
	Moves   int32  `col:"moves"`
}

// accuracies checks that every game has both of its sides by each profile, with all of its moves between them.
func (a *audit) accuracies(r *roll) error {
	if !a.has(rows.GameAccuracy) {
		return nil
	}
	var orphans, lone, again, moves tally
	var white accuracy
	var profiles, ofGame []string // seen at all, and in the game at hand
	waiting := false              // for Black
	game := int64(-1)
	err := each(a.files[rows.GameAccuracy], func(row *accuracy) {
		at := r.find(row.GameID)
		if at < 0 {
			orphans.add("game %d", row.GameID)
		}
		if !waiting {
			if white, waiting = *row, true; row.Side != "white" {
				lone.add("game %d, %s", row.GameID, row.Profile)
				waiting = false
			}
			return
		}
		waiting = false
		if row.Side != "black" || row.GameID != white.GameID || row.Profile != white.Profile {
			lone.add("game %d, %s", white.GameID, white.Profile)
			white, waiting = *row, row.Side == "white"
			return
		}
		if row.GameID != game {
			game, ofGame = row.GameID, ofGame[:0]
		}
		if slices.Contains(ofGame, row.Profile) {
			again.add("game %d, %s", row.GameID, row.Profile)
		}
		ofGame = append(ofGame, row.Profile)
		if !slices.Contains(profiles, row.Profile) {
			profiles = append(profiles, row.Profile)
		}
		if at >= 0 && white.Moves+row.Moves != r.plies[at] {
			moves.add("game %d, %s: %d and %d of %d", row.GameID, row.Profile, white.Moves, row.Moves, r.plies[at])
		}
	})
	if waiting {
		lone.add("game %d, %s", white.GameID, white.Profile)
	}
	orphans.close(a, rows.GameAccuracy, "are of no game in games")
	lone.close(a, rows.GameAccuracy, "have no other side beside them")
	again.close(a, rows.GameAccuracy, "repeat a game and profile")
	moves.close(a, rows.GameAccuracy, "have other moves than the game")
	a.accuracyCounts(int64(len(r.ids)), int64(len(profiles)))
	return err
}

func (a *audit) accuracyCounts(games, profiles int64) {
	a.equal(rows.GameAccuracy, "rows", a.rowsOf(rows.GameAccuracy), "are two sides of every game by every profile", 2*games*profiles)
	c := a.counts("grade")
	if c == nil {
		return
	}
	a.equal(rows.Games, "rows", games, "were seen by grade", c.Seen)
	a.equal(rows.Grades, "rows", a.rowsOf(rows.Grades), "are the moves that grade has counted, by every profile", c.Extra["moves_graded"]*profiles)
}

type onePlayer struct {
	Player string `col:"player"`
	Signal string `col:"signal"`
}

// signals checks that whoever is judged has played and has decisions, once by each signal.
func (a *audit) signals(known map[string]bool) error {
	if !a.has(rows.Signals) {
		return nil
	}
	var strangers, again tally
	seen := map[onePlayer]bool{}
	players, names := map[string]bool{}, map[string]bool{}
	err := each(a.files[rows.Signals], func(row *onePlayer) {
		if !known[row.Player] {
			strangers.add("%q", row.Player)
		}
		if seen[*row] {
			again.add("%q, %s", row.Player, row.Signal)
		}
		seen[*row], players[row.Player], names[row.Signal] = true, true, true
	})
	strangers.close(a, rows.Signals, "are of a player of no game")
	again.close(a, rows.Signals, "repeat a player and signal")
	a.equal(rows.Signals, "rows", int64(len(seen)), "are every player by every signal", int64(len(players)*len(names)))
	a.extra(rows.Signals, "signals", "players", "players", int64(len(players)))
	if a.has(rows.MoveSignals) && a.has(rows.Plies) {
		a.sameNames(rows.Signals, players, a.judged, "have no decision in move_signals")
		a.sameNames(rows.MoveSignals, setOf(a.judged), keysOf(players), "have no signals")
	}
	return err
}

// sameNames reports the names of a table that are not in a sorted list.
func (a *audit) sameNames(id stage.TableID, names map[string]bool, sorted []string, fault string) {
	var missing tally
	for _, name := range keysOf(names) {
		if _, ok := slices.BinarySearch(sorted, name); !ok {
			missing.add("%q", name)
		}
	}
	missing.closeAs(a, id, "players", fault)
}
