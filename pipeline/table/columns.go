package table

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
)

// A Column describes one column of a row type or of a file.
type Column struct {
	Name     string
	Type     string // "string", "bool", "int16", "int32", "int64", "float32", "date", "time" or "timestamp"
	Nullable bool
	Options  []string // the options of the `col` tag; not known for a file
}

// Columns lists the columns of the row type T in field order.
func Columns[T any]() ([]Column, error) {
	cols, err := columnsOf[T]()
	if err != nil {
		return nil, err
	}
	list := make([]Column, len(cols))
	for i, c := range cols {
		list[i] = Column{Name: c.name, Type: c.kind.String(), Nullable: c.nullable, Options: c.options}
	}
	return list, nil
}

// column is one field of a row type: where it lies in the struct and how it is stored.
type column struct {
	name     string
	kind     kind
	nullable bool
	offset   uintptr // of the field in the struct
	options  []string
}

var knownOptions = []string{"dict", "delta", "bss", "bloom", "sort"}

func (c column) has(option string) bool { return slices.Contains(c.options, option) }

func (c column) String() string {
	if c.nullable {
		return c.kind.String() + " with nulls"
	}
	return c.kind.String()
}

// columnsOf reads the `col` tags of T. This is the only reflection: rows are read and written through the offsets.
// Every field must be a column, so that a forgotten tag is an error and not a lost column.
func columnsOf[T any]() ([]column, error) {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("row type %s is not a struct", t)
	}
	var cols []column
	for i := range t.NumField() {
		c, err := columnOf(t.Field(i))
		if err != nil {
			return nil, fmt.Errorf("row type %s, field %s: %w", t, t.Field(i).Name, err)
		}
		if slices.ContainsFunc(cols, func(o column) bool { return o.name == c.name }) {
			return nil, fmt.Errorf("row type %s: two columns are called %q", t, c.name)
		}
		cols = append(cols, c)
	}
	return cols, nil
}

func columnOf(f reflect.StructField) (column, error) {
	tag := strings.Split(f.Tag.Get("col"), ",")
	c := column{name: tag[0], options: tag[1:], offset: f.Offset}
	if c.name == "" {
		return c, fmt.Errorf("no `col` tag with a name")
	}
	for _, o := range c.options {
		if !slices.Contains(knownOptions, o) {
			return c, fmt.Errorf("unknown column option %q", o)
		}
	}
	value := f.Type
	if o, ok := reflect.Zero(f.Type).Interface().(interface{ valueType() reflect.Type }); ok {
		c.nullable, value = true, o.valueType()
	}
	k, err := kindOf(value)
	c.kind = k
	return c, err
}

// arrowSchema is the schema as Arrow readers will see it. It goes into the file (ARROW:schema), so that dictionary
// columns come back as dictionaries (categories in pandas and Polars).
func arrowSchema(cols []column) *arrow.Schema {
	fields := make([]arrow.Field, len(cols))
	for i, c := range cols {
		t := kindFacts[c.kind].arrow
		if c.kind == text && c.has("dict") {
			t = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: t}
		}
		fields[i] = arrow.Field{Name: c.name, Type: t, Nullable: c.nullable}
	}
	return arrow.NewSchema(fields, nil)
}
