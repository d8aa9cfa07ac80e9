package grade

import (
	"plyquet/engine/board"
	"plyquet/metrics"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// extras are the facts of a game that do not depend on the profile.
type extras struct {
	opening
	guess   [2]metrics.Chesskit
	guessed bool
}

// players adds a row for each side of the game by one profile.
func (w *worker) players(g *gamerecord.Game, x *extras, grader *metrics.Grader) {
	sums := grader.Summarize(w.grades, &w.maker.sheet)
	exit := bookExit(w.grades)
	if w.book == nil {
		exit = table.Opt[int32]{}
	}
	for side := range sums {
		row := playerRow(g, grader.Profile().Name, board.Color(side), &sums[side])
		row.BookExitPly = exit
		row.OpeningECO, row.OpeningName = text(x.eco), text(x.name)
		if x.guessed && sums[side].Unscored == "" {
			addGuess(&row, x.guess[side].ACPL)
		}
		w.accuracyRows = append(w.accuracyRows, row)
	}
}

func playerRow(g *gamerecord.Game, profile string, side board.Color, sum *metrics.Summary) rows.PlayerAccuracy {
	row := rows.PlayerAccuracy{GameID: g.GameID, Profile: profile, Side: side.String(), Moves: int32(sum.Moves),
		Graded: int32(sum.Graded), Unscored: text(string(sum.Unscored))}
	row.Player, row.Elo = g.Player(side)
	_, row.OpponentElo = g.Player(side.Other())
	addPhases(&row, sum)
	if sum.Unscored != "" {
		return row
	}
	row.Accuracy = table.Some(float32(sum.Accuracy.Value))
	row.AccuracyWeighted = table.Some(float32(sum.Accuracy.Weighted))
	row.AccuracyHarmonic = table.Some(float32(sum.Accuracy.Harmonic))
	row.ACPL = float(sum.ACPL)
	addCounts(&row, sum)
	return row
}

func addCounts(row *rows.PlayerAccuracy, sum *metrics.Summary) {
	count := func(c metrics.Class) table.Opt[int32] { return table.Some(int32(sum.Counts[c])) }
	row.Brilliant, row.Great = count(metrics.ClassBrilliant), count(metrics.ClassGreat)
	row.Best, row.Excellent, row.Good = count(metrics.ClassBest), count(metrics.ClassExcellent), count(metrics.ClassGood)
	row.BookMoves = count(metrics.ClassBook)
	row.Inaccuracy, row.Miss = count(metrics.ClassInaccuracy), count(metrics.ClassMiss)
	row.Mistake, row.Blunder = count(metrics.ClassMistake), count(metrics.ClassBlunder)
	row.Pending, row.Unmarked = count(metrics.ClassPending), count(metrics.ClassUnmarked)
}

func addPhases(row *rows.PlayerAccuracy, sum *metrics.Summary) {
	opening, middle, end := &sum.Phases[metrics.Opening], &sum.Phases[metrics.Middlegame], &sum.Phases[metrics.Endgame]
	row.OpeningMoves, row.MiddlegameMoves, row.EndgameMoves = int32(opening.Moves), int32(middle.Moves), int32(end.Moves)
	row.OpeningAccuracy, row.OpeningACPL = float(opening.Accuracy), float(opening.ACPL)
	row.MiddlegameAccuracy, row.MiddlegameACPL = float(middle.Accuracy), float(middle.ACPL)
	row.EndgameAccuracy, row.EndgameACPL = float(end.Accuracy), float(end.ACPL)
}

// addGuess adds Chesskit's ratings; the rated one starts from the player's rating, or else the opponent's.
func addGuess(row *rows.PlayerAccuracy, acpl float64) {
	row.ChesskitElo = table.Some(float32(metrics.ChesskitElo(acpl)))
	rating, ok := row.Elo.Get()
	if !ok {
		rating, ok = row.OpponentElo.Get()
	}
	if ok && rating > 0 {
		row.ChesskitEloRated = table.Some(float32(metrics.ChesskitEloRated(acpl, float64(rating))))
	}
}

// bookExit is the half-move that left the book for good; null when the game never did.
func bookExit(grades []metrics.Grade) table.Opt[int32] {
	for i := range grades {
		if !grades[i].Book {
			return table.Some(int32(i + 1))
		}
	}
	return table.Opt[int32]{}
}

func text(s string) table.Opt[string] {
	if s == "" {
		return table.Opt[string]{}
	}
	return table.Some(s)
}
