package fetch

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"plyquet/pipeline/stage"
)

// LichessUser takes the games of accounts through the export interface of Lichess, as one stream an account. The
// server sends 20 games a second to anonymous callers and wants one request at a time: leave http.parallel at 1.
type LichessUser struct {
	Site      string   `yaml:"site"`       // address of the interface
	Users     []string `yaml:"users"`      // accounts
	Since     Day      `yaml:"since"`      // first day, UTC; empty: from the beginning
	Until     Day      `yaml:"until"`      // last day, UTC, included; empty: to the end
	Max       int      `yaml:"max"`        // newest games an account; 0 = all
	PerfTypes []string `yaml:"perf_types"` // bullet, blitz, rapid, ...; empty: all
	RatedOnly bool     `yaml:"rated_only"` // rated games only
	Evals     bool     `yaml:"evals"`      // [%eval] comments where the server has them
}

func defaultLichessUser() LichessUser {
	return LichessUser{Site: "https://lichess.org", Evals: true}
}

func (l LichessUser) validate() []problem {
	return append(accounts{l.Site, l.Users, l.Since, l.Until}.check("lichess-user."), notNegative("lichess-user.max", l.Max)...)
}

func (l LichessUser) list(context.Context, *stage.Job, *client) ([]Archive, error) {
	query := url.Values{"clocks": {"true"}, "opening": {"true"}, "evals": {strconv.FormatBool(l.Evals)}}
	if t, ok := l.Since.start(); ok {
		query.Set("since", strconv.FormatInt(t.UnixMilli(), 10))
	}
	if t, ok := l.Until.end(); ok {
		query.Set("until", strconv.FormatInt(t.UnixMilli()-1, 10))
	}
	if l.Max > 0 {
		query.Set("max", strconv.Itoa(l.Max))
	}
	if len(l.PerfTypes) > 0 {
		query.Set("perfType", strings.Join(l.PerfTypes, ","))
	}
	if l.RatedOnly {
		query.Set("rated", "true")
	}
	archives := make([]Archive, len(l.Users))
	for i, user := range l.Users {
		archives[i] = Archive{
			Name:   "lichess-" + user + ".pgn",
			URL:    strings.TrimSuffix(l.Site, "/") + "/api/games/user/" + url.PathEscape(user) + "?" + query.Encode(),
			Accept: "application/x-chess-pgn",
		}
	}
	return archives, nil
}

// accounts are what the sources for accounts have in common.
type accounts struct {
	site         string
	users        []string
	since, until Day
}

// check finds the faults; section stands before the keys.
func (a accounts) check(section string) []problem {
	var found []problem
	if _, err := parseAddress(a.site); err != nil {
		found = append(found, problem{section + "site", err.Error()})
	}
	if len(a.users) == 0 {
		found = append(found, problem{section + "users", "is empty: name at least one account"})
	}
	for _, u := range a.users {
		if u == "" || strings.ContainsAny(u, "/?#%\\ ") {
			found = append(found, problem{section + "users", fmt.Sprintf("%q is not an account name", u)})
		}
	}
	from, okFrom := a.since.start()
	to, okTo := a.until.end()
	if okFrom && okTo && !from.Before(to) {
		found = append(found, problem{section + "until", fmt.Sprintf("%s is before since, %s", a.until, a.since)})
	}
	return found
}

func notNegative(key string, n int) []problem {
	if n < 0 {
		return []problem{{key, "must not be negative; 0 means all"}}
	}
	return nil
}

// A Day is a date of the calendar in UTC, written 2024-05-31; the zero Day is no limit.
type Day struct{ date time.Time }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Day) UnmarshalText(text []byte) (err error) {
	d.date = time.Time{}
	if len(text) > 0 {
		if d.date, err = time.Parse(time.DateOnly, string(text)); err != nil {
			return fmt.Errorf("%q is not a day; write it as 2024-05-31", text)
		}
	}
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

func (d Day) String() string {
	if d.date.IsZero() {
		return ""
	}
	return d.date.Format(time.DateOnly)
}

// start is the first moment of the day, end the first moment after it.
func (d Day) start() (time.Time, bool) { return d.date, !d.date.IsZero() }
func (d Day) end() (time.Time, bool)   { return d.date.AddDate(0, 0, 1), !d.date.IsZero() }
