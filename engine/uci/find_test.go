package uci_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/uci"
)

// world is a machine with the given variable, PATH and files.
func world(variable string, inPath map[string]string, files ...string) uci.Finder {
	return uci.Finder{
		Getenv: func(string) string { return variable },
		LookPath: func(name string) (string, error) {
			if p, ok := inPath[name]; ok {
				return p, nil
			}
			return "", fs.ErrNotExist
		},
		Runnable: func(path string) error {
			if slices.Contains(files, path) {
				return nil
			}
			return fs.ErrNotExist
		},
	}
}

func TestFinderOrder(t *testing.T) {
	path := map[string]string{"stockfish": "/bin/stockfish", "node": "/bin/node"}
	for _, c := range []struct {
		name     string
		finder   uci.Finder
		path     string
		args     []string
		want     string
		from     string
		problems []string
	}{
		{name: "the configuration comes first", finder: world("/env/sf", path, "/cfg/sf", "/env/sf"), path: "/cfg/sf", want: "/cfg/sf", from: "the configuration"},
		{name: "relative to the base", finder: world("", nil, "/base/bin/sf"), path: "bin/sf", want: "/base/bin/sf", from: "the configuration"},
		{name: "by name in PATH, with arguments", finder: world("", path, ""), path: "node", args: []string{"sf.js"}, want: "/bin/node sf.js", from: "the configuration"},
		{name: "a configured path that is wrong is no reason to take another", finder: world("/env/sf", path, "/env/sf"), path: "/cfg/sf", problems: []string{"/cfg/sf"}},
		{name: "the variable", finder: world("/env/sf", path, "/env/sf"), path: "auto", want: "/env/sf", from: "$STOCKFISH"},
		{name: "the variable with arguments", finder: world("node /x/sf.js", path), want: "/bin/node /x/sf.js", from: "$STOCKFISH"},
		{name: "a variable with a space in the path", finder: world("/my games/sf", path, "/my games/sf"), want: "/my games/sf", from: "$STOCKFISH"},
		{name: "a variable that is wrong", finder: world("/env/sf", path), problems: []string{"$STOCKFISH=/env/sf"}},
		{name: "PATH", finder: world("", path, "/usr/games/stockfish"), want: "/bin/stockfish", from: "PATH"},
		{name: "the usual places", finder: world("", nil, "/usr/games/stockfish"), want: "/usr/games/stockfish", from: "the usual places"},
		{name: "nothing", finder: world("", nil), problems: []string{"install", "evaluate.engine.path", "$STOCKFISH", "/usr/games/stockfish"}},
	} {
		got, err := c.finder.Find(c.path, c.args, "/base")
		if strings.Join(got.Command, " ") != c.want || got.From != c.from {
			t.Errorf("%s: %v from %q, %v", c.name, got.Command, got.From, err)
		}
		var none *uci.NotFoundError
		if (len(c.problems) > 0) != errors.As(err, &none) {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, want := range c.problems {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v\nlacks %s", c.name, err, want)
			}
		}
	}
}

func TestOnlyAnExecutableFileIsAnEngine(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{plain, dir, filepath.Join(dir, "none")} {
		if _, err := uci.System().Find(path, nil, ""); err == nil {
			t.Errorf("%s was accepted", path)
		}
	}
	if err := os.Chmod(plain, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := uci.System().Find(plain, nil, ""); err != nil {
		t.Error(err)
	}
}

func TestBuildAdvice(t *testing.T) {
	avx2 := []string{"sse2", "ssse3", "sse4_1", "popcnt", "avx2", "bmi2"}
	for _, c := range []struct {
		compiler string
		flags    []string
		want     string
	}{
		{"Compilation settings include:  64bit SSE2", avx2, "SSE2 build, the processor has AVX2"},
		{"Compiled by g++\nCompilation settings       : 64bit SSE41 SSSE3 SSE2 POPCNT", append(avx2, "avx512f", "avx512bw"), "SSE41 build, the processor has AVX512"},
		{"Compilation settings include: 64bit BMI2 AVX2 SSE41 SSSE3 SSE2 POPCNT", avx2, ""},
		{"Compilation settings include: 64bit SSE2", []string{"sse2"}, ""},
		{"Compilation settings include: 64bit SSE2", nil, ""},
		{"", avx2, ""},
		{"Compilation settings include: 64bit NEON", avx2, ""},
	} {
		got := uci.BuildAdvice(c.compiler, c.flags)
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%q on %v: %q, want %q", c.compiler, c.flags, got, c.want)
		}
	}
}
