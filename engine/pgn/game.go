package pgn

import (
	"sort"

	"plyquet/engine/board"
)

// MaxPlies is the longest main line that is kept. The longest game that the rules allow has 17,697 half-moves
// (75-move rule); the bound keeps numbers of half-moves within 16 bits.
const MaxPlies = 32767

// Game is one game. It borrows the Reader's memory until the next call of Next; Tag returns strings of its own.
type Game struct {
	Source string
	Offset int64  // of the first byte in the source
	Number int64  // 1-based, in the source
	Raw    []byte // exact bytes of the game, from the end of the game before to the start of the next

	Tags        []Tag
	Variant     Variant
	Result      board.Result
	ResultFrom  Origin
	Start       board.Position // the zero Position if Fault.Reason is BadFEN or Variant is OtherVariant
	Final       board.Position // after the moves that were resolved
	CustomStart bool           // Start is not the usual start position

	Moves []Ply  // the main line as far as it is good, or as far as Options.MaxPlies
	Fault *Fault // why Moves stops early; nil: nothing is wrong
	Notes Notes

	comments []comment
}

// Ply is one half-move of the main line. It holds no pointers, so that a game's moves are cheap to write and to keep.
type Ply struct {
	Move board.Move
	// NAG is the first numeric annotation glyph, from $n or from a mark such as "?!"; 0: none.
	NAG     uint8
	has     uint8
	sanAt   uint32 // in Game.Raw
	sanLen  uint32
	clockMs int32
	emtMs   int32
	usedMs  int32
	eval    Eval
}

const (
	hasClock = 1 << iota
	hasEmt
	hasUsed
)

// SAN is half-move i of Moves (0-based) as written, without its number; marks of check and quality are still there.
func (g *Game) SAN(i int) []byte {
	p := &g.Moves[i]
	return g.Raw[p.sanAt:][:p.sanLen]
}

// Clock is the mover's clock after the move, from [%clk], in milliseconds.
func (p *Ply) Clock() (ms int32, ok bool) { return p.clockMs, p.has&hasClock != 0 }

// Elapsed is the time the move took as written with [%emt], in milliseconds.
func (p *Ply) Elapsed() (ms int32, ok bool) { return p.emtMs, p.has&hasEmt != 0 }

// Timestamp is the time the move took as chess.com writes it with [%timestamp], in milliseconds.
func (p *Ply) Timestamp() (ms int32, ok bool) { return p.usedMs, p.has&hasUsed != 0 }

// Eval is the embedded evaluation of the position after the move, from White's point of view.
func (p *Ply) Eval() Eval { return p.eval }

// comment is a comment of the main line; ply 0 stands before the first move.
type comment struct {
	ply  int
	text []byte // between the braces
}

// Comment is the text of the comments after half-move ply (1-based; 0: before the first), without commands such as
// [%clk], white space evened out, as valid UTF-8. It is empty when there is none.
func (g *Game) Comment(ply int) string {
	first := sort.Search(len(g.comments), func(i int) bool { return g.comments[i].ply >= ply })
	var text []byte
	for _, c := range g.comments[first:] {
		if c.ply != ply {
			break
		}
		text = appendProse(text, c.text)
	}
	return string(AppendText(nil, text))
}

// Tag returns the value of the first tag of that name, and whether there is one. A tag whose name differs in case alone
// serves where there is none that does not.
func (g *Game) Tag(name string) (string, bool) {
	for _, t := range g.Tags {
		if string(t.name) == name {
			return t.Value(), true
		}
	}
	for _, t := range g.Tags {
		if sameName(t.name, name) {
			return t.Value(), true
		}
	}
	return "", false
}
