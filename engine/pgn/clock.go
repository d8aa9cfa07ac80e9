package pgn

import (
	"bytes"
	"math"
)

// ParseClock reads the argument of [%clk]: H:MM:SS with an optional fraction behind a point or a comma, fields of one
// or more digits, minutes and seconds below 60, any number of hours. Two fields are hours and minutes, as broadcasts
// write them, unless the second has a fraction: then they are minutes and seconds. The result is in milliseconds.
func ParseClock(arg []byte) (ms int32, ok bool) {
	f, n, fraction, ok := clockFields(arg)
	switch {
	case !ok || n < 2:
		return 0, false
	case n == 2 && !fraction:
		return clockMs(f[0], f[1]/1000, 0)
	case n == 2:
		return clockMs(0, f[0], f[1])
	}
	return clockMs(f[0], f[1], f[2])
}

// parseElapsed reads the argument of [%emt]: as a clock, but one field is seconds and two are minutes and seconds.
func parseElapsed(arg []byte) (ms int32, ok bool) {
	f, n, _, ok := clockFields(arg)
	switch {
	case !ok:
		return 0, false
	case n == 1: // may be more than a minute
		return clockMs(0, 0, f[0])
	case n == 2:
		return clockMs(0, f[0], f[1])
	}
	return clockMs(f[0], f[1], f[2])
}

// clockFields splits at colons. The last field is in thousandths, all others are whole; n is their number, 1 to 3.
// With n > 1 all fields but the first are below 60.
func clockFields(arg []byte) (f [3]int64, n int, fraction, ok bool) {
	arg = bytes.TrimSpace(arg)
	for n = 0; n < 3; n++ {
		field, rest, more := bytes.Cut(arg, []byte(":"))
		if !more {
			f[n], fraction, ok = thousandths(field)
			if n > 0 && (f[n] >= 60_000) {
				ok = false
			}
			return f, n + 1, fraction, ok
		}
		if f[n], ok = parseDigits(field, 1e6); !ok || (n > 0 && f[n] >= 60) {
			return f, n, false, false
		}
		arg = rest
	}
	return f, n, false, false
}

// clockMs joins hours, minutes and thousandths of seconds.
func clockMs(hours, minutes, msec int64) (int32, bool) {
	ms := hours*3_600_000 + minutes*60_000 + msec
	return int32(ms), ms <= math.MaxInt32
}

// thousandths reads "12", "12.5" or "12,5"; digits beyond the third are dropped.
func thousandths(field []byte) (n int64, fraction, ok bool) {
	whole, part := field, []byte(nil)
	if i := bytes.IndexAny(field, ".,"); i >= 0 {
		whole, part, fraction = field[:i], field[i+1:], true
	}
	if n, ok = parseDigits(whole, 1e9); !ok {
		return 0, false, false
	}
	n *= 1000
	for scale := int64(100); len(part) > 0; scale, part = scale/10, part[1:] {
		if !isDigit(part[0]) {
			return 0, false, false
		}
		n += scale * int64(part[0]-'0')
	}
	return n, fraction, true
}

// parseDigits reads a number of digits alone, at most most.
func parseDigits(b []byte, most int64) (n int64, ok bool) {
	if len(b) == 0 {
		return 0, false
	}
	for _, c := range b {
		if !isDigit(c) {
			return 0, false
		}
		if n = n*10 + int64(c-'0'); n > most {
			return 0, false
		}
	}
	return n, true
}
