package positions

import "plyquet/engine/board"

// visit is one position of one game on its way into the table: 40 bytes.
type visit struct {
	planes  board.Planes
	hash    uint32     // low half of the table key; the partition is taken from its top bits
	move    board.Move // played next; NoMove at the end of what is counted, or when moves are not wanted
	outcome board.Outcome
}

// partitions is how many key ranges the table is cut into. They are taken from the top bits of the key, in the order
// of the key as a signed number, so that one after the other they are a sorted table.
const partitions = 256

func partitionOf(key uint64) int { return int(byte(key>>56) ^ 0x80) }

// bufferLen is how many visits wait for a lock together. Locks would be cheap enough with 16; what a longer batch
// gains is that a partition's index and entries come into the cache once for all of it.
const bufferLen = 256

// feeder holds one worker's visits until a partition's buffer is full.
type feeder struct {
	table   *Table
	n       [partitions]int // apart from the visits, so that all of them stay in the nearest cache
	buffers [partitions][bufferLen]visit
}

func newFeeder(t *Table) *feeder { return &feeder{table: t} }

// put counts one visit of p. The planes are written straight into the buffer: passing 32 bytes through two calls costs
// more than making them.
func (f *feeder) put(p *board.Position, move board.Move, outcome board.Outcome) error {
	key := p.TableKey()
	part := partitionOf(key)
	v := &f.buffers[part][f.n[part]%bufferLen]
	p.WritePlanes(&v.planes)
	v.hash, v.move, v.outcome = uint32(key), move, outcome
	f.n[part]++
	if f.n[part] < bufferLen {
		return nil
	}
	return f.flush(part)
}

func (f *feeder) flush(part int) error {
	n := f.n[part]
	f.n[part] = 0
	return f.table.add(part, f.buffers[part][:n])
}

// flushAll hands over what is left.
func (f *feeder) flushAll() error {
	for part := range f.buffers {
		if err := f.flush(part); err != nil {
			return err
		}
	}
	return nil
}
