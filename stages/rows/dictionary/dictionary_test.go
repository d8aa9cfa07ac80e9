package dictionary

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"plyquet/stages/rows"
)

func TestEveryTableIsDocumented(t *testing.T) {
	docs, err := Tables()
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, d := range docs {
		documented[string(d.ID)] = true
		if d.Doc == "" || len(d.Columns) == 0 {
			t.Errorf("%s: %d columns, doc %q", d.ID, len(d.Columns), d.Doc)
		}
	}
	for _, id := range tableNames(t) {
		if !documented[id] {
			t.Errorf("table %s has no entry in the dictionary", id)
		}
	}
}

// tableNames are the constants of rows.go below the comment "Tables.".
func tableNames(t *testing.T) (names []string) {
	t.Helper()
	text, err := rows.Source.ReadFile("rows.go")
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "rows.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST || oneLine(g.Doc) != "Tables." {
			continue
		}
		for _, s := range g.Specs {
			lit := s.(*ast.ValueSpec).Values[0].(*ast.BasicLit)
			names = append(names, lit.Value[1:len(lit.Value)-1])
		}
	}
	if len(names) < 10 {
		t.Fatalf("found %d tables", len(names))
	}
	return names
}

// A number without a unit has misled more readers of data sets than a wrong number.
func TestEveryNumberHasAUnit(t *testing.T) {
	docs, err := Tables()
	if err != nil {
		t.Fatal(err)
	}
	numbers := 0
	for _, d := range docs {
		for _, c := range d.Columns {
			kind, _, _ := strings.Cut(c.Type, " ")
			switch kind {
			case "int16", "int32", "int64", "float32":
				numbers++
				if c.Unit == "" {
					t.Errorf("%s.%s has no unit", d.ID, c.Name)
				}
			case "string", "bool", "date", "time", "timestamp":
				if c.Unit != "" {
					t.Errorf("%s.%s is a %s with the unit %q", d.ID, c.Name, kind, c.Unit)
				}
			default:
				t.Errorf("%s.%s has the unknown type %q", d.ID, c.Name, c.Type)
			}
		}
	}
	if numbers < 100 {
		t.Errorf("only %d numbers", numbers)
	}
}

func TestEveryColumnSaysWhatItIs(t *testing.T) {
	docs, err := Tables()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		for _, c := range d.Columns {
			if strings.TrimSpace(c.Doc) == "" {
				t.Errorf("%s.%s has no comment in stages/rows", d.ID, c.Name)
			}
		}
	}
}
