package uci

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Finder looks for an engine. Its functions are the outside world, so that a test can replace it.
type Finder struct {
	Getenv   func(string) string
	LookPath func(string) (string, error)
	Runnable func(path string) error // nil if path is a file that can be executed
}

// System is the Finder of the machine this runs on.
func System() Finder {
	return Finder{os.Getenv, exec.LookPath, runnable}
}

// Variable names the engine in the environment.
const Variable = "STOCKFISH"

// Auto is the configured path that means: look for one.
const Auto = "auto"

// Found is an engine and how it was found.
type Found struct {
	Command []string
	From    string // "the configuration", "$STOCKFISH", "PATH", "the usual places"
}

// Find returns the command of an engine: the configured path, else $STOCKFISH, else stockfish in PATH, else one of the usual
// places. A path or a variable that is set and does not work is an error, not a reason to take another engine.
// A relative path with a separator is taken from the folder base, one without is looked up in PATH; args follow the path.
func (f Finder) Find(path string, args []string, base string) (Found, error) {
	if path != "" && path != Auto {
		resolved, err := f.resolve(path, base)
		if err != nil {
			return Found{}, &NotFoundError{Tried: []string{"the configured path " + path + ": " + err.Error()}}
		}
		return Found{append([]string{resolved}, args...), "the configuration"}, nil
	}
	if value := f.Getenv(Variable); value != "" {
		command, err := f.variable(value, base)
		if err != nil {
			return Found{}, &NotFoundError{Tried: []string{"$" + Variable + "=" + value + ": " + err.Error()}}
		}
		return Found{append(command, args...), "$" + Variable}, nil
	}
	if p, err := f.LookPath("stockfish"); err == nil {
		return Found{append([]string{p}, args...), "PATH"}, nil
	}
	for _, p := range usualPlaces {
		if f.Runnable(p) == nil {
			return Found{append([]string{p}, args...), "the usual places"}, nil
		}
	}
	return Found{}, &NotFoundError{Tried: append([]string{"$" + Variable + " is not set", "no stockfish in PATH"}, usualPlaces...)}
}

func (f Finder) resolve(path, base string) (string, error) {
	if !strings.ContainsRune(path, filepath.Separator) {
		if p, err := f.LookPath(path); err == nil {
			return p, nil
		}
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	return path, f.Runnable(path)
}

// variable reads $STOCKFISH: a path, with spaces if need be, or else a command with arguments ("node /opt/sf/stockfish.js").
func (f Finder) variable(value, base string) ([]string, error) {
	whole, err := f.resolve(value, base)
	if err == nil {
		return []string{whole}, nil
	}
	words := strings.Fields(value)
	if len(words) < 2 {
		return nil, err
	}
	first, err := f.resolve(words[0], base)
	if err != nil {
		return nil, err
	}
	return append([]string{first}, words[1:]...), nil
}

// usualPlaces are where packages put Stockfish outside of most PATHs: Debian's games folder (not in root's PATH),
// Homebrew on both Mac architectures, snap.
var usualPlaces = []string{
	"/usr/games/stockfish",
	"/usr/local/bin/stockfish",
	"/opt/homebrew/bin/stockfish",
	"/usr/bin/stockfish",
	"/snap/bin/stockfish",
}

// NotFoundError says where an engine was looked for and how to get one.
type NotFoundError struct{ Tried []string }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("no chess engine found (%s). To install one: %s; or name one in evaluate.engine.path or $%s",
		strings.Join(e.Tried, "; "), InstallHint(runtime.GOOS), Variable)
}

// InstallHint says how to install Stockfish on a system.
func InstallHint(goos string) string {
	switch goos {
	case "darwin":
		return "brew install stockfish"
	case "windows":
		return "winget install Stockfish.Stockfish"
	case "linux":
		return "apt-get install stockfish (or the package of your distribution)"
	}
	return "see https://stockfishchess.org/download/"
}

func runnable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder", path)
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return fmt.Errorf("%s is not executable (chmod +x)", path)
	}
	return nil
}
