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
package table

import (
	"errors"
	"io"
	"iter"

	"plyquet/pipeline/stage"
)

var errNotBuilt = errors.New("table: not built yet")

// Options of the writers of one staging area. Everything here is part of the bytes.
type Options struct {
	RowGroup int               // rows per row group; 0 = 131,072
	Metadata map[string]string // key/value metadata of every file: stage, stage_version, fingerprint, schema_version
}

// Staging is the set of files one shard is writing. Nothing in it is visible under its final name before Commit.
// It belongs to one goroutine.
type Staging struct{}

// NewStaging starts a staging area in the run folder dir for shard number index of a stage.
func NewStaging(dir string, index int, opt Options) *Staging { panic(errNotBuilt) }

// Create opens part-<index>.parquet of table id with the columns of T. The file appears in tables/<id>/ at Commit.
func Create[T any](s *Staging, id stage.TableID) (*Writer[T], error) { return nil, errNotBuilt }

// CreateFile opens a plain file of an artifact, such as archives/a.zip; name is relative to the run folder.
func (s *Staging) CreateFile(id stage.TableID, name string) (io.Writer, error) { return nil, errNotBuilt }

// CreateNamed is Create with a file name of the caller's choice instead of part-<index>.parquet: the machinery names the
// rejects of a stage after the stage.
func CreateNamed[T any](s *Staging, id stage.TableID, name string) (*Writer[T], error) {
	return nil, errNotBuilt
}

// Seal closes and fsyncs every file under its temporary name: the expensive half of Commit, which the worker does in
// parallel while the renames wait for their turn. Nothing can be written afterwards. Commit seals what is not sealed.
func (s *Staging) Seal() error { return errNotBuilt }

// Commit closes, fsyncs and renames every file of the area and returns them by artifact, in order of creation.
func (s *Staging) Commit() (map[stage.TableID][]stage.File, error) { return nil, errNotBuilt }

// Abort closes and removes every temporary file. After Commit it does nothing.
func (s *Staging) Abort() error { return errNotBuilt }

// Writer appends rows of type T to one Parquet file. It is closed by the Commit or Abort of its Staging.
type Writer[T any] struct{}

// Write copies the rows; the caller may reuse the slice and everything it points to.
func (w *Writer[T]) Write(rows ...T) error { return errNotBuilt }

// Rows is the number of rows written so far.
func (w *Writer[T]) Rows() int64 { return 0 }

// Read yields every row of the files in order. T may hold a subset of the file's columns (projection by name);
// a column that is missing in a file is an error unless the field is an Opt. The yielded row is valid until the next step.
func Read[T any](files []stage.File) iter.Seq2[*T, error] { return nil }

// ReadGroup yields the rows of one row group of a file (0-based); Groups tells how many there are.
func ReadGroup[T any](file stage.File, group int) iter.Seq2[*T, error] { return nil }

// Groups returns the number of rows of each row group of a file, from its footer.
func Groups(file stage.File) ([]int64, error) { return nil, errNotBuilt }
