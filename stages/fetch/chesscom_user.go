package fetch

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path"
	"strings"
	"time"

	"plyquet/pipeline/stage"
)

// ChesscomUser takes the games of accounts through the published-data interface of Chess.com, which serves an account
// month by month. Since and Until choose months that overlap them; the interface knows no limit by games, so the
// limit here is in months and sample.max_games does the rest. Requests one after the other are not limited by the
// server; parallel ones are: leave http.parallel at 1.
type ChesscomUser struct {
	Site      string   `yaml:"site"`       // address of the interface
	Users     []string `yaml:"users"`      // accounts
	Since     Day      `yaml:"since"`      // first day, UTC, widened to its month; empty: from the beginning
	Until     Day      `yaml:"until"`      // last day, UTC, widened to its month; empty: to the end
	MaxMonths int      `yaml:"max_months"` // newest months an account; 0 = all
}

func defaultChesscomUser() ChesscomUser { return ChesscomUser{Site: "https://api.chess.com"} }

func (u ChesscomUser) validate() []problem {
	return append(accounts{u.Site, u.Users, u.Since, u.Until}.check("chesscom-user."), notNegative("chesscom-user.max_months", u.MaxMonths)...)
}

func (u ChesscomUser) list(ctx context.Context, _ *stage.Job, c *client) ([]Archive, error) {
	var archives []Archive
	for _, user := range u.Users {
		months, err := u.months(ctx, c, user)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", user, err)
		}
		archives = append(archives, months...)
	}
	return archives, nil
}

// months lists the chosen months of one account, oldest first.
func (u ChesscomUser) months(ctx context.Context, c *client, user string) ([]Archive, error) {
	address := strings.TrimSuffix(u.Site, "/") + "/pub/player/" + url.PathEscape(strings.ToLower(user)) + "/games/archives"
	file, _, err := c.get(ctx, request{url: address, accept: "application/json", limit: 4 << 20})
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Archives []string `json:"archives"`
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		return nil, fmt.Errorf("%s: not the list of months that was expected: %w", address, err)
	}
	base, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	var months []Archive
	for _, text := range answer.Archives {
		if a, ok := u.month(base, user, text); ok {
			months = append(months, a)
		}
	}
	if u.MaxMonths > 0 {
		months = months[max(0, len(months)-u.MaxMonths):]
	}
	return months, nil
}

// month judges one address of the list, .../games/2009/10; ok is false when the month is not wanted.
func (u ChesscomUser) month(base *url.URL, user, text string) (a Archive, ok bool) {
	text = strings.TrimSuffix(text[:min(len(text), maxHref)], "/")
	year, mm := path.Base(path.Dir(text)), path.Base(text)
	a = Archive{
		Name: fmt.Sprintf("chesscom-%s-%s-%s.pgn", user, year, mm), URL: text + "/pgn", Accept: "application/x-chess-pgn",
	}
	link, err := url.Parse(text)
	first, timeErr := time.Parse(monthForm, year+"-"+mm)
	if err != nil || timeErr != nil || checkScheme(link) != nil || !sameSite(base, link) {
		a.Refused = badAddress
		return a, true
	}
	if since, given := u.Since.start(); given && !first.AddDate(0, 1, 0).After(since) {
		return a, false
	}
	if until, given := u.Until.end(); given && !first.Before(until) {
		return a, false
	}
	return a, true
}
