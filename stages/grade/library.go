package grade

import (
	"context"
	"fmt"
	"path/filepath"

	"plyquet/engine/board"
	"plyquet/engine/book"
	"plyquet/pipeline/stage"
)

// Book chooses the opening books. A move is a book move if one of them says so; how far a game counts as being in
// the book (to the first miss or to the last hit) is the profile's rule.
type Book struct {
	Names      string   `yaml:"names"`       // "builtin": the opening table of the program; "none"
	TSV        []string `yaml:"tsv"`         // files of lichess-org/chess-openings, taken instead of the built-in table
	NameRule   string   `yaml:"name_rule"`   // a move is a book move if its position lies on a "line" of the table, is "named" itself, or never ("none")
	Polyglot   []string `yaml:"polyglot"`    // Polyglot .bin files
	PolyglotBy string   `yaml:"polyglot_by"` // "move": listed for the position before; "position": the position after has an entry
}

func defaultBook() Book {
	return Book{Names: "builtin", NameRule: book.LinePositions.String(), PolyglotBy: book.ListedMoves.String()}
}

// library is an opening book, shared by all workers: it is only read.
type library interface {
	// Hit reports whether move m, which led from before to after, is in the book.
	Hit(before, after *board.Position, m board.Move) bool
	// Opening names a position, if it has a name.
	Opening(p *board.Position) (eco, name string, ok bool)
}

func (b *Book) validate() []error {
	var errs []error
	fault := func(path string, err error) {
		errs = append(errs, &stage.FieldError{Path: "book." + path, Problem: err.Error()})
	}
	if b.Names != "builtin" && b.Names != "none" {
		fault("names", fmt.Errorf(`%q is not "builtin" or "none"`, b.Names))
	}
	if err := new(book.NameRule).UnmarshalText([]byte(b.NameRule)); err != nil {
		fault("name_rule", err)
	}
	if err := new(book.PolyglotRule).UnmarshalText([]byte(b.PolyglotBy)); err != nil {
		fault("polyglot_by", err)
	}
	return errs
}

// External states the content of the configured book files.
func (s *Stage) External(_ context.Context, env stage.Env) ([]stage.Fact, error) {
	var facts []stage.Fact
	for _, path := range append(append([]string(nil), s.Book.TSV...), s.Book.Polyglot...) {
		sum, err := env.HashFile(absolute(env.Base, path))
		if err != nil {
			return nil, fmt.Errorf("grade: book: %w", err)
		}
		facts = append(facts, stage.Fact{Name: "book " + path, Value: sum})
	}
	return facts, nil
}

func absolute(base, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}

// open loads the books; nil means that there are none. A configured file that cannot be read is an error: without it
// other moves would be book moves.
func (b *Book) open(base string) (library, error) {
	lib := &book.Book{}
	var err error
	if lib.Names, err = b.table(base); err != nil {
		return nil, err
	}
	for _, path := range b.Polyglot {
		bin, err := book.LoadPolyglot(absolute(base, path))
		if err != nil {
			return nil, err
		}
		lib.Polyglot = append(lib.Polyglot, bin)
	}
	if lib.Names == nil && len(lib.Polyglot) == 0 {
		return nil, nil
	}
	if err := lib.ByName.UnmarshalText([]byte(b.NameRule)); err != nil {
		return nil, err
	}
	return lib, lib.ByMove.UnmarshalText([]byte(b.PolyglotBy))
}

// table is the opening table; nil for none.
func (b *Book) table(base string) (*book.Names, error) {
	if len(b.TSV) == 0 {
		if b.Names != "builtin" {
			return nil, nil
		}
		return book.Builtin()
	}
	paths := make([]string, len(b.TSV))
	for i, path := range b.TSV {
		paths[i] = absolute(base, path)
	}
	return book.LoadTSV(paths...)
}
