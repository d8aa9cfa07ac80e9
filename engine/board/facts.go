package board

// IsCheckmate reports whether the side to move is checkmated.
func (p *Position) IsCheckmate() bool { return p.InCheck() && !p.HasMoves() }

// IsStalemate reports whether the side to move has no move and is not in check.
func (p *Position) IsStalemate() bool { return !p.InCheck() && !p.HasMoves() }

// FiftyMoves reports 100 half-moves without capture or pawn move: a draw that a player may claim, unless the last of
// them gave mate.
func (p *Position) FiftyMoves() bool { return p.half >= 100 && !p.IsCheckmate() }

// DeadMaterial reports that neither side can ever mate with the pieces on the board, however badly the other plays.
func (p *Position) DeadMaterial() bool { return !p.canMate(White) && !p.canMate(Black) }

// canMate is whether any sequence of legal moves lets c mate, judged by material alone.
func (p *Position) canMate(c Color) bool {
	own, enemies := p.colors[c&1], p.colors[c.Other()&1]
	switch {
	case own&(p.roles[Pawn]|p.roles[Rook]|p.roles[Queen]) != 0:
		return true
	case own&p.roles[Knight] != 0:
		// A lone knight mates only a king that its own men hem in; a queen is never bad enough to do that.
		return own.Count() > 2 || enemies&^(p.roles[King]|p.roles[Queen]) != 0
	case own&p.roles[Bishop] != 0:
		bishops := p.roles[Bishop]
		return bishops&darkSquares != 0 && bishops&lightSquares != 0 || p.roles[Pawn]|p.roles[Knight] != 0
	}
	return false
}

// Outcome is how the game ended if the position itself ends it: mate, stalemate or dead material. Repetition and the 50
// moves only give a right to claim, and need more than the position.
func (p *Position) Outcome() (Outcome, bool) {
	switch {
	case !p.HasMoves():
		if !p.InCheck() {
			return Drawn, true
		}
		return WonBy(p.turn.Other()), true
	case p.DeadMaterial():
		return Drawn, true
	}
	return Drawn, false
}

// History counts repetitions. It keeps the keys since the last capture or pawn move; the zero value is ready, and its
// memory is reused from game to game.
type History struct{ keys []uint64 }

// Start begins a game at a position.
func (h *History) Start(p *Position) {
	h.keys = append(h.keys[:0], p.Key())
}

// Add takes the position after the next move.
func (h *History) Add(p *Position) {
	if p.half == 0 {
		h.keys = h.keys[:0]
	}
	h.keys = append(h.keys, p.Key())
}

// Count is how many times the last position has stood on the board, itself included.
func (h *History) Count() int {
	n, last := 0, len(h.keys)-1
	for i := last; i >= 0; i -= 2 { // the same side is to move only in every second one
		if h.keys[i] == h.keys[last] {
			n++
		}
	}
	return n
}

// Threefold reports whether the last position stands for the third time or more.
func (h *History) Threefold() bool { return h.Count() >= 3 }
