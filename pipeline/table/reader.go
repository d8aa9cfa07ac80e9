package table

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"

	"github.com/apache/arrow-go/v18/parquet/file"

	"plyquet/pipeline/stage"
)

// readRows is how many rows are decoded at a time.
const readRows = 4096

// Read yields every row of the files in order. T may hold a subset of the file's columns (projection by name);
// a column that is missing in a file is an error unless the field is an Opt. The yielded row is valid until the next step.
// The first error is yielded with a nil row and ends the sequence.
func Read[T any](files []stage.File) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for _, f := range files {
			for row, err := range readFile[T](f, allRows) {
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}

// ReadGroup yields the rows of one row group of a file (0-based); Groups tells how many there are.
func ReadGroup[T any](file stage.File, group int) iter.Seq2[*T, error] {
	return ReadRange[T](file, group, 0, math.MaxInt64)
}

// ReadRange yields the rows from..to-1 of one row group, as far as it has them. What is before them is passed over, which
// costs a fraction of reading it.
func ReadRange[T any](file stage.File, group int, from, to int64) iter.Seq2[*T, error] {
	if group < 0 || from < 0 {
		return func(yield func(*T, error) bool) {
			yield(nil, fmt.Errorf("%s: row group %d, row %d does not exist", file.Path, group, from))
		}
	}
	return readFile[T](file, span{group, from, to})
}

// A span is a stretch of rows of one row group; a negative group stands for all rows of all groups.
type span struct {
	group    int
	from, to int64
}

var allRows = span{-1, 0, math.MaxInt64}

// Groups returns the number of rows of each row group of a file, from its footer.
func Groups(file stage.File) ([]int64, error) {
	var rows []int64
	err := withFile(file, func(r *reader) error {
		for i := range r.pq.NumRowGroups() {
			n := r.pq.MetaData().RowGroup(i).NumRows()
			if err := checkRows(n); err != nil {
				return fmt.Errorf("row group %d: %w", i, err)
			}
			rows = append(rows, n)
		}
		return nil
	})
	return rows, err
}

func readFile[T any](f stage.File, s span) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		err := withFile(f, func(r *reader) error {
			p, err := newProjection[T](r.pq)
			if err != nil {
				return err
			}
			from, to := 0, r.pq.NumRowGroups()
			if s.group >= to {
				return fmt.Errorf("row group %d does not exist, there are %d", s.group, to)
			}
			if s.group >= 0 {
				from, to = s.group, s.group+1
			}
			for g := from; g < to; g++ {
				if err := p.rows(r, span{g, s.from, s.to}, yield); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// errStopped ends the reading when the caller leaves its loop.
var errStopped = errors.New("stopped by the caller")

// reader is an open Parquet file.
type reader struct {
	pq   *file.Reader
	in   *os.File
	size int64
}

// withFile opens a file for the time of fn. Errors name the file.
func withFile(f stage.File, fn func(r *reader) error) error {
	in, err := os.Open(f.Path)
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := openReader(in)
	if err == nil {
		err = fn(r)
	}
	if err != nil && !errors.Is(err, errStopped) {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	return err
}

func openReader(in *os.File) (r *reader, err error) {
	defer recoverInto(&err)
	size, err := in.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	if err := checkFooter(in, size); err != nil {
		return nil, err
	}
	pq, err := file.NewParquetReader(in)
	if err != nil {
		return nil, fmt.Errorf("not a readable Parquet file (truncated?): %w", err)
	}
	return &reader{pq, in, size}, nil
}

// projection reads the columns of T out of one file.
type projection[T any] struct {
	cols    []column // those of T that the file has
	index   []int    // their number in the file
	cells   []cells
	readers []file.ColumnChunkReader
	batch   []T
}

func newProjection[T any](pq *file.Reader) (*projection[T], error) {
	cols, err := columnsOf[T]()
	if err != nil {
		return nil, err
	}
	p := &projection[T]{}
	for _, c := range cols {
		i, err := locate(pq, c)
		if err != nil {
			return nil, err
		}
		if i < 0 {
			continue
		}
		p.cols, p.index, p.cells = append(p.cols, c), append(p.index, i), append(p.cells, newCells(c))
	}
	p.readers = make([]file.ColumnChunkReader, len(p.cols))
	return p, nil
}

// locate finds a column in a file by its name and compares the types; -1 is a nullable column that the file has not.
func locate(pq *file.Reader, c column) (int, error) {
	sc := pq.MetaData().Schema
	i := sc.ColumnIndexByName(c.name)
	if i < 0 && c.nullable {
		return -1, nil
	}
	if i < 0 {
		return 0, fmt.Errorf("column %s is missing, want %s", c.name, c)
	}
	have := sc.Column(i)
	k, known := storedKind(have)
	hasNulls := have.MaxDefinitionLevel() > 0
	if !known || k != c.kind || (hasNulls && !c.nullable) {
		return 0, fmt.Errorf("column %s is %s, want %s", c.name, describe(have), c)
	}
	return i, nil
}

// rows yields the rows of a span of one group.
func (p *projection[T]) rows(r *reader, s span, yield func(*T, error) bool) error {
	rows, err := p.openGroup(r, s.group)
	if err == nil && s.from > 0 {
		err = p.skip(min(s.from, rows))
	}
	if err != nil {
		return fmt.Errorf("row group %d: %w", s.group, err)
	}
	for left := min(s.to, rows) - s.from; left > 0; {
		n := int(min(left, readRows))
		if len(p.batch) < n {
			p.batch = make([]T, n)
		}
		if err := p.decode(n); err != nil {
			return fmt.Errorf("row group %d: %w", s.group, err)
		}
		left -= int64(n)
		for i := range n {
			if !yield(&p.batch[i], nil) {
				return errStopped
			}
		}
	}
	return nil
}

// skip passes over the first rows of the group that has been opened.
func (p *projection[T]) skip(rows int64) (err error) {
	defer recoverInto(&err)
	for i, r := range p.readers {
		skipper, ok := r.(interface{ Skip(int64) (int64, error) })
		if !ok {
			return fmt.Errorf("column %s: %T cannot skip", p.cols[i].name, r)
		}
		if _, err := skipper.Skip(rows); err != nil {
			return fmt.Errorf("column %s: %w", p.cols[i].name, err)
		}
	}
	return nil
}

func (p *projection[T]) openGroup(r *reader, group int) (rows int64, err error) {
	defer recoverInto(&err)
	rg := r.pq.RowGroup(group)
	rows = rg.NumRows()
	if err := checkRows(rows); err != nil {
		return 0, err
	}
	for i, index := range p.index {
		start, err := r.checkChunk(group, index)
		if t, ok := p.cells[i].(*textCells); ok && err == nil {
			t.longest, err = dictionarySize(r.in, start)
		}
		if err == nil {
			p.readers[i], err = rg.Column(index)
		}
		if err != nil {
			return 0, fmt.Errorf("column %s: %w", p.cols[i].name, err)
		}
	}
	return rows, nil
}

// checkChunk sees that a column chunk lies within the file, and returns where it starts.
func (r *reader) checkChunk(group, column int) (start int64, err error) {
	chunk, err := r.pq.MetaData().RowGroup(group).ColumnChunk(column)
	if err != nil {
		return 0, err
	}
	start, size := chunk.DataPageOffset(), chunk.TotalCompressedSize()
	if chunk.HasDictionaryPage() && chunk.DictionaryPageOffset() > 0 {
		start = min(start, chunk.DictionaryPageOffset())
	}
	if start < 0 || size < 0 || start > r.size || size > r.size-start {
		return 0, fmt.Errorf("%w: %d bytes from %d on, of %d", errFooter, size, start, r.size)
	}
	return start, nil
}

// decode fills the first n rows of the batch. The batch is cleared first: the caller had pointers into it.
func (p *projection[T]) decode(n int) (err error) {
	defer recoverInto(&err)
	clear(p.batch[:n])
	v := viewOf(p.batch[:n])
	for i, c := range p.cells {
		if err := c.decode(p.readers[i], n); err != nil {
			return fmt.Errorf("column %s: %w", p.cols[i].name, err)
		}
		c.scatter(v)
	}
	return nil
}
