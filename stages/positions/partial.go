package positions

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
)

// A partial table holds the positions of one stretch of the input, partition by partition. Numbers are little-endian,
// varints as in encoding/binary:
//
//	256 partitions:  4 bytes CRC-32C of the rest; varint games, each: 8 bytes, its hash; varint positions, each: varint
//	                 key less the key before it, 32 bytes planes, varint moves, each: varint move, white, draws, black
//	257 x 8 bytes    where the partitions begin, and where the last one ends
//	8 bytes          partialMagic
//
// Note: Parquet was tried first. Its writer and reader took more time than the counting, and it has no cheap way to 1/256
// of a file; a file for each partition would be a quarter of a million files for a large run.
type partialWriter struct {
	to      io.Writer
	offsets []uint64
	written uint64
	buffer  []byte
	n       uint64 // positions in the buffer
	body    []byte
}

const partialMagic = "plyqpos2"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errPartial = errors.New("the partial table is damaged")

// partition writes the next partition.
func (w *partialWriter) partition(positions iter.Seq2[*position, error], games []uint64) error {
	w.body, w.n = w.body[:0], 0
	last := uint64(0)
	for p, err := range positions {
		if err != nil {
			return err
		}
		w.body = binary.AppendUvarint(w.body, uint64(p.key)-last)
		last = uint64(p.key)
		for _, plane := range p.planes {
			w.body = binary.LittleEndian.AppendUint64(w.body, plane)
		}
		w.body = binary.AppendUvarint(w.body, uint64(len(p.moves)))
		for _, m := range p.moves {
			w.body = binary.AppendUvarint(w.body, uint64(m.move))
			for _, n := range m.counts {
				w.body = binary.AppendUvarint(w.body, uint64(n))
			}
		}
		w.n++
	}
	w.buffer = append(w.buffer[:0], 0, 0, 0, 0)
	w.buffer = binary.AppendUvarint(w.buffer, uint64(len(games)))
	for _, h := range games {
		w.buffer = binary.LittleEndian.AppendUint64(w.buffer, h)
	}
	w.buffer = binary.AppendUvarint(w.buffer, w.n)
	w.buffer = append(w.buffer, w.body...)
	binary.LittleEndian.PutUint32(w.buffer, crc32.Checksum(w.buffer[4:], castagnoli))
	w.offsets = append(w.offsets, w.written)
	return w.write(w.buffer)
}

func (w *partialWriter) write(b []byte) error {
	n, err := w.to.Write(b)
	w.written += uint64(n)
	return err
}

// finish writes the end of the file.
func (w *partialWriter) finish() error {
	var end []byte
	for _, at := range append(w.offsets, w.written) {
		end = binary.LittleEndian.AppendUint64(end, at)
	}
	return w.write(append(end, partialMagic...))
}

// partialTable is an open partial table. It may be read by several workers.
type partialTable struct {
	file    *os.File
	name    string
	offsets [partitions + 1]uint64
}

// share is what a partial table has in one partition.
type share struct {
	positions *cursor
	games     []uint64
}

func openPartials(files []stage.File) ([]*partialTable, error) {
	var tables []*partialTable
	for _, f := range files {
		t, err := openPartial(f)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", f.Name, err), closePartials(tables))
		}
		tables = append(tables, t)
	}
	return tables, nil
}

func closePartials(tables []*partialTable) (err error) {
	for _, t := range tables {
		err = errors.Join(err, t.file.Close())
	}
	return err
}

func openPartial(f stage.File) (*partialTable, error) {
	in, err := os.Open(f.Path)
	if err != nil {
		return nil, err
	}
	t := &partialTable{file: in, name: f.Name}
	if err := t.readEnd(f.Bytes); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return t, nil
}

func (t *partialTable) readEnd(size int64) error {
	end := make([]byte, 8*len(t.offsets)+len(partialMagic))
	if size < int64(len(end)) {
		return errPartial
	}
	if _, err := t.file.ReadAt(end, size-int64(len(end))); err != nil {
		return err
	}
	if string(end[8*len(t.offsets):]) != partialMagic {
		return errPartial
	}
	for i := range t.offsets {
		t.offsets[i] = binary.LittleEndian.Uint64(end[8*i:])
		if i > 0 && t.offsets[i] < t.offsets[i-1] {
			return errPartial
		}
	}
	if t.offsets[partitions] != uint64(size)-uint64(len(end)) {
		return errPartial
	}
	return nil
}

// partition reads one partition into memory: 1/256 of the table. The positions are to be taken once.
func (t *partialTable) partition(i int) (share, error) {
	data := make([]byte, t.offsets[i+1]-t.offsets[i])
	if _, err := t.file.ReadAt(data, int64(t.offsets[i])); err != nil {
		return share{}, fmt.Errorf("%s: %w", t.name, err)
	}
	if len(data) < 5 || crc32.Checksum(data[4:], castagnoli) != binary.LittleEndian.Uint32(data) {
		return share{}, fmt.Errorf("%s: partition %d: %w; remove it and run its task again", t.name, i, errPartial)
	}
	s, err := decodeShare(data[4:])
	if err != nil {
		return share{}, fmt.Errorf("%s: partition %d: %w", t.name, i, err)
	}
	return s, nil
}

func decodeShare(data []byte) (share, error) {
	d := decoder{data: data}
	games := make([]uint64, min(d.number(), uint64(len(data)/8)))
	for i := range games {
		games[i] = d.word()
	}
	left := d.number()
	if d.failed {
		return share{}, errPartial
	}
	return share{&cursor{decoder: d, left: left}, games}, nil
}

// cursor stands at a position of a partition.
type cursor struct {
	decoder
	left uint64 // positions behind this one
	at   position
}

// next goes to the next position, the first one at the start; false at the end and after a failure.
func (c *cursor) next() bool {
	if c.left == 0 {
		return false
	}
	c.left--
	p := &c.at
	p.key += int64(c.number())
	for i := range p.planes {
		p.planes[i] = c.word()
	}
	p.moves = p.moves[:0]
	for n := c.number(); n > 0 && !c.failed; n-- {
		m := movesPlayed{move: board.Move(c.number())}
		for i := range m.counts {
			m.counts[i] = uint32(c.number())
		}
		p.moves = append(p.moves, m)
	}
	return !c.failed
}

// mergeCursors merges any number of partitions: a heap of cursors, the lowest position on top. merge, which takes
// sequences, costs a switch of goroutines and a look at every head for each position.
func mergeCursors(cursors []*cursor) iter.Seq2[*position, error] {
	return func(yield func(*position, error) bool) {
		h := cursorHeap{}
		for _, c := range cursors {
			if c.next() {
				h = append(h, c)
			} else if c.failed {
				yield(nil, errPartial)
				return
			}
		}
		for i := len(h)/2 - 1; i >= 0; i-- {
			h.down(i)
		}
		var out position
		for len(h) > 0 {
			low := &h[0].at
			out.key, out.planes, out.moves = low.key, low.planes, out.moves[:0]
			same := 0
			for len(h) > 0 && (same == 0 || h[0].at.compare(&out) == 0) {
				same++
				c := h[0]
				out.moves = append(out.moves, c.at.moves...)
				if !c.next() {
					if c.failed {
						yield(nil, errPartial)
						return
					}
					h[0] = h[len(h)-1]
					h = h[:len(h)-1]
				}
				h.down(0)
			}
			if same > 1 {
				out.moves = addUp(out.moves)
			}
			if !yield(&out, nil) {
				return
			}
		}
	}
}

// cursorHeap has the lowest position on top.
type cursorHeap []*cursor

// down restores the order below i. It is written out because container/heap calls through an interface for each of
// the comparisons.
func (h cursorHeap) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && h[child+1].at.compare(&h[child].at) < 0 {
			child++
		}
		if h[i].at.compare(&h[child].at) <= 0 {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}

// decoder reads numbers from the front of data. After a failure it gives zeros.
type decoder struct {
	data   []byte
	failed bool
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.data)
	if size <= 0 {
		d.failed, d.data = true, nil
		return 0
	}
	d.data = d.data[size:]
	return n
}

func (d *decoder) word() uint64 {
	if len(d.data) < 8 {
		d.failed, d.data = true, nil
		return 0
	}
	w := binary.LittleEndian.Uint64(d.data)
	d.data = d.data[8:]
	return w
}
