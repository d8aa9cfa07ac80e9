package dictionary

import (
	"go/ast"
	"go/parser"
	"go/token"
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
