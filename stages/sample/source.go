package sample

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"plyquet/engine/pgn"
	"plyquet/pipeline/stage"
	"plyquet/stages/filename"
)

// An archive is one shard: a file of archives/ with the texts in it.
type archive struct {
	path    string
	name    string // below archives/
	sources []source
}

// A source is one text of an archive, in the order in which they stand there.
type source struct {
	name string // below sampled/
	no   int32  // ordinal over all archives
}

// String names the shard in errors of the machinery.
func (a archive) String() string { return a.name }

// openArchives lists the texts of all archives, by name of the archive, and gives every one its name below sampled/.
// Only the directories of archives are read for that.
func openArchives(files []stage.File) ([]archive, error) {
	var archives []archive
	for _, f := range files {
		a := archive{path: f.Path, name: strings.TrimPrefix(f.Name, "archives/")}
		err := a.each(func(t *pgn.Text, _ source) error {
			a.sources = append(a.sources, source{name: t.Name})
			return nil
		})
		if err != nil {
			return nil, err
		}
		archives = append(archives, a)
	}
	slices.SortFunc(archives, func(a, b archive) int { return strings.Compare(a.name, b.name) })
	name(archives)
	return archives, nil
}

// each opens the archive and calls fn for every text in it. While the sources are not listed yet, fn gets none.
func (a archive) each(fn func(t *pgn.Text, s source) error) (err error) {
	in, err := pgn.Open(a.path, pgn.Limits{})
	if err != nil {
		return err
	}
	defer in.Close()
	for i := 0; ; i++ {
		t, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		var s source
		if i < len(a.sources) {
			s = a.sources[i]
		}
		if err := fn(t, s); err != nil {
			return fmt.Errorf("%s: %s: %w", a.name, t.Name, err)
		}
	}
}

// name numbers the sources and names them: the text's own file name where an archive has one text, ARCHIVE/ENTRY where
// it has several or where two archives hold a text of the same name. Folders inside an archive are left out: with
// them, an archive could ask for a folder where another has a file. What is left of equal names gets a number.
func name(archives []archive) {
	singles := map[string]int{}
	for _, a := range archives {
		if len(a.sources) == 1 {
			singles[strings.ToLower(a.sources[0].file())]++
		}
	}
	taken := filename.Taken{}
	var no int32
	for _, a := range archives {
		stem, _ := filename.Split(a.name)
		folder := filename.Safe(path.Base(stem))
		for singles[strings.ToLower(folder)] > 0 {
			folder += "-files"
		}
		for i := range a.sources {
			s := &a.sources[i]
			if s.name = s.file(); len(a.sources) > 1 || singles[strings.ToLower(s.name)] > 1 {
				s.name = folder + "/" + s.name
			}
			s.name, s.no = taken.Take(s.name), no
			no++
		}
	}
}

// file is the last element of the text's name, fit for every disk.
func (s source) file() string { return filename.Safe(path.Base(s.name)) }
