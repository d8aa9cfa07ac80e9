package reports

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

//go:embed sql/*.sql
var sqlFiles embed.FS

// A Query is a DuckDB query worth having. The files in sql/ are the one source for README, notebooks and
// `plyquet tables --sql`; each begins with two comment lines, its title and the tables it needs.
type Query struct {
	Name  string   // file name without ending
	Title string   // one sentence
	Needs []string // tables
	SQL   string   // the whole file
}

// Queries returns every query in order of name.
func Queries() ([]Query, error) {
	entries, err := sqlFiles.ReadDir("sql")
	if err != nil {
		return nil, fmt.Errorf("queries: %w", err)
	}
	var all []Query
	for _, e := range entries {
		text, err := sqlFiles.ReadFile(path.Join("sql", e.Name()))
		if err != nil {
			return nil, fmt.Errorf("queries: %w", err)
		}
		q, err := parseQuery(strings.TrimSuffix(e.Name(), ".sql"), string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, nil
}

func parseQuery(name, text string) (Query, error) {
	lines := strings.SplitN(text, "\n", 3)
	if len(lines) < 3 || !strings.HasPrefix(lines[0], "-- ") || !strings.HasPrefix(lines[1], "-- needs: ") {
		return Query{}, fmt.Errorf("sql/%s.sql: the first two lines must be \"-- title\" and \"-- needs: tables\"", name)
	}
	needs := strings.Split(strings.TrimPrefix(lines[1], "-- needs: "), ",")
	for i := range needs {
		needs[i] = strings.TrimSpace(needs[i])
	}
	return Query{Name: name, Title: strings.TrimPrefix(lines[0], "-- "), Needs: needs, SQL: text}, nil
}
