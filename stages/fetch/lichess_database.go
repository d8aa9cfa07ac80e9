package fetch

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"plyquet/pipeline/stage"
)

// LichessDatabase takes whole months of the open database of Lichess. A month of standard games is up to 30 GB:
// raise limits.archive and limits.total for it.
type LichessDatabase struct {
	Site      string   `yaml:"site"`      // address of the database
	Variant   string   `yaml:"variant"`   // standard, chess960, antichess and others
	Months    []string `yaml:"months"`    // 2013-01, or a range 2013-01..2013-06
	Checksums bool     `yaml:"checksums"` // compare with the sha256sums.txt that the site publishes
}

func defaultLichessDatabase() LichessDatabase {
	return LichessDatabase{Site: "https://database.lichess.org", Variant: "standard", Months: []string{"2013-01"}, Checksums: true}
}

// lichessVariants are the folders of the database.
var lichessVariants = [...]string{
	"standard", "antichess", "atomic", "chess960", "crazyhouse", "horde", "kingOfTheHill", "racingKings", "threeCheck",
}

func (l LichessDatabase) validate() []problem {
	const section = "lichess-database."
	var found []problem
	if _, err := parseAddress(l.Site); err != nil {
		found = append(found, problem{section + "site", err.Error()})
	}
	if !slices.Contains(lichessVariants[:], l.Variant) {
		found = append(found, problem{section + "variant", fmt.Sprintf("%q is unknown; one of %v", l.Variant, lichessVariants)})
	}
	if len(l.Months) == 0 {
		found = append(found, problem{section + "months", "is empty: name at least one, such as 2013-01"})
	}
	for _, span := range l.Months {
		if _, err := monthsOf(span); err != nil {
			found = append(found, problem{section + "months", err.Error()})
		}
	}
	return found
}

func (l LichessDatabase) list(ctx context.Context, job *stage.Job, c *client) ([]Archive, error) {
	folder := strings.TrimSuffix(l.Site, "/") + "/" + l.Variant + "/"
	sums, err := l.checksums(ctx, job, c, folder+"sha256sums.txt")
	if err != nil {
		return nil, err
	}
	var archives []Archive
	for _, span := range l.Months {
		months, err := monthsOf(span)
		if err != nil {
			return nil, err
		}
		for _, m := range months {
			name := fmt.Sprintf("lichess_db_%s_rated_%s.pgn.zst", l.Variant, m)
			archives = append(archives, Archive{Name: name, URL: folder + name, SHA256: sums[name]})
		}
	}
	return archives, nil
}

// checksums reads the published list. That there is none is no reason to stop; the format has its own checksums.
func (l LichessDatabase) checksums(ctx context.Context, job *stage.Job, c *client, address string) (map[string]string, error) {
	if !l.Checksums {
		return nil, nil
	}
	path, _, err := c.get(ctx, request{url: address, limit: 1 << 20})
	if f, ours := asFault(err); ours {
		job.Log.Warn("no published checksums to compare with", "url", address, "why", f.Error())
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return readSums(path)
}

// readSums reads lines of "HEX  NAME", as sha256sum prints them.
func readSums(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sums := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		sum, name, ok := strings.Cut(lines.Text(), " ")
		if ok && len(sum) == 64 {
			sums[strings.TrimLeft(name, " *")] = strings.ToLower(sum)
		}
	}
	return sums, nil
}

const monthForm = "2006-01"

// monthsOf expands "2013-01" or "2013-01..2013-06".
func monthsOf(span string) ([]string, error) {
	from, to, ranged := strings.Cut(span, "..")
	if !ranged {
		to = from
	}
	first, err1 := time.Parse(monthForm, from)
	last, err2 := time.Parse(monthForm, to)
	if err1 != nil || err2 != nil || last.Before(first) {
		return nil, fmt.Errorf("%q is not a month (2013-01) or a range of months (2013-01..2013-06)", span)
	}
	var months []string
	for m := first; !m.After(last); m = m.AddDate(0, 1, 0) {
		months = append(months, m.Format(monthForm))
	}
	return months, nil
}
