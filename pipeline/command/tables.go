package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

func tablesCommand(e *Env) *cobra.Command {
	var sql, dictionary bool
	var query string
	cmd := &cobra.Command{
		Use:   "tables [NAME]",
		Short: "List the tables of a run: rows, bytes, columns with their documentation",
		Long: "Tables lists what a run has made (NAME is the run's name, demo without it). --sql prints statements that make\n" +
			"a view of each table in DuckDB and name the queries that come with plyquet; --query prints the views and one query.\n" +
			"--dictionary documents every table there can be.",
		Example: "  plyquet tables demo\n" +
			"  plyquet tables demo --sql                 # views for DuckDB, and the names of the queries\n" +
			"  plyquet tables --query first-moves | duckdb\n" +
			"  plyquet tables --dictionary",
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			docs, err := e.docs()
			if err != nil {
				return err
			}
			if dictionary {
				e.showDictionary(docs)
				return nil
			}
			dir, m, err := e.OpenRun(args)
			if err != nil {
				return err
			}
			if query != "" {
				return e.showQuery(m, query)
			}
			if sql {
				e.showViews(m)
				return e.showQueries(m, filepath.Base(dir))
			}
			return e.showTables(m, docs)
		},
	}
	cmd.Flags().BoolVar(&sql, "sql", false, "print DuckDB statements that make a view of each table")
	cmd.Flags().StringVar(&query, "query", "", "print the views and the named query")
	cmd.Flags().BoolVar(&dictionary, "dictionary", false, "document every table")
	return cmd
}

// OpenRun reads the manifest of the run named by the first argument, or of the default run.
func (e *Env) OpenRun(args []string) (dir string, m *manifest.Manifest, err error) {
	name := config.Defaults().Run
	if len(args) > 0 && args[0] != "" {
		name = args[0]
	}
	dir = run.RunDir(e.Data(), name)
	if m, err = manifest.Read(dir); err != nil {
		return "", nil, err
	}
	if len(m.Steps) == 0 {
		return "", nil, fmt.Errorf("there is no finished step of a run %q in %s: %s", name, e.short(e.Data()), e.runsThereAre())
	}
	return dir, m, e.sameVersion(m, dir)
}

// runsThereAre says which name would do.
func (e *Env) runsThereAre() string {
	names := e.runs()
	if len(names) == 0 {
		return "there is none at all; plyquet run makes one"
	}
	return "there are " + harmless(strings.Join(names, ", "))
}

// runs are the names of the runs with a finished step.
func (e *Env) runs() (names []string) {
	entries, _ := os.ReadDir(run.RunDir(e.Data(), "")) // a folder that is not there holds no run
	for _, d := range entries {
		if m, err := manifest.Read(run.RunDir(e.Data(), d.Name())); err == nil && len(m.Steps) > 0 {
			names = append(names, d.Name())
		}
	}
	return names
}

// sameVersion refuses a run whose tables another version has written: their columns are not the ones this one knows.
func (e *Env) sameVersion(m *manifest.Manifest, dir string) error {
	for _, name := range m.StepNames() {
		switch v := m.Steps[name].Result.Tables(); {
		case v == e.Program.Schema:
		case v > e.Program.Schema:
			return fmt.Errorf("%s has tables of version %d, this plyquet reads version %d: use a newer plyquet", e.short(dir), v, e.Program.Schema)
		default:
			return fmt.Errorf("%s has tables of version %d (step %s), this plyquet reads version %d: plyquet run %s makes them anew, or use the plyquet that made them",
				e.short(dir), v, name, e.Program.Schema, e.short(dir))
		}
	}
	return nil
}

func (e *Env) docs() (map[stage.TableID]TableDoc, error) {
	docs := map[stage.TableID]TableDoc{}
	if e.Dictionary == nil {
		return docs, nil
	}
	list, err := e.Dictionary()
	for _, d := range list {
		docs[d.ID] = d
	}
	return docs, err
}

// parquet are the files of an artifact if it is a table.
func parquet(files []stage.File) bool {
	return len(files) > 0 && !slices.ContainsFunc(files, func(f stage.File) bool { return !strings.HasSuffix(f.Name, ".parquet") })
}

func total(files []stage.File) (rows, bytes int64) {
	for _, f := range files {
		rows += f.Rows
		bytes += f.Bytes
	}
	return rows, bytes
}

func (e *Env) showTables(m *manifest.Manifest, docs map[stage.TableID]TableDoc) error {
	ids, files := m.Tables()
	for _, id := range ids {
		rows, bytes := total(files[id])
		if !parquet(files[id]) {
			fmt.Fprintf(e.Stdout, "%-15s %18s %10s\n", id, counted(int64(len(files[id])), "files"), Bytes(bytes))
			continue
		}
		fmt.Fprintf(e.Stdout, "%-15s %18s %10s in %s\n", id, counted(rows, "rows"), Bytes(bytes), counted(int64(len(files[id])), "parts"))
		columns, err := table.Schema(files[id][0])
		if err != nil {
			return err
		}
		for _, c := range columns {
			null := ""
			if c.Nullable {
				null = " or null"
			}
			fmt.Fprintf(e.Stdout, "    %-20s %-18s %s\n", OneLine(c.Name), c.Type+null, docs[id].column(c.Name))
		}
	}
	return nil
}

func (d TableDoc) column(name string) string {
	for _, c := range d.Columns {
		if c.Name == name {
			return c.Doc
		}
	}
	return ""
}

func (e *Env) showDictionary(docs map[stage.TableID]TableDoc) {
	list, _ := e.Dictionary() // docs has checked the error
	for _, d := range list {
		fmt.Fprintf(e.Stdout, "%s\n    %s\n", d.ID, strings.ReplaceAll(strings.TrimSpace(docs[d.ID].Doc), "\n", "\n    "))
		for _, c := range d.Columns {
			fmt.Fprintf(e.Stdout, "    %-20s %s\n", c.Name, c.Doc)
		}
	}
}

// showViews prints one view a table. Files are named one by one where the folder's name would be read as a pattern.
func (e *Env) showViews(m *manifest.Manifest) {
	ids, files := m.Tables()
	for _, id := range ids {
		if !parquet(files[id]) {
			continue
		}
		folder := filepath.Dir(files[id][0].Path)
		source := quote(filepath.Join(folder, "*.parquet"))
		if strings.ContainsAny(folder, "*?[{") {
			var names []string
			for _, f := range files[id] {
				names = append(names, quote(f.Path))
			}
			source = "[" + strings.Join(names, ", ") + "]"
		}
		fmt.Fprintf(e.Stdout, "CREATE OR REPLACE VIEW %s AS SELECT * FROM read_parquet(%s);\n", id, source)
	}
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
