package uci

import "plyquet/metrics"

// Bound tells whether a score is exact. Only exact scores enter an Analysis.
type Bound uint8

const (
	Exact Bound = iota
	Lower       // the true score is at least this
	Upper       // the true score is at most this
)

// Info is what one "info" line says. A field that the line does not have is absent; nothing is guessed except that a
// missing multipv means rank 1, as engines without MultiPV write it.
type Info struct {
	Depth    int // plies; valid if HasDepth
	Rank     int // multipv, from 1
	Score    metrics.Score
	Bound    Bound
	WDL      WDL
	Nodes    int64
	Time     int64 // milliseconds
	HasDepth bool
	HasScore bool
	// Move is the first move of the principal variation as the engine wrote it, borrowed from the line; nil without
	// a variation.
	Move []byte
}

// WDL is the engine's own estimate of win, draw and loss per mille for the side to move. The zero value is absent.
type WDL struct {
	Win, Draw, Loss int16
	Known           bool
}

// Limits beyond which a number cannot be meant: such a line is damaged.
const (
	maxDepth = 1 << 10
	maxRank  = 1 << 10
	MaxCp    = 1 << 20
	MaxMate  = 1 << 12
	MaxTotal = 1 << 45 // nodes or milliseconds; the sum over all searches of a run stays a number
)

// ParseInfo reads an info line, in any order of its fields: engines differ, and so do versions of one engine
// (lowerbound stands before or behind wdl). "string" ends the line: what follows is prose. It reports false for a line
// that is no info line and for one whose values are damaged, which must not be used in part: an unreadable rank would
// otherwise be taken for rank 1.
func ParseInfo(line []byte) (Info, bool) {
	sc := scanner{rest: line}
	if string(sc.next()) != "info" {
		return Info{}, false
	}
	info := Info{Rank: 1}
	ok := true
	for word := sc.next(); word != nil; word = sc.next() {
		switch string(word) {
		case "string", "refutation", "currline":
			return info, ok
		case "depth":
			info.Depth, info.HasDepth = sc.small(0, maxDepth, &ok)
		case "multipv":
			if n, has := sc.small(1, maxRank, &ok); has {
				info.Rank = n
			}
		case "nodes":
			info.Nodes = sc.amount(&ok)
		case "time":
			info.Time = sc.amount(&ok)
		case "score":
			info.Score, info.HasScore = sc.score(&ok)
		case "lowerbound":
			info.Bound = Lower
		case "upperbound":
			info.Bound = Upper
		case "wdl":
			info.WDL = sc.wdl(&ok)
		case "pv":
			info.Move = sc.variation()
		}
	}
	return info, ok
}

// amount is a number that cannot be negative nor astronomic; one that is damages the line. 0 if there is none.
func (sc *scanner) amount(ok *bool) int64 {
	n, _ := sc.number(ok)
	if n < 0 || n > MaxTotal {
		*ok = false
	}
	return n
}

// score reads "cp N" or "mate N" behind "score". "mate 0" is a side to move that is mated already.
func (sc *scanner) score(ok *bool) (metrics.Score, bool) {
	switch string(sc.peek()) {
	case "cp":
		sc.next()
		if n, has := sc.small(-MaxCp, MaxCp, ok); has {
			return metrics.Cp(n), true
		}
	case "mate":
		sc.next()
		if n, has := sc.small(-MaxMate, MaxMate, ok); has {
			if n == 0 {
				return metrics.Mated(), true
			}
			return metrics.MateIn(n), true
		}
	}
	return metrics.Score{}, false
}

func (sc *scanner) wdl(ok *bool) WDL {
	w, hasW := sc.small(0, 1000, ok)
	d, hasD := sc.small(0, 1000, ok)
	l, hasL := sc.small(0, 1000, ok)
	if !hasW || !hasD || !hasL {
		return WDL{}
	}
	return WDL{int16(w), int16(d), int16(l), true}
}

// variation skips the moves behind "pv" and returns the first. It ends at the first word that is no move, so that
// engines which put the variation in the middle of the line are read as well.
func (sc *scanner) variation() []byte {
	var first []byte
	for isMove(sc.peek()) {
		move := sc.next()
		if first == nil {
			first = move
		}
	}
	return first
}

// ParseBestMove reads "bestmove MOVE [ponder MOVE]". The move is nil when the engine has none to give: "(none)", the
// null move "0000", and what else is not a move.
func ParseBestMove(line []byte) (move []byte, ok bool) {
	sc := scanner{rest: line}
	if string(sc.next()) != "bestmove" {
		return nil, false
	}
	move = sc.next()
	if !isMove(move) {
		return nil, true
	}
	return move, true
}

// isMove reports whether a word has the shape of a UCI move: two squares and perhaps a promotion.
func isMove(word []byte) bool {
	if len(word) != 4 && len(word) != 5 {
		return false
	}
	square := func(file, rank byte) bool { return file >= 'a' && file <= 'h' && rank >= '1' && rank <= '8' }
	if !square(word[0], word[1]) || !square(word[2], word[3]) {
		return false
	}
	if len(word) == 4 {
		return true
	}
	switch word[4] {
	case 'q', 'r', 'b', 'n', 'Q', 'R', 'B', 'N':
		return true
	}
	return false
}
