package config

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// scalarText returns the text of a single value as the user wrote it, without quotes.
func scalarText(node ast.Node) (string, bool) {
	switch n := node.(type) {
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.StringNode:
		return n.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return node.GetToken().Value, true
	}
	return "", false
}

func quoted(node ast.Node) bool {
	if _, block := node.(*ast.LiteralNode); block {
		return true
	}
	switch node.GetToken().Type {
	case token.SingleQuoteType, token.DoubleQuoteType:
		return true
	}
	return false
}

// describe names a node in an error message.
func describe(node ast.Node) string {
	switch node.(type) {
	case *ast.NullNode:
		return "nothing"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "settings"
	case *ast.AliasNode:
		return "an alias of an unknown anchor"
	}
	s, _ := scalarText(node)
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "..."
	}
	if quoted(node) {
		return fmt.Sprintf("the text %q", s)
	}
	if _, plain := node.(*ast.StringNode); plain {
		return fmt.Sprintf("%q", s)
	}
	return s
}

var durationType = reflect.TypeFor[time.Duration]()

// setScalar decodes a single value and returns what is wrong with it, or "". With loose, anything is a text.
func setScalar(node ast.Node, v reflect.Value, loose bool) (problem string) {
	s, ok := scalarText(node)
	if !ok {
		return "want " + wanted(v.Type()) + ", got " + describe(node)
	}
	var err string
	switch {
	case v.Type() == durationType:
		err = setDuration(s, node, v)
	case v.Kind() == reflect.String:
		if _, text := node.(*ast.StringNode); !text && !loose && !quoted(node) {
			return fmt.Sprintf("want text, got %s; put it in quotes", describe(node))
		}
		v.SetString(s)
	case quoted(node):
		err = "type"
	case v.Kind() == reflect.Bool:
		if s != "true" && s != "false" {
			err = "type"
		}
		v.SetBool(s == "true")
	case v.CanInt(), v.CanUint():
		return setInteger(s, node, v)
	case v.CanFloat():
		err = setFloat(s, v)
	default:
		return fmt.Sprintf("settings of type %s are not supported", v.Type())
	}
	if err != "" {
		return "want " + wanted(v.Type()) + ", got " + describe(node)
	}
	return ""
}

func wanted(t reflect.Type) string {
	switch {
	case t == durationType:
		return "a duration such as 500ms, 5s or 2h"
	case t.Kind() == reflect.String:
		return "text"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Float32, t.Kind() == reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

func setDuration(s string, node ast.Node, v reflect.Value) string {
	d, err := time.ParseDuration(s)
	if err != nil || s == "0" && quoted(node) {
		return "type"
	}
	v.SetInt(int64(d))
	return ""
}

var (
	wholeNumber = regexp.MustCompile(`^[-+]?(0|[1-9][0-9_]*)$`)
	otherBase   = regexp.MustCompile(`^[-+]?0[0-9xXoObB_]`)
)

func setInteger(s string, node ast.Node, v reflect.Value) (problem string) {
	if !wholeNumber.MatchString(s) {
		if otherBase.MatchString(s) && !strings.Contains(s, ".") {
			return fmt.Sprintf("want a whole number in decimal digits without a leading zero, got %s", s)
		}
		return "want a whole number, got " + describe(node)
	}
	s = strings.ReplaceAll(s, "_", "")
	bits := v.Type().Bits()
	if v.CanInt() {
		n, err := strconv.ParseInt(s, 10, bits)
		if err != nil {
			return fmt.Sprintf("%s is out of range: want %d to %d", s, -1<<(bits-1), 1<<(bits-1)-1)
		}
		v.SetInt(n)
		return ""
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, bits)
	if err != nil {
		return fmt.Sprintf("%s is out of range: want 0 to %d", s, uint64(math.MaxUint64)>>(64-bits))
	}
	v.SetUint(n)
	return ""
}

func setFloat(s string, v reflect.Value) string {
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), v.Type().Bits())
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) || strings.ContainsAny(s, "xX") {
		return "type"
	}
	v.SetFloat(f)
	return ""
}
