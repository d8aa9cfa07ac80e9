package table

import (
	"fmt"
	"reflect"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// kind is the type of a column's values.
type kind uint8

const (
	text kind = iota
	boolean
	short
	integer
	long
	float
	date
	timeOfDay
	timestamp
	kinds // their number
)

// kindFacts says how a kind is called and stored. The names are the ones users see in errors and listings.
var kindFacts = [kinds]struct {
	name     string
	arrow    arrow.DataType
	physical parquet.Type
	logical  schema.LogicalType
}{
	text:      {"string", arrow.BinaryTypes.String, parquet.Types.ByteArray, schema.StringLogicalType{}},
	boolean:   {"bool", arrow.FixedWidthTypes.Boolean, parquet.Types.Boolean, schema.NoLogicalType{}},
	short:     {"int16", arrow.PrimitiveTypes.Int16, parquet.Types.Int32, schema.NewIntLogicalType(16, true)},
	integer:   {"int32", arrow.PrimitiveTypes.Int32, parquet.Types.Int32, schema.NewIntLogicalType(32, true)},
	long:      {"int64", arrow.PrimitiveTypes.Int64, parquet.Types.Int64, schema.NewIntLogicalType(64, true)},
	float:     {"float32", arrow.PrimitiveTypes.Float32, parquet.Types.Float, schema.NoLogicalType{}},
	date:      {"date", arrow.FixedWidthTypes.Date32, parquet.Types.Int32, schema.DateLogicalType{}},
	timeOfDay: {"time", arrow.FixedWidthTypes.Time32ms, parquet.Types.Int32, schema.NewTimeLogicalType(false, schema.TimeUnitMillis)},
	timestamp: {"timestamp", arrow.FixedWidthTypes.Timestamp_us, parquet.Types.Int64, schema.NewTimestampLogicalType(true, schema.TimeUnitMicros)},
}

func (k kind) String() string { return kindFacts[k].name }

// kindOf maps a Go type to the kind of its column.
func kindOf(t reflect.Type) (kind, error) {
	switch t {
	case reflect.TypeFor[Date]():
		return date, nil
	case reflect.TypeFor[TimeOfDay]():
		return timeOfDay, nil
	case reflect.TypeFor[Timestamp]():
		return timestamp, nil
	}
	switch t.Kind() {
	case reflect.String:
		return text, nil
	case reflect.Bool:
		return boolean, nil
	case reflect.Int16:
		return short, nil
	case reflect.Int32:
		return integer, nil
	case reflect.Int64:
		return long, nil
	case reflect.Float32:
		return float, nil
	}
	return 0, fmt.Errorf("type %s has no column type", t)
}

// storedKind is the kind of a column of a file, and false for a type this package does not write.
func storedKind(c *schema.Column) (kind, bool) {
	for k := range kinds {
		f := kindFacts[k]
		if c.PhysicalType() != f.physical || c.MaxRepetitionLevel() != 0 {
			continue
		}
		if c.LogicalType().Equals(f.logical) || plainNumber(c, k) {
			return k, true
		}
	}
	return 0, false
}

// plainNumber reports an int32 or int64 without annotation, as DuckDB and others write them.
func plainNumber(c *schema.Column, k kind) bool {
	logical := c.LogicalType()
	return (k == integer || k == long) && (!logical.IsValid() || logical.IsNone())
}

// describe names the type of a file's column for an error message.
func describe(c *schema.Column) string {
	name := fmt.Sprintf("%s (%s)", c.PhysicalType(), c.LogicalType())
	if k, ok := storedKind(c); ok {
		name = k.String()
	}
	if c.MaxDefinitionLevel() > 0 {
		return name + " with nulls"
	}
	return name
}
