package config

import (
	"errors"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Plain decodes a resolved configuration, as plyquet writes it into a run folder, without judging its settings: they may be
// those of another version. What a resolved configuration never has is refused: the text may be of somebody else.
func Plain(text []byte, v any) error {
	if problem := tooMuch(text); problem != "" {
		return errors.New(problem)
	}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return errors.New(shorten(err.Error()))
	}
	var named aliasFinder
	for _, doc := range tree.Docs {
		ast.Walk(&named, doc)
	}
	if named {
		return errors.New("it has anchors or aliases, and a resolved configuration has none")
	}
	return yaml.Unmarshal(text, v)
}

// aliasFinder reports whether a tree has an anchor or an alias: thirty of them can stand for a billion values.
type aliasFinder bool

// Visit implements ast.Visitor.
func (f *aliasFinder) Visit(node ast.Node) ast.Visitor {
	switch node.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		*f = true
	}
	return f
}
