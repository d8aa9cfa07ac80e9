package table

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/flight"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// properties sets everything that arrow-go has a default for which does not suit: no compression, no page index,
// row groups of 64 Mi rows, a dictionary for every column.
func properties(cols []column, opt Options) *parquet.WriterProperties {
	p := []parquet.WriterProperty{
		parquet.WithCreatedBy(createdBy),
		parquet.WithVersion(parquet.V2_LATEST),
		parquet.WithDataPageVersion(parquet.DataPageV1),
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithCompressionLevel(3),
		parquet.WithMaxRowGroupLength(int64(opt.rowGroup())),
		parquet.WithStats(true),
		parquet.WithPageIndexEnabled(true),
		parquet.WithDictionaryDefault(false),
		parquet.WithSortingColumns(sorting(cols)),
	}
	for _, c := range cols {
		p = append(p, encoding(c)...)
	}
	return parquet.NewWriterProperties(p...)
}

// encoding chooses the encoding of one column. Small numbers get a Parquet dictionary without being asked: half-moves
// and centipawns take about half of the space that delta encoding needs (measured on 5 million moves). Hashes, offsets and FENs do
// not: a dictionary that overflows costs time and makes the file bigger.
func encoding(c column) []parquet.WriterProperty {
	var p []parquet.WriterProperty
	switch {
	case c.has("delta"):
		p = append(p, parquet.WithEncodingFor(c.name, parquet.Encodings.DeltaBinaryPacked))
	case c.has("bss"):
		p = append(p, parquet.WithEncodingFor(c.name, parquet.Encodings.ByteStreamSplit))
	case c.has("dict"), c.kind == short, c.kind == integer, c.kind == date, c.kind == timeOfDay:
		p = append(p, parquet.WithDictionaryFor(c.name, true))
	}
	if c.has("bloom") {
		p = append(p, bloom(c.name)...)
	}
	return p
}

// bloom asks for a filter that fits the number of distinct values. A fixed size for a full row group would give a
// table of a hundred rows a filter of 256 KiB, so the filter grows through candidates.
func bloom(name string) []parquet.WriterProperty {
	return []parquet.WriterProperty{
		parquet.WithBloomFilterEnabledFor(name, true),
		parquet.WithAdaptiveBloomFilterEnabledFor(name, true),
		parquet.WithBloomFilterCandidatesFor(name, 12),
		parquet.WithBloomFilterFPPFor(name, 0.01),
		parquet.WithMaxBloomFilterBytes(256 << 10),
	}
}

func sorting(cols []column) []parquet.SortingColumn {
	var s []parquet.SortingColumn
	for i, c := range cols {
		if c.has("sort") {
			s = append(s, parquet.SortingColumn{ColumnIdx: int32(i), NullsFirst: true})
		}
	}
	return s
}

// FileKey is the metadata key of a file's own name, so that two parts that have changed places can be told.
const FileKey = "file"

// fileMetadata is the key/value metadata in a fixed order: the name, what the caller gives sorted by key, the Arrow schema.
func fileMetadata(sc *arrow.Schema, name string, opt Options) (metadata.KeyValueMetadata, error) {
	meta := metadata.NewKeyValueMetadata()
	if err := meta.Append(FileKey, name); err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(opt.Metadata)) {
		if err := meta.Append(key, opt.Metadata[key]); err != nil {
			return nil, fmt.Errorf("metadata %q: %w", key, err)
		}
	}
	encoded := base64.StdEncoding.EncodeToString(flight.SerializeSchema(sc, memory.DefaultAllocator))
	if err := meta.Append(arrowSchemaKey, encoded); err != nil {
		return nil, fmt.Errorf("metadata %q: %w", arrowSchemaKey, err)
	}
	return meta, nil
}

const arrowSchemaKey = "ARROW:schema"
