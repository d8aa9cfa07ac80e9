// Package dictionary reads the documentation of every table out of the sources of stages/rows, which the program
// carries with it. Documentation and columns cannot drift apart: they are the same lines. It is for people who read
// tables, by `plyquet tables` and the data card; programs read the schema in the files. Tables come in the order of the data,
// columns in that of the file.
package dictionary

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"strconv"
	"strings"

	"plyquet/pipeline/command"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// types names the row type of each table. A test fails when a table is missing.
var types = []struct {
	id  stage.TableID
	row string
}{
	{rows.Blocks, "Block"},
	{rows.Games, "Game"},
	{rows.Plies, "Ply"},
	{rows.Rejects, "Reject"},
	{rows.Positions, "Position"},
	{rows.PositionMoves, "PositionMove"},
	{rows.Evaluations, "Evaluation"},
	{rows.Grades, "Grade"},
	{rows.GameAccuracy, "PlayerAccuracy"},
	{rows.Complexity, "ComplexityRow"},
	{rows.Signals, "Signal"},
	{rows.MoveSignals, "MoveSignal"},
	{rows.Correlations, "Correlation"},
	{rows.Labels, "Label"},
	{rows.Validation, "ValidationRow"},
	{rows.ValidationZ, "ValidationZRow"},
	{rows.BenchRuns, "BenchRun"},
}

// Tables documents every table, in the order of the data.
func Tables() ([]command.TableDoc, error) {
	structs, err := parse()
	if err != nil {
		return nil, err
	}
	var list []command.TableDoc
	for _, t := range types {
		if doc, ok := structs[t.row]; ok {
			doc.ID = t.id
			list = append(list, doc)
		}
	}
	return list, nil
}

// parse returns the documentation of every struct of the sources by its name.
func parse() (map[string]command.TableDoc, error) {
	structs := map[string]command.TableDoc{}
	names, err := fs.Glob(rows.Source, "*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := rows.Source.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
				addTypes(structs, g)
			}
		}
	}
	return structs, nil
}

func addTypes(structs map[string]command.TableDoc, decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		t := spec.(*ast.TypeSpec)
		s, ok := t.Type.(*ast.StructType)
		if !ok {
			continue
		}
		doc := t.Doc
		if doc == nil {
			doc = decl.Doc
		}
		structs[t.Name.Name] = command.TableDoc{Doc: oneLine(doc), Columns: columns(s)}
	}
}

func columns(s *ast.StructType) (list []command.ColumnDoc) {
	for _, f := range s.Fields.List {
		name := columnName(f.Tag)
		if name == "" {
			continue
		}
		text := oneLine(f.Comment)
		if above := oneLine(f.Doc); above != "" {
			text = strings.TrimSpace(above + " " + text)
		}
		list = append(list, command.ColumnDoc{Name: name, Type: typeName(f.Type), Unit: tagOf(f.Tag).Get("unit"), Doc: text})
	}
	return list
}

func columnName(tag *ast.BasicLit) string {
	name, _, _ := strings.Cut(tagOf(tag).Get("col"), ",")
	return name
}

func tagOf(tag *ast.BasicLit) reflect.StructTag {
	if tag == nil {
		return ""
	}
	raw, err := strconv.Unquote(tag.Value)
	if err != nil {
		return ""
	}
	return reflect.StructTag(raw)
}

// typeName is a field's type as readers of the table know it: "int16", "string or null", "timestamp".
func typeName(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr: // table.Date, table.TimeOfDay, table.Timestamp
		return strings.TrimSuffix(strings.ToLower(t.Sel.Name), "ofday")
	case *ast.IndexExpr: // table.Opt[T]
		return typeName(t.Index) + " or null"
	}
	return ""
}

// oneLine is a comment without its line breaks.
func oneLine(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }
