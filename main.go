// Plyquet is a batch toolkit for chess data: a YAML file describes a run, the run turns PGN archives into Parquet
// tables, plots and a report.
//
// main puts the parts together and does nothing else: the command line is pipeline/command, the order of the work
// pipeline/plan, the work itself the packages below stages.
package main

import (
	"context"
	"os"
	"runtime/debug"

	"plyquet/benchmarks"
	"plyquet/pipeline/command"
	"plyquet/reports"
	"plyquet/stages"
	"plyquet/stages/doctor"
	"plyquet/stages/report"
	"plyquet/stages/rows"
	"plyquet/stages/rows/dictionary"
	"plyquet/stages/verify"
)

const version = "0.1.0"

// queries hands the command line what the package reports has: the machinery may not depend on it.
func queries() (docs []command.QueryDoc, err error) {
	list, err := reports.Queries()
	for _, q := range list {
		docs = append(docs, command.QueryDoc{Name: q.Name, Title: q.Title, Needs: q.Needs, SQL: q.SQL})
	}
	return docs, err
}

// commit is set by the linker in builds with make.
var commit string

// buildCommit falls back to what go build notes by itself, where it may.
func buildCommit() string {
	if commit != "" {
		return commit
	}
	revision, modified := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value[:min(12, len(s.Value))]
			case s.Key == "vcs.modified" && s.Value == "true":
				modified = "-modified"
			}
		}
	}
	return revision + modified
}

func program() command.Program {
	return command.Program{
		Registry:   stages.All,
		Comments:   stages.Comments(),
		Commands:   append(stages.Commands, benchmarks.Command),
		Dictionary: dictionary.Tables,
		Queries:    queries,
		Schema:     rows.SchemaVersion,
		Verify:     verify.Tables,
		Engine:     doctor.Engine,
		Page:       report.Page,
		Version:    version,
		Commit:     buildCommit(),
	}
}

func main() {
	os.Exit(program().Main(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}
