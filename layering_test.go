package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
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

// notStages are the packages below stages that are not stages: they may be imported by stages, or import them.
var notStages = []string{"stages", "stages/rows", "stages/rows/dictionary", "stages/gamerecord", "stages/sampled", "stages/filename", "stages/stagetest", "stages/explore", "stages/doctor", "stages/verify"}

// TestStagesMeetInRows: a stage imports no other stage, and of the machinery only what it works with. What
// several of them need stands beside them: rows for what they write, gamerecord and sampled for what they read, filename.
func TestStagesMeetInRows(t *testing.T) {
	allowed := []string{"pipeline/stage", "pipeline/run", "pipeline/table", "pipeline/command", "stages/rows", "stages/gamerecord", "stages/sampled", "stages/filename", "stages/stagetest", "engine", "metrics", "reports"}
	for pkg, imports := range packages(t, "") {
		if !within(pkg, "stages") || slices.Contains(notStages, pkg) {
			continue
		}
		for _, dep := range imports {
			own := within(dep, strings.Join(strings.SplitN(pkg, "/", 3)[:2], "/"))
			if !own && !slices.ContainsFunc(allowed, func(a string) bool { return within(dep, a) }) {
				t.Errorf("%s imports %s: a stage must run without the others and know no more of the machinery than they do; it may import %s",
					pkg, dep, strings.Join(allowed, ", "))
			}
		}
	}
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
