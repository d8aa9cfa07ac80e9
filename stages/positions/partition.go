package positions

import (
	"slices"
	"unsafe"

	"plyquet/engine/board"
)

// partition is one key range of the table: an arena of entries, which never move, and a small index of their numbers.
//
// Note: a map[board.Planes]entry takes 110 to 160 bytes a position and doubles as a whole; 64-bit keys alone would save
// 24 bytes a position and could add two positions together. Here an entry is 56 bytes and its place in the index 5 to 8.
type partition struct {
	index  []slot
	chunks []*[chunkLen]entry
	n      int // entries
	more   []*[moreLen]moveTally
	nMore  int
	runs   []sortedRun // what has been spilled, each sorted
	warmed uint32      // keeps the loads of warm alive
}

// entry is one position.
type entry struct {
	planes board.Planes
	counts tally
	hash   uint32
	more   uint32     // 1 + number of the last move after first; 0: there is none
	first  board.Move // the move of the first visit; its counts are what is left of counts
}

// tally counts visits by outcome.
type tally [3]uint32

func (t tally) total() uint64 { return uint64(t[0]) + uint64(t[1]) + uint64(t[2]) }

// moveTally is one further move of a position.
type moveTally struct {
	counts tally
	next   uint32 // 1 + number of the next one; 0: there is none
	move   board.Move
}

// Chunk sizes fit size classes of Go's allocator, nearly without waste: 8,192 and 1,280 bytes. Tried: an array each for
// planes, counts and hashes, so that a growing index reads hashes alone; a visit then touches one line more.
const (
	chunkLen = 146
	moreLen  = 64
)

// slot is 0 or 1 + an entry's number in 24 bits, below the low 8 bits of its hash, which spare nearly all looks at
// entries that are not the right one. The place in the index comes from the high bits.
type slot uint32

const (
	numberBits = 24
	maxEntries = 1<<numberBits - 2
)

func makeSlot(number int, hash uint32) slot { return slot(hash<<numberBits | uint32(number+1)) }
func (s slot) number() int                  { return int(s&(1<<numberBits-1)) - 1 }
func (s slot) matches(hash uint32) bool     { return uint32(s)>>numberBits == hash&0xff }

// home is where the search for a hash begins. Index sizes are no powers of two: they grow by half, so that the
// index is never more than 8 bytes an entry.
func (p *partition) home(hash uint32) int { return int(uint64(hash) * uint64(len(p.index)) >> 32) }

func (p *partition) entry(number int) *entry { return &p.chunks[number/chunkLen][number%chunkLen] }

// add counts visits.
func (p *partition) add(visits []visit) {
	for len(visits) > 0 {
		n := min(len(visits), ahead)
		p.warm(visits[:n])
		for i := range visits[:n] {
			v := &visits[i]
			e := p.find(v)
			e.counts[v.outcome%3] += uint32(v.n)
			if v.move != e.first {
				p.addMove(e, v)
			}
		}
		visits = visits[n:]
	}
}

// ahead is how many visits are looked up in advance.
const ahead = 32

// warm brings the index and the entries of some visits into the cache. Its loads do not depend on one another, so the
// processor waits for all of them at once; in find each would wait for the one before. What it reads is not used.
func (p *partition) warm(visits []visit) {
	if len(p.index) == 0 {
		return
	}
	var at [ahead]slot
	for i := range visits {
		at[i%ahead] = p.index[p.home(visits[i].hash)]
	}
	for i, s := range at[:len(visits)] {
		if s != 0 && s.matches(visits[i].hash) {
			p.warmed += p.entry(s.number()).counts[0]
		}
	}
}

// find returns the entry of a position, a new one if need be.
func (p *partition) find(v *visit) *entry {
	if 4*p.n >= 3*len(p.index) { // fuller ones save little memory, and are searched for longer
		p.grow()
	}
	for i := p.home(v.hash); ; i++ {
		if i == len(p.index) {
			i = 0
		}
		s := p.index[i]
		if s == 0 {
			return p.insert(i, v)
		}
		if s.matches(v.hash) {
			if e := p.entry(s.number()); e.planes == v.planes {
				return e
			}
		}
	}
}

func (p *partition) insert(at int, v *visit) *entry {
	p.index[at] = makeSlot(p.n, v.hash)
	if p.n%chunkLen == 0 {
		c := new([chunkLen]entry)
		c[0].hash = 1 // see fresh
		p.chunks = append(p.chunks, c)
	}
	e := p.entry(p.n)
	p.n++
	e.planes, e.hash, e.first = v.planes, v.hash, v.move
	return e
}

// grow makes the index half as large again. The entries stay where they are.
func (p *partition) grow() {
	p.index = fresh[slot](max(64, len(p.index)/2*3))
	for number := range p.n {
		hash := p.entry(number).hash
		i := p.home(hash)
		for p.index[i] != 0 {
			if i++; i == len(p.index) {
				i = 0
			}
		}
		p.index[i] = makeSlot(number, hash)
	}
}

// fresh makes n zeros and writes to each page of them. Linux gives memory that is read before it is written a page of
// zeros that all share, takes it away again at the first write, and then tells every other processor: with two workers
// that was a fifth of the time.
func fresh[T slot | uint64](n int) []T {
	list := make([]T, n)
	for i := 0; i < n; i += 4096 / int(unsafe.Sizeof(list[0])) {
		list[i] = 0
	}
	list[n-1] = 0
	return list
}

func (p *partition) moreAt(number uint32) *moveTally {
	return &p.more[(number-1)/moreLen][(number-1)%moreLen]
}

// addMove counts a move that is not the position's first one. New moves go to the end of the chain: what is played
// often tends to be played early, and is found early.
func (p *partition) addMove(e *entry, v *visit) {
	link := &e.more
	for *link != 0 {
		m := p.moreAt(*link)
		if m.move == v.move {
			m.counts[v.outcome%3] += uint32(v.n)
			return
		}
		link = &m.next
	}
	if p.nMore%moreLen == 0 {
		p.more = append(p.more, new([moreLen]moveTally))
	}
	p.nMore++
	*link = uint32(p.nMore)
	m := p.moreAt(*link)
	m.move = v.move
	m.counts[v.outcome%3] = uint32(v.n)
}

// bytes is the memory that the partition holds.
func (p *partition) bytes() int64 {
	return int64(len(p.index))*int64(unsafe.Sizeof(slot(0))) +
		int64(len(p.chunks))*int64(unsafe.Sizeof([chunkLen]entry{})+8) +
		int64(len(p.more))*int64(unsafe.Sizeof([moreLen]moveTally{})+8)
}

// clear forgets the entries and their memory; the runs stay.
func (p *partition) clear() { *p = partition{runs: p.runs} }

// sorted returns the entries' numbers in the order of the table: by key as a signed number, then by planes.
func (p *partition) sorted() []numbered {
	list := make([]numbered, p.n)
	for i := range list {
		list[i] = numbered{int64(p.entry(i).planes.TableKey()), int32(i)}
	}
	slices.SortFunc(list, func(a, b numbered) int {
		switch {
		case a.key < b.key:
			return -1
		case a.key > b.key:
			return 1
		}
		return p.entry(int(a.number)).planes.Compare(p.entry(int(b.number)).planes)
	})
	return list
}

// numbered is an entry's key and number.
type numbered struct {
	key    int64
	number int32
}
