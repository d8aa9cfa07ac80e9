package table

import (
	"errors"
	"fmt"
	"unicode/utf8"
	"unsafe"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// view is a slice of rows of any struct type, seen as columns. It is the only use of unsafe memory access here:
// a reflect.Value for each cell would cost more than its encoding does.
type view struct {
	base   unsafe.Pointer
	stride uintptr
	n      int
}

func viewOf[T any](rows []T) view {
	return view{unsafe.Pointer(unsafe.SliceData(rows)), unsafe.Sizeof(*new(T)), len(rows)}
}

// field returns the field of row i at an offset that columnsOf found for a field of F's memory layout.
func field[F any](v view, i int, offset uintptr) *F {
	return (*F)(unsafe.Add(v.base, uintptr(i)*v.stride+offset))
}

// cells buffers the values of one column between rows and pages.
type cells interface {
	gather(v view) error                          // rows -> buffer, appended
	encode(w file.ColumnChunkWriter) error        // buffer -> file; empties the buffer
	decode(r file.ColumnChunkReader, n int) error // file -> buffer, exactly n rows, replacing what it held
	scatter(v view)                               // buffer -> rows; the buffer holds exactly as many
}

func newCells(c column) cells {
	switch c.kind {
	case text:
		return &textCells{spot: spot{c}, intern: c.has("dict")}
	case boolean:
		return &sameCells[bool]{spot: spot{c}}
	case short:
		return newShortCells(c)
	case timeOfDay:
		return newTimeCells(c)
	case integer, date:
		return &sameCells[int32]{spot: spot{c}}
	case long, timestamp:
		return &sameCells[int64]{spot: spot{c}}
	case float:
		return &sameCells[float32]{spot: spot{c}}
	}
	panic(fmt.Sprintf("table: no cells for kind %d", c.kind))
}

// spot is a column's place in a row.
type spot struct{ column }

// pages holds the values of a column that are present, and for a nullable column the definition level of each row:
// 1 present, 0 null. P is Parquet's physical type.
type pages[P any] struct {
	values []P
	levels []int16
}

func (p *pages[P]) add(v P, present, nullable bool) {
	if present {
		p.values = append(p.values, v)
	}
	if nullable {
		p.levels = append(p.levels, level(present))
	}
}

func level(present bool) int16 {
	if present {
		return 1
	}
	return 0
}

func (p *pages[P]) encode(w file.ColumnChunkWriter) error {
	typed, ok := w.(interface {
		WriteBatch(values []P, defLevels, repLevels []int16) (int64, error)
	})
	if !ok {
		return fmt.Errorf("column writer %T does not take %T", w, p.values)
	}
	if _, err := typed.WriteBatch(p.values, p.levels, nil); err != nil {
		return err
	}
	p.values, p.levels = p.values[:0], p.levels[:0]
	return nil
}

var errShortColumn = errors.New("holds fewer values than the row group has rows")

func (p *pages[P]) decodeInto(r file.ColumnChunkReader, n int, nullable bool) error {
	typed, ok := r.(interface {
		ReadBatch(batch int64, values []P, defLevels, repLevels []int16) (int64, int, error)
	})
	if !ok {
		return fmt.Errorf("column reader %T does not give %T", r, p.values)
	}
	p.values = resize(p.values, n)
	stored := r.Descriptor().MaxDefinitionLevel() > 0
	p.levels = p.levels[:0]
	var levels []int16
	if nullable {
		p.levels = resize(p.levels, n)
		levels = p.levels
	}
	if nullable && !stored {
		fill(levels, 1) // an Opt field reads a column without nulls
		levels = nil
	}
	got, read, err := typed.ReadBatch(int64(n), p.values, levels, nil)
	if err == nil {
		err = r.Err()
	}
	if err == nil && (int(got) != n || read != p.present(n)) {
		err = errShortColumn
	}
	return err
}

// present counts the rows that have a value.
func (p *pages[P]) present(n int) int {
	if len(p.levels) == 0 {
		return n
	}
	count := 0
	for _, l := range p.levels {
		count += int(l)
	}
	return count
}

func fill[E any](s []E, v E) {
	for i := range s {
		s[i] = v
	}
}

func resize[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n)
	}
	return s[:n]
}

// sameCells is a column whose Go value has the memory layout of Parquet's physical type.
type sameCells[P any] struct {
	spot
	pages[P]
}

func (c *sameCells[P]) gather(v view) error {
	for i := range v.n {
		if c.nullable {
			o := field[Opt[P]](v, i, c.offset)
			c.add(o.v, o.ok, true)
			continue
		}
		c.values = append(c.values, *field[P](v, i, c.offset))
	}
	return nil
}

func (c *sameCells[P]) decode(r file.ColumnChunkReader, n int) error {
	return c.decodeInto(r, n, c.nullable)
}

func (c *sameCells[P]) scatter(v view) {
	if !c.nullable {
		for i, x := range c.values[:v.n] {
			*field[P](v, i, c.offset) = x
		}
		return
	}
	scatterOpt(v, c.offset, c.levels, c.values, func(x P) P { return x })
}

// scatterOpt spreads the present values over the rows.
func scatterOpt[P, F any](v view, offset uintptr, levels []int16, values []P, convert func(P) F) {
	next := 0
	for i, l := range levels[:v.n] {
		var o Opt[F]
		if l == 1 {
			o = Some(convert(values[next]))
			next++
		}
		*field[Opt[F]](v, i, offset) = o
	}
}

// otherCells is a column whose Go value has another layout or unit than Parquet's physical type: int16, because the
// smallest physical integer has 32 bits, and TimeOfDay, because Parquet's coarsest unit of time is the millisecond.
type otherCells[F, P any] struct {
	spot
	pages[P]
	store func(F) P
	load  func(P) F
}

func newShortCells(c column) *otherCells[int16, int32] {
	return &otherCells[int16, int32]{
		spot:  spot{c},
		store: func(n int16) int32 { return int32(n) },
		load:  func(n int32) int16 { return int16(n) },
	}
}

func newTimeCells(c column) *otherCells[TimeOfDay, int32] {
	return &otherCells[TimeOfDay, int32]{
		spot:  spot{c},
		store: func(t TimeOfDay) int32 { return int32(t) * 1000 },
		load:  func(ms int32) TimeOfDay { return TimeOfDay(ms / 1000) },
	}
}

func (c *otherCells[F, P]) gather(v view) error {
	for i := range v.n {
		if c.nullable {
			o := field[Opt[F]](v, i, c.offset)
			c.add(c.store(o.v), o.ok, true)
			continue
		}
		c.values = append(c.values, c.store(*field[F](v, i, c.offset)))
	}
	return nil
}

func (c *otherCells[F, P]) decode(r file.ColumnChunkReader, n int) error {
	return c.decodeInto(r, n, c.nullable)
}

func (c *otherCells[F, P]) scatter(v view) {
	if !c.nullable {
		for i, x := range c.values[:v.n] {
			*field[F](v, i, c.offset) = c.load(x)
		}
		return
	}
	scatterOpt(v, c.offset, c.levels, c.values, c.load)
}

// textCells is a string column. Written strings are copied into an arena, because the caller may have them in a buffer
// that is about to be reused. Strings that are read stay valid for as long as anybody holds them.
type textCells struct {
	spot
	pages[parquet.ByteArray]
	arena   []byte
	intern  bool
	longest int64             // no value of the chunk in a dictionary is longer; 0: there is no dictionary
	known   map[string]string // values of a dictionary column seen before: one allocation each instead of one a row
}

func (c *textCells) gather(v view) error {
	for i := range v.n {
		s, present := c.at(v, i)
		if !utf8.ValidString(s) {
			return fmt.Errorf("value %.80q is not valid UTF-8", s)
		}
		c.add(c.keep(s), present, c.nullable)
	}
	return nil
}

func (c *textCells) at(v view, i int) (string, bool) {
	if c.nullable {
		return field[Opt[string]](v, i, c.offset).Get()
	}
	return *field[string](v, i, c.offset), true
}

// keep copies s. A full chunk is left to the values that point into it; the next one is twice as big.
func (c *textCells) keep(s string) parquet.ByteArray {
	if len(c.arena)+len(s) > cap(c.arena) {
		c.arena = make([]byte, 0, max(2*cap(c.arena), len(s), 4096))
	}
	from := len(c.arena)
	c.arena = append(c.arena, s...)
	return parquet.ByteArray(c.arena[from:len(c.arena):len(c.arena)])
}

func (c *textCells) encode(w file.ColumnChunkWriter) error {
	err := c.pages.encode(w)
	c.arena = c.arena[:0]
	return err
}

// maxBatchText is how much text a batch of rows may have. A page's own text is bounded by its size, but a dictionary's value of
// some bytes can stand in every row, and the library makes a copy for each.
const maxBatchText = 256 << 20

// decode reads text with a dictionary in steps that cannot take more memory than that.
func (c *textCells) decode(r file.ColumnChunkReader, n int) error {
	step := n
	if c.longest > 0 {
		step = int(min(int64(n), max(maxBatchText/c.longest, 1)))
	}
	if step == n {
		return c.decodeInto(r, n, c.nullable)
	}
	var all pages[parquet.ByteArray]
	text := 0
	for done := 0; done < n; done += step {
		step = min(step, n-done)
		if err := c.decodeInto(r, step, c.nullable); err != nil {
			return err
		}
		present := c.values[:c.present(step)]
		for _, v := range present {
			text += len(v)
		}
		if text > maxBatchText {
			return fmt.Errorf("%d rows have more than %d bytes of text", done+step, maxBatchText)
		}
		all.values, all.levels = append(all.values, present...), append(all.levels, c.levels...)
	}
	c.pages = all
	return nil
}

func (c *textCells) scatter(v view) {
	if !c.nullable {
		for i, b := range c.values[:v.n] {
			*field[string](v, i, c.offset) = c.string(b)
		}
		return
	}
	scatterOpt(v, c.offset, c.levels, c.values, c.string)
}

// maxKnown bounds the memory of interning when a dictionary column has many values (player names).
const maxKnown = 1 << 14

// string makes a string of a value. ReadBatch has copied the values of a page into memory of their own, so a second
// copy is not needed.
func (c *textCells) string(b parquet.ByteArray) string {
	if len(b) == 0 {
		return ""
	}
	if !c.intern {
		return unsafe.String(unsafe.SliceData(b), len(b))
	}
	if s, ok := c.known[string(b)]; ok {
		return s
	}
	if c.known == nil || len(c.known) >= maxKnown {
		c.known = make(map[string]string)
	}
	s := string(b)
	c.known[s] = s
	return s
}
