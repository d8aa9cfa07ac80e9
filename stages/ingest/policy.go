package ingest

import (
	"slices"
	"strings"
	"time"

	"plyquet/engine/board"
	"plyquet/engine/pgn"
)

// policy is a validated Stage, ready to judge games.
type policy struct {
	*Stage
	dropDuplicates bool
	since, until   int32 // days since 1970 of the first and the last day
	dated          bool
}

func newPolicy(s *Stage) policy {
	p := policy{Stage: s, dropDuplicates: s.Duplicates == Drop, since: -1 << 31, until: 1<<31 - 1}
	since, until := s.dates(func(string, string, ...any) {})
	if since.Year > 0 {
		p.since, p.dated = firstDay(since), true
	}
	if until.Year > 0 {
		p.until, p.dated = lastDay(until), true
	}
	return p
}

// dates reads since and until and reports what is wrong with them.
func (s *Stage) dates(bad func(path, format string, args ...any)) (since, until pgn.Date) {
	read := func(path, value string) pgn.Date {
		d, ok := pgn.ParseDate(value)
		if value != "" && (!ok || d.Year == 0) {
			bad(path, "%q is not a date: want 2024.05.31, 2024.05 or 2024", value)
		}
		return d
	}
	return read("since", s.Since), read("until", s.Until)
}

// firstDay and lastDay are the ends of a date that may be a whole month or year, in days since 1970.
func firstDay(d pgn.Date) int32 {
	return unixDays(int(d.Year), max(int(d.Month), 1), max(int(d.Day), 1))
}

func lastDay(d pgn.Date) int32 {
	switch {
	case d.Month == 0:
		return unixDays(int(d.Year)+1, 1, 0)
	case d.Day == 0:
		return unixDays(int(d.Year), int(d.Month)+1, 0)
	}
	return firstDay(d)
}

func unixDays(year, month, day int) int32 {
	return int32(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix() / 86_400)
}

// verdict is what becomes of a game: kept, filtered for a reason, or rejected for its fault.
type verdict struct {
	filtered string
	rejected bool
}

func (v verdict) kept() bool { return v == verdict{} }

// judge applies the policies in a fixed order: what the game is, whether it can be used, whether it is wanted.
func (p *policy) judge(g *pgn.Game) verdict {
	switch {
	case g.Variant == pgn.OtherVariant:
		return verdict{filtered: variantReason(g)}
	case !p.wanted(g.Variant):
		return verdict{filtered: "variant_" + strings.ReplaceAll(g.Variant.String(), "-", "_")}
	case g.Fault != nil && (p.IllegalMove == RejectGame || len(g.Moves) < max(p.MinPlies, 1)):
		return verdict{rejected: true}
	case len(g.Moves) == 0 && p.MinPlies > 0:
		return verdict{filtered: "no_moves"}
	case len(g.Moves) < p.MinPlies:
		return verdict{filtered: "too_short"}
	case g.Result == board.Unknown && p.NoResult == Drop:
		return verdict{filtered: "no_result"}
	case !p.rated(g):
		return verdict{filtered: "rating"}
	case !p.timed(g):
		return verdict{filtered: "time_control"}
	case p.dated && !p.inTime(g):
		return verdict{filtered: "date"}
	}
	return verdict{}
}

func (p *policy) wanted(v pgn.Variant) bool {
	switch v {
	case pgn.Chess960:
		return p.Variants.Chess960
	case pgn.FromPosition:
		return p.Variants.FromPosition
	}
	return p.Variants.Standard
}

// variantReason names the other rules: "variant_crazyhouse".
func variantReason(g *pgn.Game) string {
	const longest = 32
	name, _ := g.Tag("Variant")
	name = strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			return c
		case c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		}
		return '_'
	}, name)
	return "variant_" + name[:min(len(name), longest)]
}

// rated reports that both ratings are known and within the limits, if there are limits.
func (p *policy) rated(g *pgn.Game) bool {
	if p.MinElo == 0 && p.MaxElo == 0 {
		return true
	}
	for _, name := range []string{"WhiteElo", "BlackElo"} {
		elo, ok := elo(g, name).Get()
		if !ok || int(elo) < p.MinElo || (p.MaxElo > 0 && int(elo) > p.MaxElo) {
			return false
		}
	}
	return true
}

func (p *policy) timed(g *pgn.Game) bool {
	if len(p.Speeds) == 0 && len(p.TimeControls) == 0 {
		return true
	}
	value, _ := g.Tag("TimeControl")
	if len(p.TimeControls) > 0 && !slices.Contains(p.TimeControls, value) {
		return false
	}
	return len(p.Speeds) == 0 || slices.Contains(p.Speeds, pgn.ParseTimeControl(value).Speed())
}

// inTime reports that all days the game may have been played on are within the limits. A game without a year is not.
func (p *policy) inTime(g *pgn.Game) bool {
	d := played(g)
	return d.Year > 0 && firstDay(d) >= p.since && lastDay(d) <= p.until
}
