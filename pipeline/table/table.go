// Package table is typed Parquet: a row is a Go struct, a column is a field with a `col` tag.
//
//	type Ply struct {
//		GameID int64             `col:"game_id,sort,delta"`
//		UCI    string            `col:"uci,dict"`
//		EvalCp table.Opt[int32]  `col:"eval_cp"`
//	}
//
// Options: dict (Arrow dictionary: enums and names), delta (DELTA_BINARY_PACKED), bss (BYTE_STREAM_SPLIT),
// bloom (Bloom filter), sort (declared sorting column, in field order).
// Field types: string and kinds of string, bool, int16, int32, int64, float32, Date, TimeOfDay, Timestamp, Opt of these.
//
// The package is for files whose bytes depend on their rows and Options alone: not on batch sizes, times or machines.
// A Staging owns the files that one shard writes and makes all of them visible at once; a Writer belongs to its
// Staging. The package is not for deciding which files make up a table (the manifest does) and not for queries
// (DuckDB and pandas do).
//
// Order: rows are read as they were written, file by file; nothing is sorted here. Memory: a Writer copies what it is
// given; a row that Read yields is borrowed until the next step, but its strings stay valid for as long as they are held.
package table

// DefaultRowGroup is the number of rows of a row group unless Options say otherwise. DuckDB works in parallel by row
// group with 122,880 as its own default; below about 100,000 rows the CPU time per row rises, far above them only
// the memory of the writer does.
const DefaultRowGroup = 131_072

// createdBy is in the footer of every file. Readers parse "NAME version X (build Y)" and distrust the statistics of a
// file whose writer they cannot parse. The number is the version of this writer's layout and not the tool's: a
// release must not change the bytes of a table.
const createdBy = "plyquet version 1.0.0 (build table-1)"

// Options of the writers of one staging area. All but Scratch is part of the bytes.
type Options struct {
	RowGroup int               // rows per row group; 0 = DefaultRowGroup
	Metadata map[string]string // key/value metadata of every file: stage, stage_version, fingerprint, schema_version
	// Scratch files are renamed but not made durable: sorted runs and the like, which die with the process that made
	// them.
	Scratch bool
}

func (o Options) rowGroup() int {
	if o.RowGroup <= 0 {
		return DefaultRowGroup
	}
	return o.RowGroup
}
