package pgn

import (
	"strconv"
	"strings"
	"time"
)

// Date is a date tag. Parts that are not known are 0; a known month has a known year, a known day a known month.
type Date struct {
	Year       int16
	Month, Day uint8
}

// ParseDate reads "2024.05.31", also with one-digit parts, hyphens or slashes, or without any ("20240531"); parts may
// be "??". A date of which nothing is known is the zero Date. ok is false for text that is not a date or a day that
// does not exist; the zero Date comes with it: a wrong date is not half right.
func ParseDate(value string) (d Date, ok bool) {
	v := strings.TrimSpace(value)
	if strings.Trim(v, "?.-/ ") == "" {
		return Date{}, true
	}
	if len(v) == 8 && strings.Trim(v, "0123456789") == "" {
		v = v[:4] + "." + v[4:6] + "." + v[6:]
	}
	parts := strings.FieldsFunc(v, func(c rune) bool { return c == '.' || c == '-' || c == '/' })
	if len(parts) > 3 || len(parts) == 0 {
		return Date{}, false
	}
	var n [3]int
	for i, part := range parts {
		if n[i], ok = datePart(part, []int{4, 2, 2}[i]); !ok {
			return Date{}, false
		}
	}
	return makeDate(n[0], n[1], n[2])
}

func datePart(part string, most int) (int, bool) {
	if strings.Trim(part, "?") == "" {
		return 0, true
	}
	n, err := strconv.ParseUint(part, 10, 16)
	return int(n), err == nil && len(part) <= most
}

func makeDate(year, month, day int) (Date, bool) {
	switch {
	case year == 0:
		return Date{}, true
	case month > 12 || day > 31:
		return Date{}, false
	case month == 0:
		return Date{Year: int16(year)}, true
	case day > 0 && time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() != day:
		return Date{}, false
	}
	return Date{int16(year), uint8(month), uint8(day)}, true
}

// Whole reports a date whose day is known.
func (d Date) Whole() bool { return d.Day != 0 }

// UnixDays is the number of days since 1970-01-01 of a whole date.
func (d Date) UnixDays() int32 {
	t := time.Date(int(d.Year), time.Month(d.Month), int(d.Day), 0, 0, 0, 0, time.UTC)
	return int32(t.Unix() / 86_400)
}

// ParseTimeOfDay reads "16:00:12", seconds since midnight.
func ParseTimeOfDay(value string) (int32, bool) {
	ms, ok := ParseClock([]byte(value))
	if !ok || ms >= 86_400_000 || strings.Count(value, ":") != 2 {
		return 0, false
	}
	return ms / 1000, true
}
