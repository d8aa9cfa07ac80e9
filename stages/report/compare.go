package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
)

// Compare is `plyquet compare`: what differs between two runs.
func Compare(e *command.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "compare RUN1 RUN2",
		Short: "Show what differs between two runs: configuration, counts, metrics",
		Long: "Compare prints each setting, each count and each number of the report that differs, with its value in either run.\n" +
			"A dash means that a run does not have it.",
		Example: "  plyquet run --set run=deeper --set evaluate.grade.depth=12\n" +
			"  plyquet compare demo deeper",
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			var sides [2]account
			for i, name := range args {
				var err error
				if sides[i], err = accountOf(e, name); err != nil {
					return err
				}
			}
			return writeDifferences(e.Stdout, args, sides)
		},
	}
}

// account is everything about a run that is compared, as flat names and values, by chapter.
type account [len(chapters)]map[string]string

var chapters = [...]string{"configuration", "counts", "metrics"}

func accountOf(e *command.Env, name string) (a account, err error) {
	dir, m, err := e.OpenRun([]string{name})
	if err != nil {
		return a, err
	}
	for i := range a {
		a[i] = map[string]string{}
	}
	if err := flattenFile(a[0], filepath.Join(dir, "config.resolved.yaml"), command.DecodeConfig); err != nil {
		return a, err
	}
	for _, step := range m.StepNames() {
		text, err := json.Marshal(m.Steps[step].Result.Counts)
		if err != nil {
			return a, err
		}
		if err := flattenText(a[1], step, text, json.Unmarshal); err != nil {
			return a, err
		}
	}
	return a, flattenFile(a[2], filepath.Join(dir, "report", "figures.json"), json.Unmarshal)
}

type decoder = func([]byte, any) error

// flattenFile reads a file; a run without it has no entries.
func flattenFile(into map[string]string, path string, decode func([]byte, any) error) error {
	text, err := command.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := flattenText(into, "", text, decode); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func flattenText(into map[string]string, name string, text []byte, decode decoder) error {
	var v any
	if err := decode(text, &v); err != nil {
		return err
	}
	flatten(into, name, v)
	return nil
}

// flatten names every leaf of a document by its path: "grade.min_depth", "classes[lichess blunder].moves".
func flatten(into map[string]string, name string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, child := range v {
			flatten(into, strings.TrimPrefix(name+"."+k, "."), child)
		}
	case []any:
		for i, child := range v {
			flatten(into, fmt.Sprintf("%s[%s]", name, identity(child, i)), child)
		}
	case float64:
		into[name] = number64(v)
	case nil:
	default:
		into[name] = fmt.Sprint(v)
	}
}

// identity names an element of a list by what tells it apart from the others, so that a list with one element more
// differs in that element alone: its texts and its band of ratings. Elements without are named by their place.
func identity(v any, place int) string {
	fields, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprint(place)
	}
	var words []string
	for _, k := range []string{"profile", "name", "class", "phase", "definition", "signal", "trial"} {
		if s, ok := fields[k].(string); ok {
			words = append(words, s)
		}
	}
	if from, ok := fields["elo_from"].(float64); ok {
		words = append(words, number64(from))
	}
	if len(words) == 0 {
		return fmt.Sprint(place)
	}
	return strings.Join(words, " ")
}

// number64 prints whole numbers whole and others to six digits.
func number64(v float64) string {
	if v == float64(int64(v)) {
		return fmt.Sprint(int64(v))
	}
	return fmt.Sprintf("%.6g", v)
}

func writeDifferences(w io.Writer, names []string, sides [2]account) error {
	var b strings.Builder
	for i, chapter := range chapters {
		keys := map[string]bool{}
		for _, s := range sides {
			for k := range s[i] {
				keys[k] = true
			}
		}
		same, lines := 0, [][3]string{}
		for _, k := range slices.Sorted(maps.Keys(keys)) {
			x, hasX := sides[0][i][k]
			y, hasY := sides[1][i][k]
			if x == y && hasX == hasY {
				same++
				continue
			}
			lines = append(lines, [3]string{clean(k), orDash(x, hasX), orDash(y, hasY)})
		}
		fmt.Fprintf(&b, "%s: %d differ, %d are the same\n", chapter, len(lines), same)
		writeColumns(&b, [3]string{"", names[0], names[1]}, lines)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func orDash(s string, has bool) string {
	if !has {
		return "-"
	}
	return clean(s)
}

func writeColumns(b *strings.Builder, head [3]string, lines [][3]string) {
	if len(lines) == 0 {
		return
	}
	width := [2]int{}
	lines = append([][3]string{head}, lines...)
	for _, l := range lines {
		for i := range width {
			width[i] = max(width[i], len(l[i]))
		}
	}
	for _, l := range lines {
		fmt.Fprintf(b, "  %-*s  %-*s  %s\n", width[0], l[0], width[1], l[1], l[2])
	}
}
