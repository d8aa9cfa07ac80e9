package pgn

import "bytes"

// EvalKind tells the forms of an embedded evaluation apart. The zero value is none.
type EvalKind uint8

const (
	NoEval EvalKind = iota
	Cp              // N is in centipawns
	Mate            // N is in moves; positive: White mates, negative: Black mates, 0: the position is mate
)

// Eval is the verdict of [%eval], always from White's point of view.
type Eval struct {
	Kind  EvalKind
	N     int32
	Depth int16 // 0: not given
}

// ParseEval reads the argument of [%eval]:
//
//	0.17  -2.35  .5  +1      pawns (Lichess, and most others)
//	#3  #-3  #+3  #0         mate in moves
//	2.5,11                   pawns, depth (ChessBase, HIARCS)
//	-77,23                   centipawns, depth (ChessGUI): a comma and no point
//	29997,40                 mate in 3, depth (ChessBase): 30000 less the moves
func ParseEval(arg []byte) (Eval, bool) {
	score, depth, hasDepth := bytes.Cut(bytes.TrimSpace(arg), []byte(","))
	var e Eval
	if hasDepth {
		d, ok := parseDigits(bytes.TrimSpace(depth), 1000)
		if !ok {
			return Eval{}, false
		}
		e.Depth = int16(d)
	}
	mate := len(score) > 0 && score[0] == '#'
	if mate {
		score = score[1:]
	}
	sign := int32(1)
	if len(score) > 0 && (score[0] == '-' || score[0] == '+') {
		if score[0] == '-' {
			sign = -1
		}
		score = score[1:]
	}
	n, ok := e.read(score, mate, hasDepth)
	e.N = sign * n
	return e, ok
}

// read sets the kind and returns the number without its sign.
func (e *Eval) read(score []byte, mate, hasDepth bool) (int32, bool) {
	const mateCode, mostMate = 30000, 1000
	e.Kind = Cp
	if mate {
		e.Kind = Mate
		n, ok := parseDigits(score, mostMate)
		return int32(n), ok
	}
	if hasDepth && bytes.IndexByte(score, '.') < 0 {
		n, ok := parseDigits(score, 1e6)
		if ok && n >= mateCode-mostMate && n <= mateCode {
			e.Kind, n = Mate, mateCode-n
		}
		return int32(n), ok
	}
	return centipawns(score)
}

// centipawns reads pawns with up to two decimals that count; a third one rounds.
func centipawns(score []byte) (int32, bool) {
	whole, part, point := bytes.Cut(score, []byte("."))
	if point && len(whole) == 0 && len(part) > 0 {
		whole = []byte("0")
	}
	n, ok := parseDigits(whole, 1e6)
	if !ok {
		return 0, false
	}
	n *= 1000
	for i, c := range part {
		if !isDigit(c) {
			return 0, false
		}
		if i < 3 {
			n += int64(c-'0') * [...]int64{100, 10, 1}[i]
		}
	}
	return int32((n + 5) / 10), true
}
