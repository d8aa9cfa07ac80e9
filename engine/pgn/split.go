package pgn

import (
	"bytes"
	"fmt"
	"io"
	"slices"
)

// Block is a stretch of a source that holds whole games.
type Block struct {
	Source string
	Offset int64  // of Data in the source (in the decoded text, if the source is UTF-16)
	First  int64  // 1-based number in the source of the first game
	Data   []byte // borrowed from the Splitter until its next call
	Ends   []int  // where each game ends in Data; each begins where the one before has ended
	// Cut is the number of bytes of the last game that were left out because it is larger than the Splitter's limit.
	Cut int64
}

// Sizes bound a Splitter's memory. The zero value means the defaults.
type Sizes struct {
	Block int // a block ends with the first game that makes it this long; default 4 MiB
	Game  int // of a longer game only a head is kept; default 16 MiB
}

const (
	readSize = 256 << 10
	// cutHead is how much of a game over the limit is kept: its tags and the start of its moves.
	cutHead = 64 << 10
)

// Splitter cuts a text into blocks of whole games. Concatenating the blocks gives the text again (games over the limit
// excepted: Block.Cut), and the games are the same for any sizes. Memory: two blocks, or twice the largest game.
type Splitter struct {
	r      io.Reader
	source string
	sizes  Sizes
	buf    []byte
	lo, hi int   // buf[lo:hi] is not yet handed out
	offset int64 // of buf[lo] in the text
	lastCR int64 // offset of the last line end of a single CR, or -1
	games  int64
	err    error // io.EOF or the reader's error
	found  bool  // the last span holds a game
	ends   []int
	head   []byte
	header header
}

// NewSplitter returns a Splitter of r; source is the name that blocks and faults carry.
func NewSplitter(r io.Reader, source string, sizes Sizes) *Splitter {
	if sizes.Block <= 0 {
		sizes.Block = 4 << 20
	}
	if sizes.Game <= 0 {
		sizes.Game = 16 << 20
	}
	return &Splitter{r: r, source: source, sizes: sizes, lastCR: -1}
}

// Next returns the next block, and io.EOF after the last. The blocks before an error of the reader hold only games
// that are whole for certain.
func (s *Splitter) Next() (Block, error) {
	s.ends = s.ends[:0]
	pos := 0 // the end of the games found, from s.lo
	for pos < s.sizes.Block {
		n, sure := s.game(pos)
		switch {
		case sure && n == 0: // the end of the text
			return s.emit(pos)
		case sure && n <= s.sizes.Game:
			s.count(pos + n)
			pos += n
		case sure || s.hi-s.lo-pos >= s.most():
			if pos > 0 {
				return s.emit(pos)
			}
			return s.oversize()
		case s.err != nil && s.err != io.EOF:
			return s.emit(pos)
		default:
			s.fill(pos)
		}
	}
	return s.emit(pos)
}

// most is how many bytes are looked at to find the end of one game. It bounds memory, and it is a constant, so that
// the answer does not depend on how the bytes come in.
func (s *Splitter) most() int { return s.sizes.Game + readSize }

// game finds the length of the game at pos; 0 at the end of the text. sure is false if more bytes are needed.
func (s *Splitter) game(pos int) (n int, sure bool) {
	from := s.lo + pos
	to := min(s.hi, from+s.most())
	final := s.err == io.EOF && to == s.hi
	if from == to {
		return 0, final
	}
	sc := scan{b: s.buf[from:to], final: final, loneCR: s.lastCR >= s.offset+int64(pos)}
	sp, sure := extent(&sc, &s.header)
	s.found = sp.holdsGame(&s.header)
	return sp.end, sure
}

// count enters the game that ends at end. White space at the end of the text belongs to the last game, if any.
func (s *Splitter) count(end int) {
	if s.found {
		s.games++
		s.ends = append(s.ends, end)
	} else if k := len(s.ends); k > 0 {
		s.ends[k-1] = end
	}
}

func (s *Splitter) emit(n int) (Block, error) {
	if n == 0 {
		if s.err == io.EOF {
			return Block{}, io.EOF
		}
		return Block{}, fmt.Errorf("read %s at byte %d: %w", s.source, s.offset+int64(s.hi-s.lo), s.err)
	}
	b := Block{Source: s.source, Offset: s.offset, First: s.games - int64(len(s.ends)) + 1, Data: s.buf[s.lo : s.lo+n], Ends: s.ends}
	s.drop(n)
	return b, nil
}

func (s *Splitter) drop(n int) {
	s.lo += n
	s.offset += int64(n)
}

// fill reads as much again as the unfinished game at pos has, so that looking at it again and again stays linear.
func (s *Splitter) fill(pos int) {
	want := max(readSize, s.hi-s.lo-pos)
	if s.lo > 0 {
		s.hi = copy(s.buf, s.buf[s.lo:s.hi])
		s.lo = 0
	}
	end := s.hi + want
	s.buf = slices.Grow(s.buf[:s.hi], want)[:end]
	for s.hi < end && s.err == nil {
		var n int
		n, s.err = s.r.Read(s.buf[s.hi:end])
		s.noteCR(s.hi, s.hi+n)
		s.hi += n
	}
}

// noteCR looks for line ends of a single CR in buf[lo:hi], which has just come in. A CR at the end counts until the
// byte behind it is known to be a LF; that only costs speed.
func (s *Splitter) noteCR(lo, hi int) {
	for i := lo; ; i++ {
		n := bytes.IndexByte(s.buf[i:hi], '\r')
		if n < 0 {
			return
		}
		if i += n; i+1 == hi || s.buf[i+1] != '\n' {
			s.lastCR = s.offset + int64(i-s.lo)
		}
	}
}

// oversize returns the head of a game over the limit as a block of its own and moves to the next tag that follows an
// empty line.
func (s *Splitter) oversize() (Block, error) {
	head := s.buf[s.lo:s.hi][:min(cutHead, s.sizes.Game, s.hi-s.lo)]
	if i := bytes.LastIndexAny(head, " \n"); i > 0 {
		head = head[:i+1]
	}
	s.games++
	s.ends = append(s.ends[:0], len(head))
	s.head = append(s.head[:0], head...)
	b := Block{Source: s.source, Offset: s.offset, First: s.games, Data: s.head, Ends: s.ends}
	s.drop(len(head))
	from := s.offset
	for {
		const seam = 1024 // more than a line end and a tag's name
		sc := scan{b: s.buf[s.lo:s.hi], final: s.err == io.EOF}
		if p := sc.emptyLineTag(0, len(sc.b)); p > 0 {
			s.drop(p)
			break
		}
		if s.err != nil {
			s.drop(len(sc.b))
			break
		}
		s.drop(max(0, len(sc.b)-seam))
		s.fill(s.hi - s.lo)
	}
	b.Cut = s.offset - from
	return b, nil
}
