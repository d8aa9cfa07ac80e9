package pgn

import (
	"bytes"

	"plyquet/engine/board"
)

// word reads a word of the main line: nearly always a move. It reports whether reading goes on.
func (r *Reader) word(w []byte, at int) bool {
	for w[0] == '.' { // "..e5"
		if w, at = w[1:], at+1; len(w) == 0 {
			return true
		}
	}
	m, err := r.game.Final.ParseSAN(w)
	if err != nil {
		if m, err = r.oddWord(w, err); m == board.NoMove && err == nil {
			return true // not a move, and no harm
		}
	}
	if err != nil {
		r.fail(reasonOf(err), r.at+at, w)
		return false
	}
	r.play(m, r.at+at, len(w))
	if last := w[len(w)-1]; (last == '!' || last == '?') && !r.opt.MovesOnly {
		r.glyph(markGlyph(w))
	}
	return true
}

// play adds a move that is legal.
func (r *Reader) play(m board.Move, sanAt, sanLen int) {
	g := &r.game
	if r.watch {
		r.watch = r.opt.Visitor.Move(&g.Final, m)
	}
	r.addMove(m, sanAt, sanLen)
	g.Final.Play(m)
}

// addMove appends a half-move. Its fields are set in place: a literal would be built on the stack and copied in wider
// pieces than it was written, which stalls the processor (4 % of the 20-ply path).
func (r *Reader) addMove(m board.Move, sanAt, sanLen int) {
	n := len(r.game.Moves)
	if n < cap(r.game.Moves) {
		r.game.Moves = r.game.Moves[:n+1]
	} else {
		r.game.Moves = append(r.game.Moves, Ply{})
	}
	p := &r.game.Moves[n]
	p.Move, p.NAG, p.has = m, 0, 0
	p.sanAt, p.sanLen = uint32(sanAt), uint32(sanLen)
	p.eval.Kind, p.eval.N, p.eval.Depth = NoEval, 0, 0
}

// oddWord gives a word that the board has refused another chance: without signs of evaluation, with plain dashes.
// NoMove without an error means that the word is no move and may be passed over.
func (r *Reader) oddWord(w []byte, refused error) (board.Move, error) {
	if refused == board.ErrNullMove || refused == board.ErrDrop {
		return board.NoMove, refused
	}
	var buf [256]byte
	if len(w) <= len(buf)/3 { // a sign may grow: ½ is 1/2
		w = plainSigns(buf[:0], w)
	}
	switch string(w) {
	case "e.p.", "e.p", "ep", "N", "TN", "D", "RR": // en passant, novelty, diagram, editor's comment
		return board.NoMove, nil
	}
	short := bytes.TrimRightFunc(w, isEvalSign)
	if len(short) == 0 { // signs alone
		if !r.opt.MovesOnly {
			r.glyph(markGlyph(w))
		}
		return board.NoMove, nil
	}
	return r.game.Final.ParseSAN(short)
}

// isEvalSign reports the signs that evaluations are made of: "+/-", "=+", "□", "⩲".
func isEvalSign(c rune) bool {
	switch c {
	case '+', '-', '/', '=', '#', '!', '?', '~', '.', ',', '^', '<', '>', '|':
		return true
	}
	return c >= 0x80
}

// markGlyph is the numeric glyph of the mark at the end of w, 0 if there is none (PGN standard, section 8.2.3.8).
func markGlyph(w []byte) int {
	n := len(w)
	for n > 0 && (w[n-1] == '!' || w[n-1] == '?') {
		n--
	}
	switch string(w[n:]) {
	case "!":
		return 1
	case "?":
		return 2
	case "!!":
		return 3
	case "??":
		return 4
	case "!?":
		return 5
	case "?!":
		return 6
	}
	return 0
}

// glyph gives the last move its glyph, unless it has one. $0 says nothing, glyphs above 255 do not exist.
func (r *Reader) glyph(n int) {
	moves := r.game.Moves
	if last := len(moves) - 1; last >= 0 && n > 0 && n < 256 && moves[last].NAG == 0 {
		moves[last].NAG = uint8(n)
	}
}
