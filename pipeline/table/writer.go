package table

import (
	"fmt"

	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"plyquet/pipeline/stage"
)

// Writer appends rows of type T to one Parquet file. It is closed by the Commit or Abort of its Staging.
//
// Note: it fills column chunks directly. The way through Arrow record batches (pqarrow's WriteBuffered) gives the same
// files for two to three times the CPU time, because every value passes through a builder, an array and an interface.
type Writer[T any] struct {
	name    string
	out     *stagedFile
	cols    []column
	cells   []cells
	pq      *file.Writer
	group   file.BufferedRowGroupWriter // nil between row groups
	size    int                         // rows of a full row group
	inGroup int                         // rows of the current group, buffered ones included
	pending int                         // rows in the cells
	rows    int64
	err     error // the first error; it ends the file
}

// flushRows is how many rows are buffered before they are encoded. It is fixed, because page limits are checked after
// each flush: with it the pages depend on the rows alone, not on how they came in.
const flushRows = 8192

// Create opens part-<index>.parquet of table id with the columns of T. The file appears in tables/<id>/ at Commit.
func Create[T any](s *Staging, id stage.TableID) (*Writer[T], error) {
	return CreateNamed[T](s, id, fmt.Sprintf("part-%05d.parquet", s.index))
}

// CreateNamed is Create with a file name of the caller's choice: the machinery names the rejects of a stage after it.
func CreateNamed[T any](s *Staging, id stage.TableID, name string) (*Writer[T], error) {
	cols, err := columnsOf[T]()
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", id, err)
	}
	out, err := s.create(id, fmt.Sprintf("tables/%s/%s", id, name))
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", id, err)
	}
	w := &Writer[T]{name: out.name, out: out, cols: cols, size: s.opt.rowGroup()}
	for _, c := range cols {
		w.cells = append(w.cells, newCells(c))
	}
	if w.pq, err = open(out, cols, s.opt); err != nil {
		out.failed = err
		return nil, fmt.Errorf("table %s: %w", id, err)
	}
	out.table = w
	return w, nil
}

// open writes the head of a file.
func open(out *stagedFile, cols []column, opt Options) (*file.Writer, error) {
	props := properties(cols, opt)
	sc := arrowSchema(cols)
	pqSchema, err := pqarrow.ToParquet(sc, props, pqarrow.DefaultWriterProps())
	if err != nil {
		return nil, err
	}
	meta, err := fileMetadata(sc, out.name, opt)
	if err != nil {
		return nil, err
	}
	return file.NewParquetWriterWithError(out, pqSchema.Root(), file.WithWriterProps(props), file.WithWriteMetadata(meta))
}

// Write copies the rows; the caller may reuse the slice and everything it points to.
func (w *Writer[T]) Write(rows ...T) error {
	if w.err == nil && w.out.closed {
		w.err = errDone
	}
	for len(rows) > 0 && w.err == nil {
		n := min(len(rows), flushRows-w.pending, w.size-w.inGroup)
		w.err = w.take(rows[:n])
		rows = rows[n:]
	}
	if w.err != nil {
		return fmt.Errorf("%s: %w", w.name, w.err)
	}
	return nil
}

// Rows is the number of rows written so far.
func (w *Writer[T]) Rows() int64 { return w.rows }

// take buffers rows that fit into the buffers and into the row group.
func (w *Writer[T]) take(rows []T) error {
	v := viewOf(rows)
	for i, c := range w.cells {
		if err := c.gather(v); err != nil {
			return fmt.Errorf("column %s, rows from %d: %w", w.cols[i].name, w.rows, err)
		}
	}
	w.rows += int64(len(rows))
	w.pending += len(rows)
	w.inGroup += len(rows)
	if w.pending == flushRows || w.inGroup == w.size {
		if err := w.flush(); err != nil {
			return err
		}
	}
	if w.inGroup == w.size {
		return w.endGroup()
	}
	return nil
}

// flush encodes the buffered rows.
func (w *Writer[T]) flush() (err error) {
	if w.pending == 0 {
		return nil
	}
	defer recoverInto(&err)
	if w.group == nil {
		if w.group, err = w.pq.AppendBufferedRowGroupChecked(); err != nil {
			return err
		}
	}
	for i, c := range w.cells {
		chunk, err := w.group.Column(i)
		if err != nil {
			return fmt.Errorf("column %s: %w", w.cols[i].name, err)
		}
		if err := c.encode(chunk); err != nil {
			return fmt.Errorf("column %s: %w", w.cols[i].name, err)
		}
	}
	w.pending = 0
	return nil
}

func (w *Writer[T]) endGroup() (err error) {
	w.inGroup = 0
	if w.group == nil {
		return nil
	}
	defer recoverInto(&err)
	group := w.group
	w.group = nil
	return group.Close()
}

// flushAll encodes what is buffered. A table without rows is a file without row groups.
func (w *Writer[T]) flushAll() error {
	if w.err != nil {
		return w.err
	}
	if err := w.flush(); err != nil {
		return err
	}
	return w.endGroup()
}

func (w *Writer[T]) writeFooter() (err error) {
	defer recoverInto(&err)
	return w.pq.Close()
}

// recoverInto turns a panic of arrow-go into an error: it panics for some failures of the file below it and for
// some damaged files.
func recoverInto(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("arrow-go: %v", r)
	}
}
