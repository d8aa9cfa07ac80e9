package command

import (
	"fmt"
	"slices"
	"strings"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// A QueryDoc is a query over the views that tables --sql makes.
type QueryDoc struct {
	Name, Title string
	Needs       []string
	SQL         string
}

// showQueries names every query as a comment, with what it needs that the run does not have.
func (e *Env) showQueries(m *manifest.Manifest, name string) error {
	list, err := e.queries()
	if err != nil || len(list) == 0 {
		return err
	}
	_, files := m.Tables()
	fmt.Fprintf(e.Stdout, "\n-- Queries, each printed with the views by: plyquet tables %s%s --query QUERY | duckdb\n", name, e.dataFlag())
	for _, q := range list {
		note := ""
		if lacks := lacking(q, files); len(lacks) > 0 {
			note = fmt.Sprintf(" (this run lacks %s)", strings.Join(lacks, ", "))
		}
		fmt.Fprintf(e.Stdout, "-- %-22s %s%s\n", q.Name, q.Title, note)
	}
	return nil
}

func (e *Env) queries() ([]QueryDoc, error) {
	if e.Queries == nil {
		return nil, nil
	}
	return e.Queries()
}

// showQuery prints the views and one query: input for DuckDB as it stands.
func (e *Env) showQuery(m *manifest.Manifest, name string) error {
	list, err := e.queries()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(q QueryDoc) bool { return q.Name == name })
	if at < 0 {
		return &run.UsageError{Text: fmt.Sprintf("there is no query %q: plyquet tables --sql names them", name)}
	}
	_, files := m.Tables()
	if lacks := lacking(list[at], files); len(lacks) > 0 {
		return fmt.Errorf("query %s needs tables that this run does not have: %s", name, strings.Join(lacks, ", "))
	}
	e.showViews(m)
	_, err = fmt.Fprintf(e.Stdout, "\n%s", list[at].SQL)
	return err
}

func lacking(q QueryDoc, files map[stage.TableID][]stage.File) (lacks []string) {
	for _, id := range q.Needs {
		if !parquet(files[stage.TableID(id)]) {
			lacks = append(lacks, id)
		}
	}
	return lacks
}
