package sample

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"

	"plyquet/engine/pgn"
	"plyquet/pipeline/stage"
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
// them, an archive could ask for a folder where another has a file. Names that differ in case alone count as the same,
// as some disks see them so; what is left of equal names gets a number.
func name(archives []archive) {
	singles := map[string]int{}
	for _, a := range archives {
		if len(a.sources) == 1 {
			singles[strings.ToLower(a.sources[0].file())]++
		}
	}
	taken := map[string]bool{}
	var no int32
	for _, a := range archives {
		folder := harmless(path.Base(stem(a.name)))
		for singles[strings.ToLower(folder)] > 0 {
			folder += "-files"
		}
		for i := range a.sources {
			s := &a.sources[i]
			if s.name = s.file(); len(a.sources) > 1 || singles[strings.ToLower(s.name)] > 1 {
				s.name = folder + "/" + s.name
			}
			s.name, s.no = unique(s.name, taken), no
			no++
		}
	}
}

// file is the last element of the text's name, fit for every disk.
func (s source) file() string { return harmless(path.Base(s.name)) }

// stem is the name of an archive without its suffixes: "month" for "month.pgn.zst".
func stem(name string) string {
	name = strings.TrimSuffix(name, path.Ext(name))
	if strings.EqualFold(path.Ext(name), ".pgn") {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	return name
}

// maxElement leaves room for a number below the 255 bytes of common file systems.
const maxElement = 200

// harmless replaces in a file name what some file system cannot store, and what a listing would not show or obey:
// control characters, marks that turn the direction of writing round. That a name does not lead outside, engine/pgn
// has seen to.
func harmless(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	if len(name) > maxElement {
		ext := path.Ext(name)
		ext = ext[max(0, len(ext)-20):]
		name = strings.ToValidUTF8(name[:maxElement-len(ext)], "") + ext
	}
	if name = strings.Trim(name, ". "); name == "" {
		return "unnamed"
	}
	return name
}

func unique(name string, taken map[string]bool) string {
	ext := path.Ext(name)
	base := strings.TrimSuffix(name, ext)
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s-%d%s", base, n, ext)
	}
	taken[strings.ToLower(name)] = true
	return name
}
