package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// bans are the arrows that must not exist. A package is matched by its path or by a path above it; of two bans the
// first that matches is reported.
var bans = []struct {
	from   string   // packages this is about
	to     []string // what they must not depend on, directly or through others
	except []string // packages of from that may
	why    string
}{
	{"engine/board", []string{"engine/pgn", "engine/uci", "engine/book", "metrics", "pipeline", "stages", "reports"}, nil,
		"the board is the vocabulary of everything else"},
	{"metrics", []string{"engine", "pipeline", "stages", "reports"}, nil,
		"formulas are tested against published numbers alone"},
	{"engine", []string{"pipeline", "stages", "reports"}, nil,
		"chess is usable without the machinery of a run"},
	{"engine/pgn", []string{"engine/uci", "metrics"}, nil, "reading games needs no engine"},
	{"engine/book", []string{"engine/uci", "metrics"}, nil, "names of openings need no engine"},
	{"pipeline", []string{"stages", "engine", "metrics", "reports"}, nil,
		"the machinery knows stages only through pipeline/stage, and nothing about chess"},
	{"pipeline/stage", []string{"pipeline/run", "pipeline/table", "pipeline/plan", "pipeline/config", "pipeline/manifest"}, nil,
		"both sides of the contract depend on it"},
	{"pipeline/table", []string{"pipeline/run", "pipeline/plan", "pipeline/config", "pipeline/manifest"}, nil,
		"files know nothing of steps"},
	{"pipeline/plan", []string{"pipeline/run", "pipeline/table"}, nil, "a plan does nothing"},
	{"reports", []string{"pipeline", "stages", "engine"}, nil,
		"drawing works on plain series, so that a page can be tested without a run"},
	{"stages/rows", []string{"engine", "metrics", "reports", "pipeline/run"}, []string{"stages/rows/dictionary"},
		"rows are shapes; what stages hand over meets here and nowhere else"},
	{"stages/gamerecord", []string{"engine/pgn", "engine/uci", "reports", "pipeline/run", "pipeline/command"}, nil,
		"it reads tables: whatever computes, runs or shows is above it"},
	{"stages/sampled", []string{"engine/uci", "metrics", "reports", "pipeline/run", "pipeline/command"}, nil,
		"it fetches bytes and does not look at them"},
	{"stages/filename", []string{"engine", "metrics", "pipeline", "stages", "reports"}, nil, "it is about text alone"},
	{"stages/verify", []string{"stages/gamerecord"}, nil,
		"a check that reads as the checked do has their faults"},
}

// TestLayering walks the dependencies of every package.
func TestLayering(t *testing.T) {
	if testing.Short() {
		t.Skip("go list takes seconds")
	}
	for pkg, deps := range packages(t, "-deps") {
		for _, ban := range bans {
			if !within(pkg, ban.from) || slices.Contains(ban.except, pkg) {
				continue
			}
			for _, dep := range deps {
				if dep != pkg && slices.ContainsFunc(ban.to, func(b string) bool { return within(dep, b) }) {
					t.Errorf("%s depends on %s: %s", pkg, dep, ban.why)
				}
			}
		}
	}
}

// TestImportsAreThoseOfTheMap holds every package to the table of ARCHITECTURE.md.
func TestImportsAreThoseOfTheMap(t *testing.T) {
	if testing.Short() {
		t.Skip("go list takes seconds")
	}
	rows := readMap(t)
	for pkg, imports := range packages(t, "") {
		row := rows.of(pkg)
		if row == nil && len(imports) > 0 {
			t.Errorf("%s is in no row of the table in ARCHITECTURE.md", pkg)
			continue
		}
		own := strings.Join(strings.SplitN(pkg, "/", 3)[:min(2, 1+strings.Count(pkg, "/"))], "/")
		for _, dep := range imports {
			if within(dep, own) || row.allows(dep) {
				continue
			}
			why := "its row in ARCHITECTURE.md does not allow it"
			if slices.Contains(row.names, anyStage) {
				why = "a stage must run without the others and know no more of the machinery than they do; it may import " + strings.Join(row.may, ", ")
			}
			t.Errorf("%s imports %s: %s", pkg, dep, why)
		}
	}
}

// anyStage stands for every package below stages that has no row of its own.
const anyStage = "stages/NAME"

// A mapRow is a line of the table: packages and what they may import. "*" in may is everything.
type mapRow struct{ names, may []string }

type archMap []mapRow

func readMap(t *testing.T) (rows archMap) {
	t.Helper()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Packages")
	section, _, _ = strings.Cut(section, "\n## ")
	var stageMay []string
	for line := range strings.Lines(section) {
		cells := strings.Split(line, " | ")
		if len(cells) != 3 || !strings.HasPrefix(line, "| `") {
			continue
		}
		row := mapRow{packagesIn(cells[0]), packagesIn(cells[2])}
		if strings.HasPrefix(cells[2], "everything") {
			row.may = []string{"*"}
		}
		if slices.Contains(row.names, anyStage) {
			stageMay = row.may
		}
		if strings.HasPrefix(cells[2], "as a stage") {
			row.may = append(row.may, stageMay...)
		}
		rows = append(rows, row)
	}
	if len(rows) < 20 {
		t.Fatalf("only %d rows are in the table of ARCHITECTURE.md", len(rows))
	}
	return rows
}

// packagesIn reads `a/{b,c}` as a/b and a/c and `a/*` as all below a.
func packagesIn(cell string) (names []string) {
	for _, m := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(cell, -1) {
		name := strings.TrimSuffix(m[1], "/*")
		if name == "main.go" {
			name = "" // the package of the program
		}
		before, rest, braced := strings.Cut(name, "{")
		if !braced {
			names = append(names, name)
			continue
		}
		for last := range strings.SplitSeq(strings.TrimSuffix(rest, "}"), ",") {
			names = append(names, before+last)
		}
	}
	return names
}

// of is the row that names the package or, of those above it, the nearest.
func (m archMap) of(pkg string) (best *mapRow) {
	longest := -1
	for i, row := range m {
		for _, name := range row.names {
			length := len(name)
			if name == anyStage && strings.HasPrefix(pkg, "stages/") {
				name, length = pkg, len("stages/")
			}
			if within(pkg, name) && length > longest {
				best, longest = &m[i], length
			}
		}
	}
	return best
}

func (r *mapRow) allows(dep string) bool {
	return slices.ContainsFunc(r.may, func(name string) bool { return name == "*" || within(dep, name) })
}

// packages returns the imports within the module of every package, or with "-deps" everything they lead to.
func packages(t *testing.T, mode string) map[string][]string {
	t.Helper()
	field := "Imports"
	if mode == "-deps" {
		field = "Deps"
	}
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .`+field+` " "}}`, "./...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	list := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) == 0 || !strings.HasPrefix(words[0], module) {
			continue
		}
		pkg := strings.TrimPrefix(strings.TrimPrefix(words[0], module), "/")
		list[pkg] = nil
		for _, w := range words[1:] {
			if dep, ok := strings.CutPrefix(w, module+"/"); ok {
				list[pkg] = append(list[pkg], dep)
			}
		}
	}
	if len(list) < 10 {
		t.Fatalf("go list found %d packages", len(list))
	}
	return list
}

const module = "plyquet"

func within(pkg, above string) bool { return pkg == above || strings.HasPrefix(pkg, above+"/") }

// TestOneConcurrencyPackage: goroutines, channels and locks live in pipeline/run. A stage that starts its own would be
// outside the ordered commit, the cancellation and the handling of panics there.
func TestOneConcurrencyPackage(t *testing.T) {
	files := token.NewFileSet()
	checked := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			// interop is a module of its own; testdata and hidden folders are no code of ours.
			if name := d.Name(); path != "." && (strings.HasPrefix(name, ".") || name == "testdata" || path == "benchmarks/interop" || path == "data") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || slices.ContainsFunc(concurrent, func(c string) bool { return within(path, c) }) {
			return nil
		}
		f, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		checked++
		for _, use := range concurrency(f) {
			t.Errorf("%s: %s belongs to pipeline/run", files.Position(use.pos), use.what)
		}
		return nil
	})
	if err != nil || checked < 50 {
		t.Fatalf("%d files, %v", checked, err)
	}
}

// concurrent are the places that may: the machinery, and the programs of others that benchmarks compare with.
var concurrent = []string{"pipeline/run", "benchmarks/peers"}

type use struct {
	pos  token.Pos
	what string
}

func concurrency(f *ast.File) (found []use) {
	for _, i := range f.Imports {
		switch path := strings.Trim(i.Path.Value, `"`); path {
		case "sync", "sync/atomic", "golang.org/x/sync/errgroup", "github.com/alitto/pond/v2":
			found = append(found, use{i.Pos(), "package " + path})
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = append(found, use{n.Pos(), "a go statement"})
		case *ast.ChanType:
			found = append(found, use{n.Pos(), "a channel"})
		case *ast.SendStmt:
			found = append(found, use{n.Pos(), "a send"})
		}
		return true
	})
	return found
}
