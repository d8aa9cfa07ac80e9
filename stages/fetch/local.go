package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plyquet/pipeline/stage"
)

// local takes files of this machine: `paths` are files, folders (with all below them) and globs.
type local struct{ paths []string }

func (l local) validate() []problem {
	var found []problem
	if len(l.paths) == 0 {
		found = append(found, problem{"paths", "is empty: name files, folders or globs"})
	}
	for _, p := range l.paths {
		if _, err := filepath.Match(p, ""); err != nil || p == "" {
			found = append(found, problem{"paths", fmt.Sprintf("%q is not a path or glob", p)})
		}
	}
	return found
}

func (l local) list(_ context.Context, job *stage.Job, _ *client) ([]Archive, error) {
	files, err := l.match(job.Base)
	if err != nil {
		return nil, err
	}
	archives := make([]Archive, len(files))
	for i, f := range files {
		archives[i] = Archive{Name: filepath.Base(f), Path: f}
	}
	return archives, nil
}

// match returns the absolute paths of the files, sorted by their path relative to base, each once. A pattern that
// matches nothing is an error of its own: a run over fewer files than meant looks like a success.
func (l local) match(base string) ([]string, error) {
	var files []string
	var errs []error
	for _, p := range l.paths {
		found, err := matchOne(absolute(base, p))
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("paths: nothing matches %q in %s; where games are is said with --set 'fetch.paths=[FOLDER]', and make sample fetches the default ones", p, base)
		}
		errs = append(errs, err)
		files = append(files, found...)
	}
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(relative(base, a), relative(base, b)) })
	return slices.Compact(files), errors.Join(errs...)
}

func absolute(base, p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(base, p)
}

// relative names a file in facts and provenance: below base by its relative path, elsewhere as it is.
func relative(base, p string) string {
	if rel, err := filepath.Rel(base, p); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(p)
}

// matchOne expands one absolute pattern. A path that exists is taken as it is, so that "[2024] games.pgn" needs no
// escapes.
func matchOne(pattern string) ([]string, error) {
	candidates := []string{pattern}
	if _, err := os.Stat(pattern); errors.Is(err, fs.ErrNotExist) {
		if candidates, err = filepath.Glob(pattern); err != nil {
			return nil, err
		}
		candidates = slices.DeleteFunc(candidates, func(c string) bool { // as a shell does
			return strings.HasPrefix(filepath.Base(c), ".") && !strings.HasPrefix(filepath.Base(pattern), ".")
		})
	}
	var files []string
	for _, c := range candidates {
		info, err := os.Stat(c)
		switch {
		case err != nil:
			return nil, err
		case info.IsDir():
			below, err := walk(c)
			if err != nil {
				return nil, err
			}
			files = append(files, below...)
		default:
			files = append(files, c)
		}
	}
	return files, nil
}

// walk returns the archives below a folder. Only here the name decides: a folder holds other things as well.
func walk(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && archiveName(p) && !strings.HasPrefix(d.Name(), ".") {
			files = append(files, p)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("paths: no .pgn, .zip, .gz, .bz2 or .zst file below %s", dir)
	}
	return files, err
}

func archiveName(p string) bool {
	return slices.Contains([]string{".pgn", ".zip", ".gz", ".bz2", ".zst"}, strings.ToLower(filepath.Ext(p)))
}
