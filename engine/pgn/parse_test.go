package pgn

import (
	"fmt"
	"testing"
)

func TestParseClock(t *testing.T) {
	for in, want := range map[string]string{
		"0:03:00": "180000", " 0:03:00 ": "180000", "1:02:03": "3723000", "0:00:00": "0", "0:00:09.87": "9870", "0:00:09,8": "9800",
		"0:00:01.2345": "1234", "100:00:00": "360000000", "0:1:2": "62000", "2:30": "9000000", "2:30.5": "150500",
		"": "-", "7": "-", "0:60:00": "-", "0:00:60": "-", "-0:00:01": "-", "0:00": "0", "1:2:3:4": "-", "a:b:c": "-", "0:00:1.x": "-",
		"600:00:00": "-", "::": "-", "0:00:": "-",
	} {
		ms, ok := ParseClock([]byte(in))
		if got := orDash(ms, ok); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestParseElapsed(t *testing.T) {
	for in, want := range map[string]string{"0": "0", "0.5": "500", "75": "75000", "1:05": "65000", "0:01:05": "65000", "x": "-", "": "-", "99999999": "-"} {
		ms, ok := parseElapsed([]byte(in))
		if got := orDash(ms, ok); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func orDash[T any](v T, ok bool) string {
	if !ok {
		return "-"
	}
	return fmt.Sprint(v)
}

func TestParseEval(t *testing.T) {
	for in, want := range map[string]string{
		"0.31": "cp 31", "-12.5": "cp -1250", "+1": "cp 100", "0.005": "cp 1", "-.75": "cp -75", "#12": "mate 12", "#-1": "mate -1",
		"#0": "mate 0", "1.5,20": "cp 150 depth 20", "-77,23": "cp -77 depth 23", "-29998,30": "mate -2 depth 30", "#5,9": "mate 5 depth 9",
		"": "-", "#": "-", "#x": "-", "1.": "cp 100", "1.2.3": "-", "--1": "-", "1,": "-", "9999999": "-", ".": "-", "#+-1": "-", "1e5": "-",
	} {
		e, ok := ParseEval([]byte(in))
		if got := orDash(evalText(e), ok); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestParseTimeControlAndSpeed(t *testing.T) {
	for in, want := range map[string]string{
		"300+3": "300+3 blitz", "29": "29+0 ultrabullet", "30": "30+0 bullet", "60+3": "60+3 blitz", "179": "179+0 bullet", "180": "180+0 blitz",
		"480": "480+0 rapid", "1499": "1499+0 rapid", "1500": "1500+0 classical", "-": "untimed correspondence", "1/259200": "1/259200+0 correspondence",
		"40/5400:900+30": "40/5400+0 900+30 classical", "*180": "hourglass 180+0 ", "0.5+0.01": "0.5+0.01 ultrabullet",
		"": "unknown ", "?": "unknown ", "3 min": "unknown ", "300+": "unknown ", "+3": "unknown ", "0/60": "unknown ", "60:": "unknown ", "*40/60": "unknown ",
		"60+1+1": "unknown ",
	} {
		c := ParseTimeControl(in)
		if got := controlText(c) + " " + c.Speed(); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestParseDate(t *testing.T) {
	for in, want := range map[string]string{
		"2024.02.29": "{2024 2 29} true", "2023.02.29": "{0 0 0} false", "2024.2.3": "{2024 2 3} true", "2024": "{2024 0 0} true",
		"2024.??.??": "{2024 0 0} true", "2024.05.??": "{2024 5 0} true", "2024.??.07": "{2024 0 0} true", "????.??.??": "{0 0 0} true",
		"": "{0 0 0} true", "0000.00.00": "{0 0 0} true", "2024/05/06": "{2024 5 6} true", "20240506": "{2024 5 6} true",
		"06.05.2024": "{0 0 0} false", "May 2024": "{0 0 0} false", "2024.05.06.07": "{0 0 0} false", "2024.1a.01": "{0 0 0} false", "2024.00.05": "{2024 0 0} true",
	} {
		d, ok := ParseDate(in)
		if got := fmt.Sprint(d, ok); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	if d := (Date{2000, 3, 1}); d.UnixDays() != 11017 || !d.Whole() { // 30 years, 7 leap days, 60 days
		t.Errorf("%v is day %d", d, d.UnixDays())
	}
	if d := (Date{1969, 12, 31}); d.UnixDays() != -1 {
		t.Errorf("%v is day %d", d, d.UnixDays())
	}
}

func TestParseTimeOfDay(t *testing.T) {
	for in, want := range map[string]string{"16:00:12": "57612", "00:00:00": "0", "24:00:00": "-", "1:2": "-", "x": "-"} {
		s, ok := ParseTimeOfDay(in)
		if got := orDash(s, ok); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestParseVariant(t *testing.T) {
	for in, want := range map[string]Variant{
		"Standard": Standard, "": Standard, "From Position": Standard, "wild/5": Standard, "Chess": Standard, "Chess960": Chess960,
		"chess 960": Chess960, "Fischerandom": Chess960, "wild/fr": Chess960, "Crazyhouse": OtherVariant, "antichess": OtherVariant, "Chess 9000": OtherVariant,
	} {
		if got := ParseVariant(in); got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

// TestSpent: each source of a think time, and each reason for not knowing it.
func TestSpent(t *testing.T) {
	for _, c := range []struct {
		control, moves, want string
		odd                  int
	}{
		{"60+2", "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} 2. d4 {[%clk 0:00:57]} d5 {[%clk 0:01:01]}", "0 1000 5000 0", 0},
		{"60+2", "1. e4 {[%clk 0:01:01.5]} e5 {[%clk 0:01:05]}", "500 -", 1}, // an increment for the first move; more than that
		{"?", "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} 2. d4 {[%clk 0:00:57]}", "- - -", 0},
		{"60", "1. e4 {[%clk 0:01:00]} e5 2. d4 {[%clk 0:00:57]} d5 {[%clk 0:00:50]}", "0 - 3000 -", 0},
		{"60", "1. e4 {[%emt 0:00:07] [%clk 0:00:58]} e5 {[%emt 3]} 2. d4 {[%clk 0:00:57]}", "7000 3000 1000", 0},
		{"180+2", "1. e4 {[%clk 0:01:30]} e5 {[%clk 0:03:00]} 2. d4 {[%clk 0:01:20]} d5 {[%clk 0:02:50]}", "- 0 10000 12000", 0}, // White goes berserk
		{"0+1", "1. e4 {[%clk 0:00:01]} e5 {[%clk 0:00:01]} 2. d4 {[%clk 0:00:01.5]}", "0 0 500", 0},
		{"40/60:60", "1. e4 {[%clk 0:00:10]} e5 2. d4 {[%clk 0:01:05]}", "50000 - -", 1}, // the second period has begun
		{"600", "1. e4 {[%timestamp 15]} e5 {[%timestamp 1]}", "1500 100", 0},
	} {
		r := NewReader(Options{})
		r.Reset(Block{Data: []byte(c.moves + " *")})
		g, _ := r.Next()
		spent, odd := g.Spent(ParseTimeControl(c.control), nil)
		if got := tookText(spent); got != c.want || odd != c.odd {
			t.Errorf("%s %s: %s, %d odd; want %s, %d odd", c.control, c.moves, got, odd, c.want, c.odd)
		}
	}
}
