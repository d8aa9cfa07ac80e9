package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

func verifyCommand(e *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "verify [NAME]",
		Short: "Compare every file of a run with its manifest, and the tables with each other",
		Long: "Verify reads every file of the run, whatever its time says, and names what is missing, damaged or not part of the run.\n" +
			"When all files are as they were written it compares the tables: counts add up, keys join, every row has its game.",
		Example: "  plyquet verify demo",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, m, err := e.OpenRun(args)
			if err != nil {
				return err
			}
			problems, err := m.Verify(dir, manifest.HashFile)
			if err != nil {
				return err
			}
			for i := range problems {
				problems[i].Text += foreign(m, problems[i])
			}
			problems = append(problems, absent(m, e.Registry)...)
			compared := e.Verify != nil && onlyStrays(problems)
			if compared {
				contradictions, err := e.Verify(m)
				if err != nil {
					return fmt.Errorf("compare the tables: %w", err)
				}
				problems = append(problems, contradictions...)
			}
			for _, p := range problems {
				fmt.Fprintln(e.Stdout, OneLine(p.Error()))
			}
			if len(problems) > 0 {
				return fmt.Errorf("%d problems in %s\n%s", len(problems), e.short(dir), harmless(remedy(problems, e.short(dir))))
			}
			e.praise(m, compared)
			return nil
		},
	}
}

// absent lists the tables that a step should have and the manifest does not name. A step that has kept nothing may lack them.
func absent(m *manifest.Manifest, registry []func() stage.Stage) (list []manifest.Problem) {
	for _, construct := range registry {
		s := construct()
		step := m.Steps[s.Name()]
		if step == nil || step.Result.Counts.Kept == 0 {
			continue
		}
		_, writes := s.IO()
		for _, id := range writes {
			if id != run.Rejects && len(step.Result.Files[id]) == 0 {
				list = append(list, manifest.Problem{Stage: s.Name(), Kind: manifest.Counts, Text: "has no file of its table " + string(id)})
			}
		}
	}
	return list
}

// onlyStrays says that every file of the manifest is as it was written. Files that it does not name may be what it has lost.
func onlyStrays(problems []manifest.Problem) bool {
	return !slices.ContainsFunc(problems, func(p manifest.Problem) bool { return p.Kind != manifest.Stray })
}

// foreign says which step of which run a damaged part names in its footer, if it is a whole Parquet file of another one.
func foreign(m *manifest.Manifest, p manifest.Problem) string {
	step := m.Steps[p.Stage]
	if p.Kind != manifest.Damaged || step == nil || !strings.HasSuffix(p.File, ".parquet") {
		return ""
	}
	for _, files := range step.Result.Files {
		for _, f := range files {
			if f.Name == p.File {
				return footerOf(f, step.Result)
			}
		}
	}
	return ""
}

func footerOf(f stage.File, r manifest.Result) string {
	meta, err := table.Metadata(f)
	if err != nil || meta["stage"] == r.Stage && meta["fingerprint"] == r.Fingerprint {
		return ""
	}
	return fmt.Sprintf(". It is a part of another run: it names %s %.12s, this run has %s %.12s",
		meta["stage"], meta["fingerprint"], r.Stage, r.Fingerprint)
}

// remedy says what to do, by the kinds of problems there are.
func remedy(problems []manifest.Problem, dir string) string {
	has := map[manifest.Kind]bool{}
	for _, p := range problems {
		has[p.Kind] = true
	}
	var advice []string
	if has[manifest.Damaged] {
		advice = append(advice, "Remove damaged files and run again: only what is missing is made.")
	}
	if has[manifest.Missing] {
		advice = append(advice, "Missing files are made again by: plyquet run "+dir)
	}
	if has[manifest.Stray] && !has[manifest.Counts] {
		advice = append(advice, "Files that no step has made do no harm to later runs, but queries over a folder read them: remove them.")
	}
	if has[manifest.Counts] {
		advice = append(advice, "The account contradicts itself: make everything anew with: plyquet run "+dir+" --force\n"+
			"If that does not help, remove "+manifest.FileName+" there: the next run takes up the finished shards again.")
	}
	return strings.Join(advice, "\n")
}

func (e *Env) praise(m *manifest.Manifest, compared bool) {
	_, files := m.Tables()
	n := 0
	for _, list := range files {
		n += len(list)
	}
	also := ""
	if compared {
		also = "; the tables agree with each other"
	}
	fmt.Fprintf(e.Stdout, "%d files of %d steps are as they were written%s\n", n, len(m.Steps), also)
}
