package evalcache

import (
	"encoding/binary"
	"errors"
	"hash/crc32"

	"plyquet/metrics"
)

// Matrix is what a search found in one position: the complete depths, in ascending order. Scores are the side to
// move's. A Matrix without depths stands for a position of a game that was not searched.
type Matrix struct {
	Legal  int // legal moves
	Depths []Depth
}

// Depth is a row of a Matrix.
type Depth struct {
	Depth int
	Nodes int64  // when the depth was complete
	Lines []Line // best first
}

// Line is a cell.
type Line struct {
	Move            string // UCI
	Score           metrics.Score
	Win, Draw, Loss int16 // per mille, side to move's; meaningful if HasWDL
	HasWDL          bool
}

// Nodes is what the search cost.
func (m *Matrix) Nodes() int64 {
	if len(m.Depths) == 0 {
		return 0
	}
	return m.Depths[len(m.Depths)-1].Nodes
}

// cut drops the depths beyond depth.
func (m *Matrix) cut(depth int) {
	for len(m.Depths) > 0 && m.Depths[len(m.Depths)-1].Depth > depth {
		m.Depths = m.Depths[:len(m.Depths)-1]
	}
}

// The encoding: a count of matrices, then each as varints, then a CRC-32 of all before it. A disk may rot where
// SQLite does not look; a wrong score would go unnoticed.
func encode(matrices []Matrix) []byte {
	b := binary.AppendUvarint(nil, uint64(len(matrices)))
	for _, m := range matrices {
		b = binary.AppendUvarint(b, uint64(m.Legal))
		b = binary.AppendUvarint(b, uint64(len(m.Depths)))
		for _, d := range m.Depths {
			b = binary.AppendUvarint(b, uint64(d.Depth))
			b = binary.AppendUvarint(b, uint64(d.Nodes))
			b = binary.AppendUvarint(b, uint64(len(d.Lines)))
			for i := range d.Lines {
				b = appendLine(b, &d.Lines[i])
			}
		}
	}
	return appendSum(b)
}

func appendSum(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b)) }

const (
	flagMate = 1 << iota
	flagWDL
)

func appendLine(b []byte, l *Line) []byte {
	flags, n := byte(0), 0
	if mate, ok := l.Score.Mate(); ok {
		flags, n = flagMate, mate
	} else {
		n, _ = l.Score.Cp()
	}
	if l.HasWDL {
		flags |= flagWDL
	}
	b = append(b, flags, byte(len(l.Move)))
	b = append(b, l.Move...)
	b = binary.AppendVarint(b, int64(n))
	if l.HasWDL {
		for _, v := range []int16{l.Win, l.Draw, l.Loss} {
			b = binary.AppendUvarint(b, uint64(v))
		}
	}
	return b
}

var errEncoding = errors.New("evaluation cache: an entry is damaged")

func decode(data []byte) ([]Matrix, error) {
	if len(data) < 4 {
		return nil, errEncoding
	}
	body := data[:len(data)-4]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(data[len(body):]) {
		return nil, errEncoding
	}
	r := reader{body, false}
	matrices := make([]Matrix, r.count(leastMatrix))
	for i := range matrices {
		m := &matrices[i]
		m.Legal = int(r.uvarint())
		m.Depths = make([]Depth, r.count(leastDepth))
		for j := range m.Depths {
			d := &m.Depths[j]
			d.Depth, d.Nodes = int(r.uvarint()), int64(r.uvarint())
			d.Lines = make([]Line, r.count(leastLine))
			for k := range d.Lines {
				d.Lines[k] = r.line()
			}
		}
	}
	if r.bad || len(r.rest) > 0 {
		return nil, errEncoding
	}
	return matrices, nil
}

// reader takes values from the front; after the first fault it gives zeros.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.rest)
	r.take(n)
	return v
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.rest)
	r.take(n)
	return v
}

func (r *reader) take(n int) []byte {
	if n <= 0 || n > len(r.rest) {
		r.bad, r.rest = true, nil
		return nil
	}
	head := r.rest[:n]
	r.rest = r.rest[n:]
	return head
}

// The fewest bytes that one of them is written with.
const (
	leastMatrix = 2
	leastDepth  = 3
	leastLine   = 3
)

// count reads a number of things, for which at least so many bytes each must be left.
func (r *reader) count(least int) int {
	n := r.uvarint()
	if n > uint64(len(r.rest)/least) {
		r.bad, r.rest = true, nil
		return 0
	}
	return int(n)
}

func (r *reader) line() (l Line) {
	head := r.take(2)
	if r.bad {
		return l
	}
	flags := head[0]
	l.Move = string(r.take(int(head[1])))
	switch n := r.varint(); {
	case flags&flagMate == 0:
		l.Score = metrics.Cp(int(n))
	case n == 0:
		r.bad = true // a mate on the board is not searched
	default:
		l.Score = metrics.MateIn(int(n))
	}
	if l.HasWDL = flags&flagWDL != 0; l.HasWDL {
		l.Win, l.Draw, l.Loss = int16(r.uvarint()), int16(r.uvarint()), int16(r.uvarint())
	}
	return l
}
