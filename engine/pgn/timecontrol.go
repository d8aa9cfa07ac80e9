package pgn

import (
	"strconv"
	"strings"
)

// TimeControl is a TimeControl tag. The zero value is an unknown one.
type TimeControl struct {
	Kind    ControlKind
	Periods []Period // of Timed, at least one; the last repeats. Of Hourglass, one
}

// ControlKind tells what is known of a time control.
type ControlKind uint8

const (
	ControlUnknown ControlKind = iota // "?", nothing, or text that is not a time control
	Untimed                           // "-": correspondence or no clock
	Timed
	Hourglass // "*60"
)

// Period is one stretch of a time control: all moves, or Moves of them, in BaseMs, with IncrementMs for each move.
type Period struct {
	Moves       int // 0: the rest of the game
	BaseMs      int64
	IncrementMs int64
}

// ParseTimeControl reads the forms of the PGN standard (9.6.1), an increment behind a period of moves, and decimals.
// Text that is not one of them whole ("60 mins", "30|0", two controls) is unknown, never a guess.
func ParseTimeControl(value string) TimeControl {
	v := strings.TrimSpace(value)
	switch v {
	case "-", "inf", "unlimited":
		return TimeControl{Kind: Untimed}
	}
	if rest, ok := strings.CutPrefix(v, "*"); ok {
		p, ok := parsePeriod(rest)
		if !ok || p.Moves != 0 || p.IncrementMs != 0 {
			return TimeControl{}
		}
		return TimeControl{Hourglass, []Period{p}}
	}
	var periods []Period
	for _, text := range strings.Split(v, ":") {
		p, ok := parsePeriod(text)
		if !ok {
			return TimeControl{}
		}
		periods = append(periods, p)
	}
	return TimeControl{Timed, periods}
}

func parsePeriod(text string) (p Period, ok bool) {
	if moves, rest, has := strings.Cut(text, "/"); has {
		n, err := strconv.ParseUint(strings.TrimSpace(moves), 10, 15)
		if err != nil || n == 0 {
			return p, false
		}
		p.Moves, text = int(n), rest
	}
	base, increment, has := strings.Cut(text, "+")
	if p.BaseMs, ok = seconds(base); !ok {
		return p, false
	}
	if has {
		p.IncrementMs, ok = seconds(increment)
	}
	return p, ok
}

// seconds reads a number of seconds with an optional fraction, in milliseconds.
func seconds(text string) (int64, bool) {
	text = strings.TrimSpace(text)
	if strings.Contains(text, ",") {
		return 0, false
	}
	ms, _, ok := thousandths([]byte(text))
	return ms, ok
}

// First returns the first period, and false when there is no clock or none is known.
func (c TimeControl) First() (Period, bool) {
	if c.Kind != Timed {
		return Period{}, false
	}
	return c.Periods[0], true
}

// Speed is the class that Lichess gives a time control: by base + 40 x increment in seconds below 30 ultrabullet, 180
// bullet, 480 blitz, 1500 rapid, else classical; a day or more a move, or no clock, is correspondence. It is "" for an
// unknown control and for an hourglass. Source: lichess.org, FAQ "How are bullet, blitz and other time controls decided?".
func (c TimeControl) Speed() string {
	const day = 86_400_000
	if c.Kind == Untimed {
		return "correspondence"
	}
	p, ok := c.First()
	if !ok {
		return ""
	}
	if p.Moves > 0 && p.BaseMs/int64(p.Moves) >= day {
		return "correspondence"
	}
	switch estimate := p.BaseMs + 40*p.IncrementMs; {
	case estimate < 30_000:
		return "ultrabullet"
	case estimate < 180_000:
		return "bullet"
	case estimate < 480_000:
		return "blitz"
	case estimate < 1_500_000:
		return "rapid"
	}
	return "classical"
}
