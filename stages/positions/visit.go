package positions

import "plyquet/engine/board"

// visit is one position on its way into the table, with the games that were there and went on alike: 40 bytes.
type visit struct {
	planes  board.Planes
	hash    uint32     // low half of the table key; the partition is taken from its top bits
	move    board.Move // played next; NoMove at the end of what is counted, or when moves are not wanted
	outcome board.Outcome
	n       uint8 // how often
}

// partitions is how many key ranges the table is cut into. They are taken from the top bits of the key, in the order
// of the key as a signed number, so that one after the other they are a sorted table.
const partitions = 256

func partitionOf(key uint64) int { return int(byte(key>>56) ^ 0x80) }

// bufferLen is how many visits wait for a lock together, fewer where memory is short (Table.batch). Locks would be cheap
// enough with 16; what a longer batch gains is that a partition's index and entries come into the cache once for all of
// it. It is 10 MB a worker; 256 visits take 3 to 6 % longer.
const bufferLen = 1024

// feeder holds one worker's visits: those of common positions added up, the others until a partition's buffer is full.
type feeder struct {
	table   *Table
	rare    bool // the game at hand has left the common positions
	common  [commonLen]commonVisit
	n       [partitions]int // apart from the visits, so that all of them stay in the nearest cache
	buffers [partitions][bufferLen]visit
}

// commonVisit adds up the visits of one position and move: 56 bytes. A whole cache line of 64 was no faster.
type commonVisit struct {
	key    uint64
	planes board.Planes
	counts [3]uint32
	move   board.Move
	life   uint8 // how many others it turns away before it makes room
}

// firstLife spares the common positions from the many that come once.
const firstLife = 3

// commonLen times 56 bytes fit into the second level cache. Most visits are of a few thousand positions of the first
// moves, and never reach the table one by one.
const (
	commonLen = 4096
	maxLife   = 15
)

func newFeeder(t *Table) *feeder { return &feeder{table: t} }

// begin tells of a new game.
func (f *feeder) begin() { f.rare = false }

// put counts one visit of p.
//
// A game that has left the common positions hardly ever comes back, and is not looked for among them again: looking
// costs more than counting the few that do in the table (5 % of the 20-ply path).
func (f *feeder) put(p *board.Position, move board.Move, outcome board.Outcome) error {
	key := p.TableKey()
	if f.rare {
		return f.pass(p, key, move, outcome)
	}
	c := &f.common[(key^uint64(move)*0x9E3779B97F4A7C15>>40)%commonLen]
	if c.key == key && c.move == move {
		var planes board.Planes
		if p.WritePlanes(&planes); planes == c.planes {
			c.counts[outcome%3]++
			c.life = min(c.life+1, maxLife)
			return nil
		}
	}
	f.rare = true
	if c.life > 0 {
		c.life--
		return f.pass(p, key, move, outcome)
	}
	if err := f.evict(c); err != nil {
		return err
	}
	c.key, c.move, c.life, c.counts = key, move, firstLife, [3]uint32{}
	p.WritePlanes(&c.planes)
	c.counts[outcome%3] = 1
	return nil
}

// pass hands on a single visit. The planes are written straight into the buffer: passing 32 bytes through two calls
// costs more than making them.
func (f *feeder) pass(p *board.Position, key uint64, move board.Move, outcome board.Outcome) error {
	part := partitionOf(key)
	v := &f.buffers[part][f.n[part]%bufferLen]
	p.WritePlanes(&v.planes)
	v.hash, v.move, v.outcome, v.n = uint32(key), move, outcome, 1
	return f.next(part)
}

// evict hands on what has been added up.
func (f *feeder) evict(c *commonVisit) error {
	part := partitionOf(c.key)
	for outcome, n := range c.counts {
		for n > 0 {
			step := min(n, 255)
			f.buffers[part][f.n[part]%bufferLen] = visit{c.planes, uint32(c.key), c.move, board.Outcome(outcome), uint8(step)}
			if err := f.next(part); err != nil {
				return err
			}
			n -= step
		}
	}
	c.counts = [3]uint32{}
	return nil
}

func (f *feeder) next(part int) error {
	f.n[part]++
	if f.n[part] < f.table.batch {
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
	for i := range f.common {
		if err := f.evict(&f.common[i]); err != nil {
			return err
		}
	}
	for part := range f.buffers {
		if err := f.flush(part); err != nil {
			return err
		}
	}
	return nil
}
