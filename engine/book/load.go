package book

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// LoadTSV reads opening tables into one. A path is a file, or a folder whose *.tsv files are read.
func LoadTSV(paths ...string) (*Names, error) {
	var lines []Line
	for _, path := range paths {
		files, err := tsvFiles(path)
		if err != nil {
			return nil, fmt.Errorf("opening table: %w", err)
		}
		for _, file := range files {
			more, err := readTSVFile(file)
			if err != nil {
				return nil, fmt.Errorf("opening table: %w", err)
			}
			lines = append(lines, more...)
		}
	}
	return NewNames(lines)
}

// tsvFiles is the files that a path stands for. A folder without a table is an error: it is a wrong path.
func tsvFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, err
	}
	files, err := filepath.Glob(filepath.Join(path, "*.tsv"))
	if err == nil && len(files) == 0 {
		err = &fs.PathError{Op: "find *.tsv in", Path: path, Err: fs.ErrNotExist}
	}
	slices.Sort(files)
	return files, err
}

func readTSVFile(path string) ([]Line, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadTSV(f, path)
}

// LoadPolyglot reads a Polyglot book.
func LoadPolyglot(path string) (*Polyglot, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("Polyglot book: %w", err)
	}
	b, err := ParsePolyglot(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}
