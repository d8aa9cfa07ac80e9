package fetch

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestNamesAreSafeAndDifferent(t *testing.T) {
	got := named([]Archive{{Name: "Game.pgn"}, {Name: "deep/GAME.pgn"}, {Name: "../../etc/passwd"}, {Name: `..\..\win.pgn`}, {Name: "a:b?.pgn"}, {Name: ".."}, {}})
	var names []string
	for _, a := range got {
		names = append(names, a.Name)
	}
	want := []string{"Game.pgn", "GAME-2.pgn", "passwd", "win.pgn", "a_b_.pgn", "unnamed", "unnamed-2"}
	if !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}

func TestBackoffDoublesWithinItsSpread(t *testing.T) {
	const base, longest = time.Second, time.Minute
	for attempt := 1; attempt <= 40; attempt++ {
		got := backoff(base, longest, "https://example.org/a", attempt)
		middle := float64(base) * float64(uint64(1)<<min(attempt-1, 30))
		if low := min(middle/2, float64(longest)); float64(got) < low || float64(got) > middle*1.5 || got > longest {
			t.Errorf("attempt %d: %v, middle %v", attempt, got, time.Duration(middle))
		}
		if again := backoff(base, longest, "https://example.org/a", attempt); again != got {
			t.Errorf("attempt %d: %v, then %v", attempt, got, again)
		}
	}
	if backoff(base, longest, "a", 1) == backoff(base, longest, "b", 1) {
		t.Error("two addresses have the same jitter")
	}
}

func TestRetryAfterForms(t *testing.T) {
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"7": 7 * time.Second, " 120 ": 2 * time.Minute, "0": 0, "-5": 0, "": 0, "soon": 0,
		"Wed, 01 May 2024 12:00:30 GMT": 30 * time.Second, "Wed, 01 May 2024 11:00:00 GMT": 0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {text}}, now); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestContentRange(t *testing.T) {
	for _, c := range []struct {
		text         string
		start, total int64
		ok           bool
	}{
		{"bytes 100-199/200", 100, 200, true}, {"bytes 100-199/*", 100, 0, true},
		{"bytes 100-250/200", 100, 200, false}, {"bytes */200", 0, 0, false}, {"", 0, 0, false}, {"items 1-2/3", 0, 0, false},
	} {
		start, total, ok := contentRange(c.text)
		if ok != c.ok || (ok && (start != c.start || total != c.total)) {
			t.Errorf("%q: %d, %d, %v", c.text, start, total, ok)
		}
	}
}

func TestOneHostIsAskedAtThePace(t *testing.T) {
	when := newFakeTime()
	p := newPace(when.clock(), time.Second)
	ctx := context.Background()
	for range 3 {
		if err := p.turn(ctx, "a"); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.turn(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	if w := when.waits(); !slices.Equal(w, []time.Duration{time.Second, time.Second}) {
		t.Errorf("waits %v: the first request and another host wait for nobody", w)
	}
	p.hold("b", time.Minute)
	if err := p.turn(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	if w := when.waits(); w[len(w)-1] != time.Minute {
		t.Errorf("waits %v, want the host to be left alone for a minute", w)
	}
}

func TestSameSite(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"http://www.example.org/x", "https://example.org/y", true},
		{"http://example.org:80/x", "http://EXAMPLE.org/", true},
		{"http://example.org/", "http://example.org:8080/", false},
		{"http://127.0.0.1:1/", "http://127.0.0.1:2/", false},
		{"http://example.org/", "http://example.org.evil.test/", false},
	} {
		a, _ := url.Parse(c.a)
		b, _ := url.Parse(c.b)
		if got := sameSite(a, b); got != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
	}
}

func TestRedirectFromTLSToPlainIsRefused(t *testing.T) {
	from, _ := http.NewRequest("GET", "https://example.org/a", nil)
	to, _ := http.NewRequest("GET", "http://example.org/a", nil)
	if err := defaultHTTP().checkRedirect(to, []*http.Request{from}); err == nil {
		t.Error("allowed")
	}
	if err := defaultHTTP().checkRedirect(from, []*http.Request{to}); err != nil {
		t.Errorf("from plain to TLS: %v", err)
	}
}

func day(text string) (d Day) {
	if err := d.UnmarshalText([]byte(text)); err != nil {
		panic(err)
	}
	return d
}

func TestMonths(t *testing.T) {
	got, err := monthsOf("2019-11..2020-02")
	if err != nil || fmt.Sprint(got) != "[2019-11 2019-12 2020-01 2020-02]" {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "2020", "2020-13", "2020-02..2020-01", "2020-01.."} {
		if got, err := monthsOf(bad); err == nil {
			t.Errorf("%q: %v", bad, got)
		}
	}
}

func TestProgressOfOneByteAtATimeEnds(t *testing.T) {
	p := patience{opt: defaultHTTP(), key: "https://example.org/a"}
	for size := int64(1); ; size++ {
		if _, end := p.after(transient(cutShort, nil, "cut"), size); end != nil {
			return
		}
		if size > 10_000 {
			t.Fatal("10,000 attempts with one byte more each, and no end")
		}
	}
}

func TestWhatServersSayIsCutShort(t *testing.T) {
	long := strings.Repeat("é", 60_000)
	if got := permanent(badRedirect, "redirect to %s", long).Error(); len(got) > maxDetail+10 || !utf8.ValidString(got) {
		t.Errorf("%d bytes", len(got))
	}
	answer := &http.Response{StatusCode: 404, Status: "404 \x1b[2J" + long, Header: http.Header{}}
	c := &client{clock: wallClock()}
	if got := c.statusFault(request{url: "u"}, answer).Error(); got != "u: HTTP 404 Not Found" {
		t.Errorf("%q", got)
	}
}
