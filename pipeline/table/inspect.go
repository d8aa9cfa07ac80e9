package table

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/parquet/metadata"

	"plyquet/pipeline/stage"
)

// Schema lists the columns of a file.
func Schema(f stage.File) ([]Column, error) {
	var cols []Column
	err := withFile(f, func(r *reader) error {
		sc := r.pq.MetaData().Schema
		for i := range sc.NumColumns() {
			c := sc.Column(i)
			name := fmt.Sprintf("%s (%s)", c.PhysicalType(), c.LogicalType())
			if k, ok := storedKind(c); ok {
				name = k.String()
			}
			cols = append(cols, Column{Name: c.Path(), Type: name, Nullable: c.MaxDefinitionLevel() > 0})
		}
		return nil
	})
	return cols, err
}

// Metadata returns the key/value metadata of a file, without the Arrow schema.
func Metadata(f stage.File) (map[string]string, error) {
	meta := make(map[string]string)
	err := withFile(f, func(r *reader) error {
		kv := r.pq.MetaData().KeyValueMetadata()
		values := kv.Values() // a copy at each call
		for i, key := range kv.Keys() {
			if key != arrowSchemaKey {
				meta[key] = values[i]
			}
		}
		return nil
	})
	return meta, err
}

// Bounds are the smallest and the largest value of a column in a row group.
type Bounds struct{ Min, Max int64 }

// Int64Bounds returns the bounds of an int64 column without nulls in each row group, from the footer: a search in a sorted table
// reads the groups that can hold its key and no other.
func Int64Bounds(f stage.File, name string) ([]Bounds, error) {
	var bounds []Bounds
	err := withFile(f, func(r *reader) error {
		i, err := locate(r.pq, column{name: name, kind: long})
		if err != nil {
			return err
		}
		for g := range r.pq.NumRowGroups() {
			b, err := boundsOf(r.pq.MetaData().RowGroup(g), i)
			if err != nil {
				return fmt.Errorf("row group %d, column %s: %w", g, name, err)
			}
			bounds = append(bounds, b)
		}
		return nil
	})
	return bounds, err
}

func boundsOf(group *metadata.RowGroupMetaData, column int) (b Bounds, err error) {
	defer recoverInto(&err)
	chunk, err := group.ColumnChunk(column)
	if err != nil {
		return b, err
	}
	stats, err := chunk.Statistics()
	if err != nil {
		return b, err
	}
	s, ok := stats.(*metadata.Int64Statistics)
	if !ok || !s.HasMinMax() {
		return b, errors.New("there are no statistics")
	}
	return Bounds{s.Min(), s.Max()}, nil
}
