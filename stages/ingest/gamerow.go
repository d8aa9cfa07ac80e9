package ingest

import (
	"strconv"
	"strings"

	"plyquet/engine/pgn"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// gameRow is the row of a kept game, as far as its tags say; plyRows completes it with what the moves say.
func gameRow(g *pgn.Game, id int64) *rows.Game {
	day := played(g)
	control, _ := g.Tag("TimeControl")
	r := &rows.Game{
		GameID: id, Source: g.Source, Offset: g.Offset, GameNumber: g.Number,
		Event: text(g, "Event"), Site: text(g, "Site"), Round: text(g, "Round"), Date: asWritten(g, "Date"),
		White: text(g, "White"), Black: text(g, "Black"), Result: g.Result.String(),
		WhiteTitle: text(g, "WhiteTitle"), BlackTitle: text(g, "BlackTitle"),
		WhiteElo: elo(g, "WhiteElo"), BlackElo: elo(g, "BlackElo"),
		WhiteRatingDiff: ratingDiff(g, "WhiteRatingDiff"), BlackRatingDiff: ratingDiff(g, "BlackRatingDiff"),
		ECO: text(g, "ECO"), Opening: text(g, "Opening"), Termination: text(g, "Termination"),
		TimeControl: asWritten(g, "TimeControl"), Speed: speed(control),
		Variant:  g.Variant.String(),
		PlyCount: int32(len(g.Moves)),
	}
	if day.Year > 0 {
		r.Year = table.Some(day.Year)
	}
	if day.Whole() {
		r.PlayedOn = table.Some(table.Date(day.UnixDays()))
	}
	if g.CustomStart {
		r.StartFEN = table.Some(g.Start.FEN())
	}
	if g.Fault != nil {
		r.Damage = table.Some(g.Fault.Reason.String())
	}
	setStart(r, g)
	if p, ok := pgn.ParseTimeControl(control).First(); ok && p.BaseMs < 1<<31*1000 && p.IncrementMs < 1<<31 {
		r.BaseSeconds = table.Some(int32((p.BaseMs + 500) / 1000))
		r.IncrementMs = table.Some(int32(p.IncrementMs))
	}
	return r
}

// setStart fills in the moment the game began, in UTC.
func setStart(r *rows.Game, g *pgn.Game) {
	date, _ := g.Tag("UTCDate")
	day, ok := pgn.ParseDate(date)
	if !ok || !day.Whole() {
		return
	}
	r.UTCDate = table.Some(table.Date(day.UnixDays()))
	clock, _ := g.Tag("UTCTime")
	seconds, ok := pgn.ParseTimeOfDay(clock)
	if !ok {
		return
	}
	r.UTCTime = table.Some(table.TimeOfDay(seconds))
	r.StartedAt = table.Some(table.Timestamp((int64(day.UnixDays())*86_400 + int64(seconds)) * 1_000_000))
}

// played is the day of a game as far as it is known: the Date tag, or UTCDate where that says nothing.
func played(g *pgn.Game) pgn.Date {
	for _, tag := range []string{"Date", "UTCDate"} {
		value, _ := g.Tag(tag)
		if d, ok := pgn.ParseDate(value); ok && d.Year > 0 {
			return d
		}
	}
	return pgn.Date{}
}

// oddDate reports a Date tag that is neither a date nor one of the ways to say that it is not known.
func oddDate(g *pgn.Game) bool {
	value, _ := g.Tag("Date")
	_, ok := pgn.ParseDate(value)
	return !ok
}

// text is a tag's value; "?", "-" and nothing are null: the standard's words for unknown and not applicable.
func text(g *pgn.Game, tag string) table.Opt[string] {
	switch value, _ := g.Tag(tag); value {
	case "", "?", "-":
		return table.Opt[string]{}
	default:
		return table.Some(value)
	}
}

// asWritten is a tag's value where "?" and "-" have a meaning of their own.
func asWritten(g *pgn.Game, tag string) table.Opt[string] {
	if value, _ := g.Tag(tag); value != "" {
		return table.Some(value)
	}
	return table.Opt[string]{}
}

// elo is a rating; Lichess marks provisional ones with a question mark. 0 is no rating.
func elo(g *pgn.Game, tag string) table.Opt[int16] {
	value, _ := g.Tag(tag)
	n, err := strconv.ParseUint(strings.TrimRight(value, "? "), 10, 16)
	if err != nil || n == 0 || n > 5000 {
		return table.Opt[int16]{}
	}
	return table.Some(int16(n))
}

func ratingDiff(g *pgn.Game, tag string) table.Opt[int16] {
	value, _ := g.Tag(tag)
	n, err := strconv.ParseInt(value, 10, 16)
	if err != nil {
		return table.Opt[int16]{}
	}
	return table.Some(int16(n))
}

func speed(control string) table.Opt[string] {
	if s := pgn.ParseTimeControl(control).Speed(); s != "" {
		return table.Some(s)
	}
	return table.Opt[string]{}
}
