package pgn

import (
	"bytes"
	"errors"
	"io"

	"plyquet/engine/board"
)

// Options choose how much of each game is read. The zero value reads all of it.
type Options struct {
	// MaxPlies is how many half-moves are resolved; the rest of the game is skipped and its faults are not seen.
	// 0 means all of them, up to the package's MaxPlies.
	MaxPlies int
	// MovesOnly leaves out comments, clocks, evaluations and annotation glyphs.
	MovesOnly bool
	// Visitor, if there is one, sees the moves while they are read.
	Visitor Visitor
}

// Visitor spares its owner playing the moves of a game a second time.
type Visitor interface {
	// Begin is called when tags, result and start position of a game are known, unless it cannot be read at all. False
	// leaves out its moves.
	Begin(g *Game) bool
	// Move is called before m is played in p, which it must not change or keep. False: it is not called again for this
	// game, whose other moves are read as far as Options say.
	Move(p *board.Position, m board.Move) bool
}

// Reader reads the games of blocks. It belongs to one goroutine and reuses all of its memory: apart from faults it
// allocates nothing per game once its slices have grown.
type Reader struct {
	opt    Options
	source string
	base   int64 // offset of block in the source
	number int64 // of the last game that was read
	block  []byte
	i      int // start of the next game
	cut    bool
	loneCR bool

	header header
	game   Game
	fault  Fault
	start  board.Position // the usual one, made once
	watch  bool           // the Visitor wants to see moves
	at     int            // offset in the game of the movetext that is read

	tokenByToken bool // without plainMoves: the slow twin of the tests
}

// NewReader returns a Reader without a block.
func NewReader(opt Options) *Reader {
	if opt.MaxPlies <= 0 || opt.MaxPlies > MaxPlies {
		opt.MaxPlies = MaxPlies
	}
	return &Reader{opt: opt, start: board.Start()}
}

// Reset makes the Reader read b. Games borrow b.Data.
func (r *Reader) Reset(b Block) {
	r.source, r.base, r.number, r.block, r.i = b.Source, b.Offset, max(b.First, 1)-1, b.Data, 0
	r.cut = b.Cut > 0
	r.loneCR = hasLoneCR(b.Data)
}

// Next returns the next game of the block and io.EOF after the last one. There are no other errors: what is wrong with
// a game is in Game.Fault.
func (r *Reader) Next() (*Game, error) {
	s := scan{b: r.block[r.i:], final: true, loneCR: r.loneCR}
	over := r.header.walk(&s)
	g := &r.game
	g.Source, g.Offset, g.Number = r.source, r.base+int64(r.i), r.number+1
	g.Tags, g.Notes, g.Fault = r.header.tags, r.header.notes, nil
	g.Variant, g.CustomStart, g.Moves, g.comments = Standard, false, g.Moves[:0], g.comments[:0]
	r.at = s.i
	ahead := r.opt.Visitor == nil && !over && !r.tokenByToken
	ready := ahead && r.readAhead(&s)
	sp := s.extentFrom(r.at, over)
	g.Raw = s.b[:sp.end]
	if !sp.holdsGame(&r.header) {
		r.i = len(r.block)
		return nil, io.EOF
	}
	r.number++
	if !r.opt.MovesOnly && r.header.repeats() {
		g.Notes |= NoteDuplicateTag
	}
	r.i += sp.end
	r.result(sp)
	if !ahead {
		r.watch = r.opt.Visitor != nil
		ready = r.setUp() && (!r.watch || r.opt.Visitor.Begin(g))
	}
	if ready {
		r.movetext(s.b[sp.moves:sp.result])
	}
	if r.cut && r.i == len(r.block) {
		if g.Fault != nil && g.Fault.Reason >= UnterminatedComment { // the cut has done it
			g.Fault = nil
		}
		r.fail(TooLarge, len(g.Raw), nil)
	}
	return g, nil
}

// readAhead reads moves for as long as they are plain, before anybody knows where the game ends: it cannot end there, and
// its end is looked for behind them. A Visitor wants the result first. It reports whether the moves can be read.
func (r *Reader) readAhead(s *scan) bool {
	r.game.Raw = s.b[:s.i]
	if !r.setUp() {
		return false
	}
	text := scan{b: s.b[s.i:], final: true}
	r.plainMoves(&text)
	s.i += r.movesEnd()
	return true
}

// movesEnd is where the last move that was read ends in the movetext.
func (r *Reader) movesEnd() int {
	if n := len(r.game.Moves); n > 0 {
		last := &r.game.Moves[n-1]
		return int(last.sanAt+last.sanLen) - r.at
	}
	return 0
}

// holdsGame tells a game from white space and comments at the end of a text.
func (sp *span) holdsGame(h *header) bool {
	return len(h.tags) > 0 || sp.found || sp.moves < sp.result || h.notes&NoteBadTag != 0
}

func (r *Reader) result(sp span) {
	g := &r.game
	raw, has := r.header.value(r.header.result)
	tag, known := ParseResult(raw)
	if has && !known && len(bytes.Trim(raw, " ?\t\r")) > 0 {
		g.Notes |= NoteBadResult
	}
	g.Result, g.ResultFrom = decide(sp.token, sp.found, tag, has && known)
	if !sp.found {
		g.Notes |= NoteNoToken
	}
	if g.ResultFrom == FromConflict {
		g.Notes |= NoteResultConflict
	}
}

// setUp finds the variant and the start position. It reports whether the moves can be read.
func (r *Reader) setUp() bool {
	g := &r.game
	if v, _ := r.header.value(r.header.variant); len(v) > 0 && string(v) != "Standard" {
		g.Variant = ParseVariant(string(bytes.TrimSpace(v)))
	}
	if g.Variant == OtherVariant {
		g.Start, g.Final = board.Position{}, board.Position{}
		return false
	}
	g.Start = r.start
	if v, _ := r.header.value(r.header.fen); len(v) > 0 {
		if fen := bytes.TrimSpace(v); len(fen) > 0 && string(fen) != "?" && !r.setFEN(fen) {
			return false
		}
	}
	g.Final = g.Start
	return true
}

func (r *Reader) setFEN(fen []byte) bool {
	g := &r.game
	p, err := position(string(fen))
	if err != nil {
		g.Start, g.Final = board.Position{}, board.Position{}
		r.fail(BadFEN, 0, fen)
		r.fault.Ply = 0
		r.fault.Context = context([]byte(err.Error()), 0)
		return false
	}
	g.Start = p
	if g.CustomStart = p != r.start; g.CustomStart && g.Variant == Standard {
		g.Variant = FromPosition
	}
	return true
}

func position(fen string) (board.Position, error) {
	s, err := board.ParseFEN(fen)
	if err != nil {
		return board.Position{}, err
	}
	return s.Position()
}

// fail records the first fault of the game. at is the offset of the token in the game.
func (r *Reader) fail(why Reason, at int, token []byte) {
	g := &r.game
	if g.Fault != nil {
		return
	}
	const longest = 60
	r.fault = Fault{Reason: why, Source: g.Source, Offset: g.Offset, Game: g.Number, Ply: len(g.Moves) + 1,
		At: g.Offset + int64(at), Token: string(AppendText(nil, trimRunes(token[:min(len(token), longest)]))),
		Context: context(g.Raw, at)}
	g.Fault = &r.fault
}

func reasonOf(err error) Reason {
	switch {
	case errors.Is(err, board.ErrIllegal):
		return IllegalMove
	case errors.Is(err, board.ErrAmbiguous):
		return AmbiguousMove
	case errors.Is(err, board.ErrNullMove):
		return NullMove
	case errors.Is(err, board.ErrDrop):
		return Drop
	}
	return BadToken
}

// hasLoneCR reports a CR that no LF follows: a line end of old systems, which the fast paths leave to the general one.
func hasLoneCR(b []byte) bool {
	for {
		i := bytes.IndexByte(b, '\r')
		if i < 0 {
			return false
		}
		if i+1 == len(b) || b[i+1] != '\n' {
			return true
		}
		b = b[i+2:]
	}
}
